// The commands of files that banks exchange with us.

import { findBatchBytes, listBatches, listFiles } from './index.ts';
import { defineCommand } from '../../cli/command.ts';
import { Refusal } from '../../cli/errors.ts';
import { argument, limitOption, option } from '../../cli/parameters.ts';
import { table } from '../../cli/table.ts';
import { readText } from '../../cli/values.ts';

const routeOption = option('ROUTE', 'Only those of this route.', readText);

const sent = defineCommand({
  name: 'sent',
  summary: 'List payment files, newest first, with those that have not left for certain.',
  options: { route: routeOption, limit: limitOption },
  async run({ database }, { route = null, limit }) {
    return { files: await listBatches(database, { route, limit }) };
  },
  present: ({ files }) =>
    table(
      files,
      {
        reference: ({ reference }) => reference,
        route: ({ route }) => route,
        state: ({ state }) => state,
        orders: ({ orders }) => orders,
        tries: ({ tries }) => tries,
        made: ({ madeAt }) => madeAt.toISOString(),
        cause: ({ cause }) => cause,
      },
      'No payment files.',
    ),
});

const received = defineCommand({
  name: 'received',
  summary: 'List files of banks, newest first, with those that could not be read.',
  options: { route: routeOption, limit: limitOption },
  async run({ database }, { route = null, limit }) {
    return { files: await listFiles(database, { route, limit }) };
  },
  present: ({ files }) =>
    table(
      files,
      {
        received: ({ receivedAt }) => receivedAt.toISOString(),
        route: ({ route }) => route,
        name: ({ name }) => name,
        type: ({ type }) => type ?? 'REFUSED',
        remark: ({ reason }) => reason,
      },
      'No files.',
    ),
});

const get = defineCommand({
  name: 'get',
  summary: 'Print a payment file as it was sent.',
  details: 'For a bank that lost it: upload exactly this file. The bank takes its message id once.',
  arguments: { reference: argument('REFERENCE', 'Of the file.', readText) },
  examples: ['JK20261123AD3A19936A00C26E88 > file.xml'],
  async run({ database }, { reference }) {
    const found = await findBatchBytes(database, reference);
    if (found === null) throw new Refusal(`there is no file ${reference}`);
    if (found.bytes.length === 0)
      throw new Refusal(`the content of ${reference} was removed (JOKKO_PERSONAL_DATA_DAYS)`);
    return { reference, name: found.name, text: found.bytes.toString('utf8') };
  },
  present: ({ text }) => text.trimEnd(),
});

export const commands = [sent, received, get];
