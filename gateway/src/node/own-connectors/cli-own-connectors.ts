// The commands of whoever writes a connector: make one, test it, and list what there is.

import { resolve } from 'node:path';
import { defineCommandWithoutDatabase } from '../../cli/command.ts';
import { Refusal, UsageError } from '../../cli/errors.ts';
import { argument, flag, optionalArgument } from '../../cli/parameters.ts';
import { table } from '../../cli/table.ts';
import { readText } from '../../cli/values.ts';
import { findConnectorPackage } from './find-package.ts';
import { testPackage, type RuleResult } from './run-tests.ts';
import { makeConnector } from './scaffold.ts';

/** Throws the sentence as a refusal of the command. */
function refusing<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new Refusal((error as Error).message);
  }
}

function readName(text: string): string {
  if (!/^[a-z][a-z0-9-]{1,39}$/.test(text))
    throw new UsageError('NAME must be small letters, digits and dashes, a letter first');
  return text;
}

const make = defineCommandWithoutDatabase({
  name: 'new',
  summary: 'Make your own connector, with a simulated provider and tests.',
  details: 'Load it with JOKKO_CONNECTORS: see docs/providers/own.md.',
  arguments: {
    name: argument('NAME', 'Small letters, digits and dashes.', readName),
    directory: optionalArgument('DIR', './NAME by default.', readText),
  },
  options: {
    sms: flag('Of an SMS carrier.'),
    batches: flag('With --sms: several messages a request.'),
  },
  examples: [
    ...['senwater', 'senwater ../connectors/senwater', '--sms sentel'],
    '--sms --batches sentel',
  ],
  async run({ connectors }, { name, directory = `./${name}`, sms, batches }) {
    if (batches && !sms) throw new UsageError('--batches is of an SMS carrier: add --sms');
    if ((await connectors()).some((each) => each.name === name))
      throw new Refusal(`there is a connector ${name} already; choose another name`);
    const folder = resolve(directory);
    const carries = batches ? 'SMS in batches' : sms ? 'SMS' : 'payments';
    return { name, folder, files: refusing(() => makeConnector(name, folder, carries)) };
  },
  present: ({ folder, files }) =>
    [
      `${files.length} files in ${folder}. Next:`,
      `  jokko connector test ${folder}`,
      `  JOKKO_CONNECTORS=${folder} jokko serve`,
    ].join('\n'),
});

const test = defineCommandWithoutDatabase({
  name: 'test',
  summary: 'Run the conformance suite and your own tests.',
  arguments: { directory: argument('DIR', 'Folder of the connector.', readText) },
  examples: ['./senwater'],
  async run(_context, { directory }) {
    const given = /^[.\\/]/.test(directory) ? directory : `./${directory}`;
    const found = refusing(() => findConnectorPackage(given, process.cwd()));
    const results = await testPackage(found);
    return {
      directory: found.folder,
      ok: results.every(({ result }) => result !== 'FAILED'),
      results,
    };
  },
  present: ({ results }) => report(results),
  hasFailed: ({ ok }) => !ok,
});

function report(results: readonly RuleResult[]): string {
  const parts = [...new Set(results.map(({ part }) => part))];
  const lines = parts.flatMap((part) => [
    part,
    ...results
      .filter((each) => each.part === part)
      .flatMap(({ rule, result, detail }) => [
        `  ${result.padEnd(7)}  ${rule}${result === 'skipped' ? ` (${detail})` : ''}`,
        ...(result === 'FAILED' ? detail.split('\n').map((line) => `             ${line}`) : []),
      ]),
    '',
  ]);
  const count = (wanted: RuleResult['result']) =>
    results.filter(({ result }) => result === wanted).length;
  return [
    ...lines,
    `${count('ok')} passed, ${count('FAILED')} failed, ${count('skipped')} skipped`,
  ].join('\n');
}

const list = defineCommandWithoutDatabase({
  name: 'list',
  summary: 'List the connectors.',
  run: ({ connectors }) => connectors(),
  present: (rows) =>
    table(
      rows,
      {
        connector: ({ name }) => name,
        for: ({ carries }) => carries,
        from: ({ from }) => from ?? 'the program',
      },
      '',
    ),
});

export const commands = [make, test, list];
