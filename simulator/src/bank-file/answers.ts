// The files that the bank puts: numbered, so that no name comes twice, also after a restart.

import { readFileSync, writeFileSync } from 'node:fs';
import type { Line, Operation } from '../core/operation.ts';
import type { Row } from '../core/statement.ts';
import type { Folder } from './folder.ts';
import { endToEndIdOf } from './references.ts';
import { reasonOf } from './suffixes.ts';
import { returnNotice, statement, statusReport } from './write-files.ts';
import type { Status } from './write-files.ts';

/** What outlives a restart and is in no book. */
interface Kept {
  reports: number;
  /** The last day that has a statement. */
  statementDay: string;
  accounts: string[];
}

export interface Answers {
  readonly kept: Kept;
  save(): void;
  /** Of a whole file. */
  report(messageId: string, group: { status: string; reason?: string; text?: string }): void;
  /** Of transfers of one file. */
  results(messageId: string, operations: readonly Operation[]): void;
  back(operation: Operation, account: string): void;
  statement(account: string, day: string, rows: readonly Row[]): void;
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
    return { id, at: `${new Date(nowMs()).toISOString().slice(0, 19)}Z` };
  };
  return {
    kept,
    save,
    report(messageId, group) {
      const head = begin();
      const text = statusReport({ ...head, messageId, group, transfers: [] });
      folder.put(`pain002-${head.id}.xml`, text);
    },
    results(messageId, operations) {
      const head = begin();
      const transfers = operations.map(statusOf);
      const isMixed = new Set(transfers.map(({ status }) => status)).size > 1;
      const group = isMixed ? { group: { status: 'PART' } } : {};
      folder.put(
        `pain002-${head.id}.xml`,
        statusReport({ ...head, messageId, ...group, transfers }),
      );
    },
    back(operation, account) {
      const head = begin();
      const transfer = statusOf(operation);
      folder.put(`camt054-${head.id}.xml`, returnNotice({ ...head, account, transfer }));
    },
    statement(account, day, rows) {
      const head = begin();
      folder.put(`camt053-${head.id}.xml`, statement({ ...head, day, account, rows }));
    },
  };
}

/** The bank's own reference of a transfer. */
export const idOf = ({ seq }: Pick<Line, 'seq'>): string => `BK${String(seq).padStart(8, '0')}`;

function statusOf(operation: Operation): Status {
  const { reference, amount, currency, party, status, errorId } = operation;
  const known = {
    endToEndId: endToEndIdOf(reference),
    amount,
    currency,
    rib: party,
    bankReference: idOf(operation),
  };
  return status === 'failed'
    ? { ...known, status: 'RJCT', reason: reasonOf(errorId) }
    : { ...known, status: 'ACSC' };
}

function readKept(file: string, statementDay: string): Kept {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Kept;
  } catch {
    return { reports: 0, statementDay, accounts: [] };
  }
}
