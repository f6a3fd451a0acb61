// The commands of SMS routing: the routing document and the ported numbers.

import {
  exportRouting,
  importPorted,
  importRouting,
  listPorted,
  loadRouting,
  removePorted,
} from './index.ts';
import { defineCommand } from '../../cli/command.ts';
import { documentText, importText } from '../../cli/document-file.ts';
import { Refusal } from '../../cli/errors.ts';
import { fileSummary, readFileText } from '../../cli/files.ts';
import { argument, flag, option } from '../../cli/parameters.ts';
import { table } from '../../cli/table.ts';
import { readPhoneNumber, readText, wholeNumber } from '../../cli/values.ts';
import { route } from './cli-sms-route.ts';

const fileArgument = argument('FILE', fileSummary, readText);
const numberArgument = argument('NUMBER', 'International phone number.', readPhoneNumber);

const exportDocument = defineCommand({
  name: 'export',
  summary: 'Print the SMS routing in force as JSON; secrets stay sealed.',
  run: ({ database }) => exportRouting(database),
  document: (text) => documentText('SMS routing', text),
});

const importDocument = defineCommand({
  name: 'import',
  summary: 'Replace the SMS routing with a file.',
  details: 'If there are problems, they are listed with line and field, and nothing is changed.',
  arguments: { file: fileArgument },
  async run({ database, connectionSettings }, { file }) {
    const text = readFileText(file);
    return { file, result: await importRouting(database, text, await connectionSettings()) };
  },
  json: ({ result }) => result,
  present: ({ file, result }) => importText('SMS routing', file, result),
  hasFailed: ({ result }) => !result.ok,
});

const importPortedNumbers = defineCommand({
  name: 'import',
  summary: 'Import ported numbers from lines of number,operator. All or none.',
  arguments: { file: fileArgument },
  options: { replace: flag('Remove the numbers that the file does not contain.') },
  async run({ database, who, connectionSettings }, { file, replace }) {
    const routing = await loadRouting(database, await connectionSettings());
    const result = await importPorted(database, readFileText(file), routing, { replace, who });
    return { file, result };
  },
  json: ({ result }) => result,
  present({ file, result }) {
    if (result.ok)
      return result.numbers === 1
        ? '1 ported number was imported.'
        : `${result.numbers} ported numbers were imported.`;
    return [
      ...result.problems.map(({ line, message }) => `${file}:${line} ${message}`),
      `${result.faults} problems; nothing was changed.`,
    ].join('\n');
  },
  hasFailed: ({ result }) => !result.ok,
});

const portedMax = 100_000;

const listPortedNumbers = defineCommand({
  name: 'list',
  summary: 'List numbers whose operator is not the one of their prefix.',
  options: {
    after: option('NUMBER', 'Only numbers after this one.', readPhoneNumber),
    limit: option('N', 'Number of rows.', wholeNumber(portedMax), '100'),
  },
  async run({ database }, { after = '0', limit }) {
    const numbers = (await listPorted(database, after, limit)).map(({ msisdn, operator }) => ({
      number: `+${msisdn}`,
      operator,
    }));
    return { numbers };
  },
  present: ({ numbers }) =>
    table(
      numbers,
      { number: ({ number }) => number, operator: ({ operator }) => operator },
      'No ported numbers.',
    ),
});

const removePortedNumber = defineCommand({
  name: 'remove',
  summary: 'Remove a ported number: the operator of its prefix applies again.',
  arguments: { number: numberArgument },
  async run({ database, who }, { number }) {
    if (!(await removePorted(database, who, number))) throw new Refusal(`+${number} is not ported`);
    return { number: `+${number}` };
  },
  present: ({ number }) => `${number} was removed. The operator of its prefix applies again.`,
});

export const commands = [
  {
    name: 'routing',
    summary: 'Export and import countries, operators, prices, carrier connections and routes.',
    commands: [exportDocument, importDocument],
  },
  route,
  {
    name: 'ported',
    summary: 'Manage ported numbers.',
    commands: [importPortedNumbers, listPortedNumbers, removePortedNumber],
  },
];
