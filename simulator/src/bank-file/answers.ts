// The files that the bank puts: numbered, so that no name comes twice, also after a restart.

import { readFileSync, writeFileSync } from 'node:fs';
import type { Line, Operation } from '../core/operation.ts';
import type { Row } from '../core/statement.ts';
import type { Folder } from './folder.ts';
import { endToEndIdOf } from './references.ts';
import { reasonOf, waits } from './suffixes.ts';
import { movedBy, returnNotice, statement, statusReport, timeOf } from './write-files.ts';
import type { Balance, Status } from './write-files.ts';

/** What outlives a restart and is in no book. */
interface Kept {
  reports: number;
  /** The last day that has a statement. */
  statementDay: string;
  /** By account and currency, the ten-thousandths that its last statement closed with. */
  balances: { [account: string]: { [currency: string]: string } };
}

/** What an account holds before its first statement: a thousand million units. */
const firstBalance = '10000000000000';

/** Status of a whole file. */
type Group = NonNullable<Parameters<typeof statusReport>[0]['group']>;

export interface Answers {
  readonly kept: Readonly<Kept>;
  /** An account that statements are made of, from now on. */
  open(account: string, currency: string): void;
  /** Reports the status of a whole file. */
  report(messageId: string, group: Group): void;
  /** That the transfers of a file are worked on: as a whole, or each where one of them waits. */
  taken(messageId: string, operations: readonly Operation[]): void;
  /** Reports transfers of one file. */
  results(messageId: string, operations: readonly Operation[]): void;
  back(operation: Operation, account: string): void;
  /** Writes those of all accounts, for the day after the last one. */
  statements(day: string, rowsOf: ReadonlyMap<string, readonly Row[]>): void;
}

/** `firstDay`: the last day that needs no statement where nothing is kept yet. */
export function createAnswers(
  folder: Folder,
  file: string,
  firstDay: string,
  nowMs: () => number,
): Answers {
  const kept = readKept(file, firstDay);
  const save = (): void => writeFileSync(file, JSON.stringify(kept));
  const begin = (): { id: string; at: string } => {
    kept.reports += 1;
    save();
    const id = `REP${String(kept.reports).padStart(9, '0')}`;
    return { id, at: timeOf(nowMs()) };
  };
  const tell = (messageId: string, transfers: readonly Status[], group?: Group): void => {
    const head = begin();
    const text = statusReport({ ...head, messageId, group, transfers });
    folder.put(`pain002-${head.id}.xml`, text);
  };
  return {
    kept,
    open(account, currency) {
      kept.balances[account] ??= {};
      kept.balances[account][currency] ??= firstBalance;
    },
    report: (messageId, group) => tell(messageId, [], group),
    taken(messageId, operations) {
      const isPartly = operations.some(({ party }) => waits(party));
      const transfers = isPartly ? operations.map(workingOn) : [];
      tell(messageId, transfers, { status: isPartly ? 'PART' : 'ACSP' });
    },
    results(messageId, operations) {
      const transfers = operations.map(statusOf);
      const isMixed = new Set(transfers.map(({ status }) => status)).size > 1;
      tell(messageId, transfers, isMixed ? { status: 'PART' } : undefined);
    },
    back(operation, account) {
      const head = begin();
      const transfer = statusOf(operation);
      folder.put(`camt054-${head.id}.xml`, returnNotice({ ...head, account, transfer }));
    },
    statements(day, rowsOf) {
      const closing: Kept['balances'] = {};
      for (const [account, held] of Object.entries(kept.balances)) {
        const head = begin();
        const rows = rowsOf.get(account) ?? [];
        const balances = balancesOf(held, rows);
        const given = { ...head, day, account, balances, rows };
        folder.put(`camt053-${head.id}.xml`, statement(given));
        closing[account] = Object.fromEntries(
          balances.map(({ currency, closingMinor }) => [currency, String(closingMinor)]),
        );
      }
      // With the day, so that a statement that is made anew opens as the first time.
      Object.assign(kept, { statementDay: day, balances: closing });
      save();
    },
  };
}

/**
 * The balances of a day close over all that its rows show, also where these differ from what was
 * executed.
 */
function balancesOf(held: Kept['balances'][string], rows: readonly Row[]): Balance[] {
  const currencies = new Set([...Object.keys(held), ...rows.map(({ currency }) => currency)]);
  return [...currencies].map((currency) => {
    const openingMinor = BigInt(held[currency] ?? firstBalance);
    const closingMinor = rows
      .filter((row) => row.currency === currency)
      .reduce((sum, row) => sum + movedBy(row), openingMinor);
    return { currency, openingMinor, closingMinor };
  });
}

/** The bank's own reference of a transfer. */
export const idOf = ({ seq }: Pick<Line, 'seq'>): string => `BK${String(seq).padStart(8, '0')}`;

const workingOn = (operation: Operation): Status => ({
  ...namesOf(operation),
  status: waits(operation.party) ? 'PDNG' : 'ACSP',
});

const namesOf = (operation: Operation) => ({
  endToEndId: endToEndIdOf(operation.reference),
  amount: operation.amount,
  currency: operation.currency,
  rib: operation.party,
  bankReference: idOf(operation),
});

function statusOf(operation: Operation): Status {
  const { status, errorId } = operation;
  const known = namesOf(operation);
  return status === 'failed'
    ? { ...known, status: 'RJCT', reason: reasonOf(errorId) }
    : { ...known, status: 'ACSC' };
}

function readKept(file: string, statementDay: string): Kept {
  try {
    const { accounts = [], ...kept } = JSON.parse(readFileSync(file, 'utf8')) as Kept & {
      /** The file may be of an earlier version: it knew no balances. */
      accounts?: string[];
    };
    const first = accounts.map((account) => [account, { XOF: firstBalance }]);
    return { ...kept, balances: kept.balances ?? Object.fromEntries(first) };
  } catch {
    return { reports: 0, statementDay, balances: {} };
  }
}
