// Reads a statement of a bank, camt.053 or MT940, and tells it as the rows of a table, so that all
// that follows is as for other files. It runs in a thread of its own (read-bank-thread.ts).

import { toDecimalString } from '@jokko/contract';
import {
  readCamtPages,
  readMt940Pages,
  wholeFile,
  type BankFile,
  type BankPlace,
  type BankRow,
} from '@jokko/connectors/kit/bank-statement';
import type { StreamedRow } from '../../platform/spreadsheet/index.ts';
import { decodeText } from '../../platform/text-encoding.ts';
import { bankColumns, bankHeadingRow, type BankForm } from './bank-mapping.ts';

export interface BankTask {
  bytes: Uint8Array;
  form: BankForm;
  utcOffsetMinutes: number;
}

/** What it says of the account as a whole. */
export type BankEnd = Pick<BankFile, 'account' | 'days'>;

/** Its answer to the number of rows that are wanted. `end`: there are no more. */
export type BankRowsRead = { rows: StreamedRow[]; end: BankEnd | null } | { problem: string };

const noNumbers: ReadonlySet<number> = new Set();
const row = (line: number, cells: string[]): StreamedRow => ({ line, cells, numbers: noNumbers });

export function readBank(task: BankTask): (wanted: number) => BankRowsRead {
  const read = readAll(task);
  if ('problem' in read) return () => read;
  const rows = rowsOf(read);
  const { account, days } = read;
  return (wanted) => {
    const taken: StreamedRow[] = [];
    while (taken.length < wanted) {
      const next = rows.next();
      if (next.done === true) return { rows: taken, end: { account, days } };
      taken.push(next.value);
    }
    return { rows: taken, end: null };
  };
}

function readAll({ bytes, form, utcOffsetMinutes }: BankTask): BankFile | { problem: string } {
  const given = Buffer.from(bytes);
  const pages =
    form === 'camt'
      ? readCamtPages(given, utcOffsetMinutes)
      : // References are Latin letters without accents in every encoding.
        readMt940Pages(decodeText(given) ?? given.toString('latin1'), utcOffsetMinutes);
  const read = 'fault' in pages ? pages : wholeFile(pages);
  return 'fault' in read ? { problem: `bank_${read.fault}: ${inWords(read.place)}` } : read;
}

/** `line 14`, `statement 2 entry 3` */
const inWords = (place: BankPlace): string =>
  Object.entries(place)
    .map(([name, number]) => `${name} ${number}`)
    .join(' ');

/** The account and its balances stand above the headings. */
function* rowsOf({ account, opening, closing, rows }: BankFile): Generator<StreamedRow, void> {
  const money = (amount: bigint | null): string => (amount === null ? '' : toDecimalString(amount));
  yield row(1, ['account', account]);
  yield row(bankHeadingRow - 1, ['opening', money(opening), 'closing', money(closing)]);
  yield row(bankHeadingRow, Object.values(bankColumns));
  for (const each of rows) yield row(bankHeadingRow + each.number, cellsOf(each));
}

function cellsOf({ line, booked, details }: BankRow): string[] {
  return [
    line.ours ?? '',
    line.theirs,
    line.direction,
    toDecimalString(line.amount),
    toDecimalString(line.fee),
    line.currency,
    line.status,
    // A date alone is one of the time zone that the user names.
    booked.isDate ? booked.day : new Date(booked.atMs).toISOString(),
    line.type,
    details,
  ];
}
