// The commands of the archive: the history of old operations in compressed files.

import { join, resolve } from 'node:path';
import { defineCommand } from '../../cli/command.ts';
import { Refusal } from '../../cli/errors.ts';
import { argument, flag, option } from '../../cli/parameters.ts';
import { table } from '../../cli/table.ts';
import { readText, wholeNumber } from '../../cli/values.ts';
import { noteAudit } from '../../platform/audit/index.ts';
import { checkFiles, openArchived, restorePeriod } from '../archive/open.ts';
import { planArchive, runArchive, type PlannedPeriod } from '../archive/run.ts';
import { findArchived } from '../archive/store.ts';
import { requireConfig } from './command-context.ts';

/** Thirteen months: the year before can be looked into whole. */
const ageDaysUsual = 400;
/** Send journals, replays of callbacks and refunds look back as long. */
const ageDaysMin = 35;
const ageDaysMax = 36_500;
const periodsMax = 1_023;
const bytesPerMb = 1_000_000;

const olderThan = option(
  'DAYS',
  `Only periods that ended so many days ago: at least ${ageDaysMin}, without it ${ageDaysUsual}.`,
  wholeNumber(ageDaysMax, ageDaysMin),
);
const periodArgument = argument(
  'PERIOD',
  'Number of the period, as in the list.',
  wholeNumber(periodsMax, 1),
);

const shown = ({ period, endedAt, obstacle }: PlannedPeriod) => ({
  period,
  endedAt: endedAt.toISOString(),
  obstacle,
});

const tableOfPlanned = (periods: ReturnType<typeof shown>[], none: string): string =>
  table(
    periods,
    {
      period: ({ period }) => String(period),
      ended: ({ endedAt }) => endedAt.slice(0, 10),
      'must wait': ({ obstacle }) => obstacle ?? 'no',
    },
    none,
  );

const plan = defineCommand({
  name: 'plan',
  summary: 'List the periods that are old enough, and what keeps them from being archived.',
  options: { olderThan },
  run: async ({ database }, { olderThan: ageDays = ageDaysUsual }) => ({
    periods: (await planArchive(database, ageDays)).map(shown),
  }),
  present: ({ periods }) => tableOfPlanned(periods, 'No period is old enough.'),
});

const run = defineCommand({
  name: 'run',
  summary: 'Archive the history of old periods, and finish a run that was broken off.',
  details: [
    'The history of operations: state changes, requests to providers, bodies and deliveries of callbacks.',
    'Operations, the ledger and external ids stay in the database.',
    'Nodes may be at work meanwhile. The rows are dropped once the files were synced, read back and compared.',
  ].join(' '),
  options: {
    olderThan,
    directory: option('DIRECTORY', 'Where the files go, without it DATA_DIR/archive.', readText),
  },
  async run({ database, who }, { olderThan: ageDays = ageDaysUsual, directory }) {
    const place = resolve(directory ?? join(requireConfig().dataDir, 'archive'));
    const outcome = await runArchive({ database, directory: place, ageDays });
    if (outcome === null) throw new Refusal('another archive run is at work');
    const archived = outcome.archived.map(({ period, files }) => ({
      period,
      rows: files.reduce((sum, file) => sum + Number(file.rows), 0),
      bytes: files.reduce((sum, file) => sum + Number(file.bytes), 0),
    }));
    if (archived.length > 0)
      await noteAudit(database, {
        who,
        action: 'archive.run',
        new: { periods: archived.map(({ period }) => period), directory: place },
      });
    return { directory: place, archived, waiting: outcome.waiting.map(shown) };
  },
  present: ({ directory, archived, waiting }) =>
    [
      ...archived.map(
        ({ period, rows, bytes }) =>
          `Period ${period}: ${rows} rows in ${Math.ceil(bytes / bytesPerMb)} MB below ${directory}.`,
      ),
      ...waiting.map(({ period, obstacle }) => `Period ${period} waits: ${obstacle}.`),
      ...(archived.length + waiting.length === 0 ? ['No period is old enough.'] : []),
    ].join('\n'),
});

const list = defineCommand({
  name: 'list',
  summary: 'List the archived periods.',
  options: { check: flag('Also read all files and compare them with their digests.') },
  async run({ database }, { check }) {
    const periods = [];
    for (const period of await findArchived(database))
      periods.push({
        period: period.period,
        state: period.state,
        directory: period.directory,
        rows: Number(period.rows),
        bytes: Number(period.bytes),
        archivedAt: period.archivedAt?.toISOString() ?? null,
        faults: check ? await checkFiles(database, period) : [],
      });
    return { periods };
  },
  present: ({ periods }) =>
    [
      table(
        periods,
        {
          period: ({ period }) => String(period),
          state: ({ state }) => (state === 'archived' ? state : 'unfinished: run again'),
          archived: ({ archivedAt }) => archivedAt?.slice(0, 10) ?? '',
          rows: ({ rows }) => String(rows),
          MB: ({ bytes }) => String(Math.ceil(bytes / bytesPerMb)),
          directory: ({ directory }) => directory,
        },
        'Nothing is archived.',
      ),
      ...periods.flatMap(({ faults }) => faults),
    ].join('\n'),
  hasFailed: ({ periods }) => periods.some(({ faults }) => faults.length > 0),
});

const show = defineCommand({
  name: 'show',
  summary: 'Show the archived history of an operation.',
  arguments: { id: argument('TRANSACTION', 'Number of the transaction.', readId) },
  async run({ database }, { id }) {
    const tables = await openArchived(database, id);
    if (tables === null) throw new Refusal(`the history of ${id} is not in the archive`);
    return { id, tables };
  },
  present: ({ tables }) =>
    tables
      .map(({ table: name, rows }) =>
        [name, ...rows.map((row) => `  ${JSON.stringify(row)}`)].join('\n'),
      )
      .join('\n'),
});
function readId(text: string): string {
  if (!/^\d{1,16}$/.test(text)) throw new Refusal(`${text} is no number of a transaction`);
  return text;
}

const restore = defineCommand({
  name: 'restore',
  summary: 'Put the rows of an archived period back into the database.',
  details: 'The files stay, and are written anew when the period is archived again.',
  arguments: { period: periodArgument },
  async run({ database, who }, { period }) {
    const outcome = await restorePeriod(database, period);
    if (!outcome.ok) throw new Refusal(outcome.reason);
    await noteAudit(database, { who, action: 'archive.restore', new: { period } });
    const { rows, withoutPerson, filled, left } = outcome;
    return { period, rows, withoutPerson, filled, left };
  },
  present: ({ period, rows, withoutPerson, filled, left }) =>
    [
      `Period ${period}: ${rows} rows are in the database again.`,
      ...(withoutPerson > 0
        ? [`Personal data that was removed since stayed away, of ${withoutPerson} operations.`]
        : []),
      ...(filled.length > 0 ? [`Not in the files, and set by default: ${filled.join(', ')}.`] : []),
      ...(left.length > 0
        ? [`Only in the files, as their columns are gone: ${left.join(', ')}.`]
        : []),
    ].join('\n'),
});

export const commands = [plan, run, list, show, restore];
