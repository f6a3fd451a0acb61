// Opens a statement file by what it holds: a table, or a bank's message. Both tell rows.

import {
  openRows,
  ReadingCut,
  type OpenedRows,
  type StreamedRow,
} from '../../platform/spreadsheet/index.ts';
import { openThread, ThreadCut } from '../../platform/limited-thread/limited-thread.ts';
import { bankMessageOf } from './bank-message.ts';
import type { BankForm } from './bank-mapping.ts';
import type { BankEnd, BankRowsRead, BankTask } from './read-bank.ts';

export type StatementForm = 'csv' | 'xlsx' | BankForm;

/** `bank`: what a bank's message says of itself; null: it is a table. */
export interface TakenRows {
  form: StatementForm;
  rows: StreamedRow[];
  end: { bank: BankEnd | null } | null;
}

export interface OpenedStatement {
  take(wanted: number): Promise<TakenRows>;
  /** Always, also when the rows are over. */
  close(): void;
}

/** The file cannot be read as what it is; the message names it: `bank_amount: line 14`. */
export class StatementFault extends Error {}

const threadEntry = new URL('./read-bank-thread.ts', import.meta.url);
/** As for tables: twenty megabytes take some seconds. */
const readingMs = 60_000;

export async function openStatement(
  bytes: Buffer,
  told: { rowsMax: number; timeZone: string; readingMs?: number },
): Promise<OpenedStatement> {
  const message = bankMessageOf(bytes);
  if (message === 'xml') throw new StatementFault(message);
  if (message !== null) return openBank(bytes, message, told);
  const { timeZone: _, ...limits } = told;
  const opened: OpenedRows = await openRows(bytes, { ...limits, looksBeyond: true });
  return {
    async take(wanted) {
      const { form, rows, end } = await opened.take(wanted);
      // One is read: rows of the other would be left out without a word.
      if (end?.hasOtherTable === true) throw new StatementFault('several_sheets');
      return { form, rows, end: end === null ? null : { bank: null } };
    },
    close: opened.close,
  };
}

async function openBank(
  bytes: Buffer,
  form: BankForm,
  told: { timeZone: string; readingMs?: number },
): Promise<OpenedStatement> {
  const task = { bytes, form, utcOffsetMinutes: offsetOf(told.timeZone) };
  const thread = await openThread<BankTask, number, BankRowsRead>(threadEntry, {
    task,
    workingMs: told.readingMs ?? readingMs,
  });
  return {
    async take(wanted) {
      const read = await thread.ask(wanted).catch((error: unknown) => {
        throw error instanceof ThreadCut ? new ReadingCut() : error;
      });
      if ('problem' in read) throw new StatementFault(read.problem);
      return { form, rows: read.rows, end: read.end === null ? null : { bank: read.end } };
    },
    close: () => thread.close(),
  };
}

const minuteMs = 60_000;

/**
 * The offset of the winter: banks write times without a zone by their own clock. An unknown zone is
 * refused elsewhere.
 */
function offsetOf(timeZone: string): number {
  const winter = Date.parse('2026-01-01');
  try {
    const form = new Intl.DateTimeFormat('sv-SE', {
      timeZone,
      dateStyle: 'short',
      timeStyle: 'medium',
    });
    return (Date.parse(`${form.format(winter).replace(' ', 'T')}Z`) - winter) / minuteMs;
  } catch {
    return 0;
  }
}
