// The commands of opt-outs: numbers that get no messages of an SMS application.

import { addOptOuts, listOptOuts, removeOptOuts } from './index.ts';
import { defineCommand } from '../../cli/command.ts';
import { UsageError } from '../../cli/errors.ts';
import { fileSummary, readFileText } from '../../cli/files.ts';
import { argument, option } from '../../cli/parameters.ts';
import { table } from '../../cli/table.ts';
import { readPhoneNumber, readText, wholeNumber } from '../../cli/values.ts';
import { loadRouting, type Routing } from '../routing/index.ts';
import { appArgument, findNamedApp } from './cli-sms-app-apps.ts';
import { faultOfNoNumber } from './number-fault.ts';

const rowsMax = 100_000;
/** Numbers of one commit. */
const stepMax = 10_000;
const faultsShownMax = 20;

const numberArgument = argument('NUMBER', 'International phone number.', readPhoneNumber);

const list = defineCommand({
  name: 'list',
  summary: 'List the opt-outs of an application with their date and source.',
  arguments: { app: appArgument },
  options: {
    after: option('NUMBER', 'Only numbers after this one.', readPhoneNumber),
    limit: option('N', 'Number of rows.', wholeNumber(rowsMax), '100'),
  },
  async run({ mode, database }, { app, after = '0', limit }) {
    const { id, appId } = await findNamedApp(database, app, mode);
    const optOuts = (await listOptOuts(database, id, after, limit)).map(
      ({ msisdn, source, created_at: createdAt }) => ({ number: `+${msisdn}`, source, createdAt }),
    );
    return { appId, optOuts };
  },
  present: ({ optOuts }) =>
    table(
      optOuts,
      {
        number: ({ number }) => number,
        source: ({ source }) => source,
        since: ({ createdAt }) => createdAt,
      },
      'No opt-outs.',
    ),
});

const add = defineCommand({
  name: 'add',
  summary: 'Add a number to the opt-outs of an application.',
  arguments: { app: appArgument, number: numberArgument },
  async run({ mode, database, connectionSettings }, { app, number }) {
    const { id, appId } = await findNamedApp(database, app, mode);
    const routing = await loadRouting(database, await connectionSettings());
    if (faultOfNoNumber(number, routing) !== null) throw new UsageError(noNumber(`+${number}`));
    const added = await addOptOuts(database, id, [number], 'operator');
    return { appId, number: `+${number}`, added };
  },
  present: ({ number, added }) =>
    added === 1 ? `${number} was added.` : `${number} is already an opt-out.`,
});

const remove = defineCommand({
  name: 'remove',
  summary: 'Remove a number from the opt-outs of an application.',
  arguments: { app: appArgument, number: numberArgument },
  async run({ mode, database }, { app, number }) {
    const { id, appId } = await findNamedApp(database, app, mode);
    const removed = await removeOptOuts(database, id, [number]);
    return { appId, number: `+${number}`, removed };
  },
  present: ({ number, removed }) =>
    removed === 1 ? `${number} was removed.` : `${number} is not an opt-out.`,
});

const importNumbers = defineCommand({
  name: 'import',
  summary:
    'Add the numbers of a file to the opt-outs of an application. Either all are added or none.',
  details: 'The file has one number per line.',
  arguments: { app: appArgument, file: argument('FILE', fileSummary, readText) },
  async run({ mode, database, connectionSettings }, { app, file }) {
    const routing = await loadRouting(database, await connectionSettings());
    const numbers = readNumbers(readFileText(file), file, routing);
    const { id, appId } = await findNamedApp(database, app, mode);
    let added = 0;
    for (let at = 0; at < numbers.length; at += stepMax)
      added += await addOptOuts(database, id, numbers.slice(at, at + stepMax), 'operator');
    return { appId, numbers: numbers.length, added };
  },
  present: ({ numbers, added }) =>
    `${added} of ${numbers} numbers were added; the others were already opt-outs.`,
});

const noNumber = (text: string): string =>
  `${text} is not a number of its country, as the SMS routing knows them`;

/** Digits, each once. A first line without any digit is a heading. */
function readNumbers(text: string, file: string, routing: Routing): string[] {
  const numbers = new Set<string>();
  const faults: string[] = [];
  text.split(/\r?\n/).forEach((line, index) => {
    const word = line
      .replace(/^\ufeff/, '')
      .replaceAll('"', '')
      .trim();
    if (word === '' || (index === 0 && !/\d/.test(word))) return;
    try {
      const number = readPhoneNumber(word);
      if (faultOfNoNumber(number, routing) === null) numbers.add(number);
      else faults.push(`${file}:${index + 1} ${noNumber(word)}`);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      faults.push(`${file}:${index + 1} ${error.message}`);
    }
  });
  if (faults.length === 0) return [...numbers];
  const more = faults.length > faultsShownMax ? [`and ${faults.length - faultsShownMax} more`] : [];
  throw new UsageError(
    ['nothing was imported:', ...faults.slice(0, faultsShownMax), ...more].join('\n'),
  );
}

export const optOutCommands = [list, add, remove, importNumbers];
