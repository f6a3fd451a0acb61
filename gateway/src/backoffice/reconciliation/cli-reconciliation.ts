// The commands of reconciliation: import a provider's statement and compare it with the ledger,
// list the statements.

import { basename } from 'node:path';
import { toDecimalString } from '@jokko/contract';
import { makePortalCheck, portalRoutes } from '@jokko/contract/portal';
import {
  importStatement,
  listFiles,
  pieceBytesMax,
  type ImportedStatement,
  type Mapping,
  type Party,
} from './index.ts';
import { defineCommand } from '../../cli/command.ts';
import { Refusal, UsageError } from '../../cli/errors.ts';
import { readFilePieces, readFileText } from '../../cli/files.ts';
import { argument, limitOption, option } from '../../cli/parameters.ts';
import { table } from '../../cli/table.ts';
import { readText } from '../../cli/values.ts';
import { bankAccountOption, requireBankAccount } from '../bank-accounts/cli-bank-account.ts';

interface Period {
  from: Date;
  until: Date;
}

function readPeriod(from: string | undefined, until: string | undefined): Period | null {
  if (from === undefined && until === undefined) return null;
  const period = { from: new Date(from ?? ''), until: new Date(until ?? '') };
  if (!(period.from < period.until))
    throw new UsageError(
      '--from and --until take two times such as 2026-11-20T00:00:00Z, the later one last',
    );
  return period;
}

const mappingSchema = portalRoutes['POST operator/reconciliation/begin'].body.properties.mapping;

function readMapping(file: string): Mapping {
  const text = readFileText(file);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${file} is not JSON: ${(error as Error).message}`, { cause: error });
  }
  const { value: mapping, faults } = makePortalCheck(mappingSchema)(value);
  if (faults.length === 0) return mapping as Mapping;
  throw new UsageError(
    `${file}: ${faults.map(({ field, problem }) => `${field} ${problem}`).join(', ')}`,
  );
}

const importFile = defineCommand({
  name: 'import',
  summary:
    'Import a statement of a provider or bank (CSV, XLSX, camt.053, MT940) and compare it with the ledger.',
  details: [
    'The mapping of its columns is kept for the next statement of the route or bank account.',
    'A statement of more than 40 days needs --from and --until.',
    'In the sandbox the simulator serves statements at http://127.0.0.1:PORT/control/statement?account=JOKKO-OPA-SN, where PORT is SIMULATOR_PORT, or "port" in DATA_DIR/simulator.json.',
  ].join(' '),
  arguments: { file: argument('FILE', 'Path of the statement.', readText) },
  options: {
    provider: option('ROUTE', 'The route whose statement it is.', readText),
    bankAccount: bankAccountOption('The bank account whose statement it is, by its number here.'),
    mapping: option('FILE', 'Mapping of the columns, as JSON.', readMapping),
    from: option('TIME', 'Beginning of the period.', readText),
    until: option('TIME', 'End of the period.', readText),
  },
  examples: ['statement.csv --provider OPD_SN', 'statement.sta --bank-account 1'],
  check({ provider, bankAccount, from, until }) {
    if ((provider === undefined) === (bankAccount === undefined))
      throw new UsageError('give either --provider or --bank-account');
    if (provider === '') throw new UsageError('--provider must not be empty');
    readPeriod(from, until);
  },
  async run({ database, who }, { file, provider, bankAccount, mapping = null, from, until }) {
    const party: Party =
      bankAccount === undefined
        ? { route: provider! }
        : { bankAccountId: (await requireBankAccount(database, bankAccount)).id };
    const imported = await importStatement(database, {
      party,
      name: basename(file),
      pieces: readFilePieces(file, pieceBytesMax),
      mapping,
      period: readPeriod(from, until),
      by: { userId: null, who },
    });
    if (!imported.ok) {
      const of = provider ?? `bank account ${bankAccount}`;
      throw new Refusal(reasonOf(imported, file, of));
    }
    const { sums, totals, ...statement } = imported.statement;
    // `gaps` is what scripts read in the JSON of this command.
    const { id, state, lines, discrepancies: gaps, linesOutside } = statement;
    const addsUp = totals.every((total) => total.addsUp);
    const presented = sums.map(({ theirs, ours, fees, feesExpected, ...sum }) => ({
      ...sum,
      theirs: toDecimalString(theirs),
      ours: toDecimalString(ours),
      fees: toDecimalString(fees),
      feesExpected: toDecimalString(feesExpected),
    }));
    return { id, state, lines, gaps, linesOutside, addsUp, sums: presented };
  },
  present: ({ id, lines, gaps, linesOutside, addsUp, sums }) =>
    [
      `Statement ${id}: ${lines} rows, ${gaps} discrepancies${addsUp ? '.' : '; THE TOTALS DO NOT MATCH.'}`,
      ...(linesOutside === 0 ? [] : [`${linesOutside} rows are outside the period.`]),
      '',
      table(
        sums,
        {
          currency: ({ currency }) => currency,
          class: (sum) => sum.class,
          rows: (sum) => sum.lines,
          provider: ({ theirs }) => theirs,
          ledger: ({ ours }) => ours,
        },
        'No rows.',
      ),
    ].join('\n'),
});

function reasonOf(
  refused: Extract<ImportedStatement, { ok: false }>,
  file: string,
  party: string,
): string {
  switch (refused.refusal) {
    case 'tooLarge':
      return `${file} is larger than 20 MB`;
    case 'unreadable':
      return `${file} cannot be read: ${refused.problem}`;
    case 'noMapping':
      return `no mapping is known for the statements of ${party}: give one with --mapping. A suggestion:\n${JSON.stringify(refused.suggestion, null, 2)}`;
    case 'otherRoute': {
      const { route: other, count, known } = refused.other;
      return `${count} of ${known} known references in ${file} are payments of ${other}: import it for that route, or name ${other} in "routes" of the mapping where both share one account`;
    }
    case 'sameFile':
      return `${file} was already imported, as number ${refused.id}`;
    case 'mapping':
      return `the mapping is wrong: ${refused.fields.join(', ')}`;
    case 'empty':
      return `${file} is empty`;
    case 'incomplete':
    case 'unknown':
      return 'the upload no longer exists';
    case 'failed':
      return `${file} was imported as number ${refused.id} and cannot be read: ${refused.problem}`;
  }
}

const list = defineCommand({
  name: 'list',
  summary: 'List imported statements with their rows and discrepancies.',
  options: {
    provider: option('ROUTE', 'Only those of this route.', readText, ''),
    limit: limitOption,
  },
  async run({ database }, { provider, limit }) {
    const found = await listFiles(database, { party: provider, before: null, limit });
    return {
      files: found.map(
        ({
          mapping: _,
          searchedUntil: __,
          position: ___,
          discrepancies: gaps,
          discrepanciesOpen: gapsOpen,
          ...file
        }) => ({ ...file, gaps, gapsOpen }),
      ),
    };
  },
  present: ({ files }) =>
    table(
      files,
      {
        id: ({ id }) => id,
        day: ({ periodFrom }) => periodFrom?.toISOString().slice(0, 10),
        route: ({ route, bankAccount }) => route ?? bankAccount?.name ?? '',
        state: ({ state }) => state,
        rows: ({ lines }) => lines,
        discrepancies: ({ gaps }) => gaps,
        open: ({ gapsOpen }) => gapsOpen,
        file: ({ name }) => name,
      },
      'No statements.',
    ),
});

export const commands = [importFile, list];
