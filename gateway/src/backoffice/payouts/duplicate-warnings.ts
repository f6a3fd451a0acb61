// Finds lines that look like another line or like a past payment. These duplicate warnings forbid
// nothing: users confirm whether they mean it.

import { isDeepStrictEqual } from 'node:util';
import { plainArray, textArray } from '../../platform/db/array-text.ts';
import type { Session, Statement } from '../../platform/db/database.ts';
import { slicesOf } from '../../platform/in-turns.ts';
import type { UsedBy } from './check-line.ts';

export type DuplicateWarning =
  | { kind: 'sameInFile'; line: number }
  | { kind: 'paidBefore'; transactionId: string; at: string }
  | { kind: 'inBatch'; batchId: number };

/**
 * Days back in which the same amount to the same recipient is reported. More than a month, so that
 * last month's salaries are included.
 */
const pastDays = 35;

/** Looked up in one statement: its values and rows are read without letting other work go on. */
const linesAtOnce = 1_000;

const selectPast: Statement = {
  name: 'select_payouts_of_past',
  text: `select k.place, o.id, o.created_at as at from unnest($2::text[], $3::bigint[])
    with ordinality as k(phone, amount, place)
    cross join lateral (
      select id, created_at from operation
      where phone || '' = k.phone and account_id = $1 and amount = k.amount and direction = 'DEBIT'
        and state not in ('FAILED', 'CANCELED', 'REFUNDED')
        and created_at > jokko_now() - interval '${pastDays} days'
      limit 1) as o`,
};
const selectOnTheirWay: Statement = {
  name: 'select_payouts_on_their_way',
  text: `select k.place, l.batch_id as "batchId" from unnest($2::text[], $3::bigint[])
    with ordinality as k(phone, amount, place)
    cross join lateral (
      select batch_id from payout_line
      where account_id = $1 and phone = k.phone and amount = k.amount
        and state in ('waiting', 'sending') and batch_id <> $4
      union all
      select d.batch_id from payout_line d join payout_batch b on b.id = d.batch_id
      where d.account_id = $1 and d.phone = k.phone and d.amount = k.amount and d.state = 'draft'
        and d.batch_id <> $4
        and b.state = 'awaiting_approval' and $5
      limit 1) as l`,
};
// Looked up by key for each line: a join could read all of them for each line of a young batch.
const storeDuplicates: Statement = {
  name: 'store_payout_doubts',
  text: `update payout_line set duplicates = ($2::jsonb -> number::text)::json,
    changed_at = jokko_now()
    where batch_id = $1 and $2::jsonb ? number::text`,
};
const countDuplicated: Statement = {
  name: 'count_doubtful_payouts',
  text: `update payout_batch set duplicated = (select count(*) from payout_line where batch_id = $1
    and duplicates is not null), changed_at = jokko_now()
    where id = $1`,
};
const selectUsed: Statement = {
  name: 'select_used_external_ids',
  text: `select k.id, u.by, u.of from unnest($2::text[]) as k(id) cross join lateral (
      select 'transaction' as by, o.id::text as of from operation o where o.external_id = k.id
        and o.account_id = $1
      union all
      select 'batch', batch_id::text from payout_line
        where account_id = $1 and external_id = k.id and state not in ('draft', 'canceled')
      limit 1) as u`,
};

export interface Payment {
  phone: string;
  amount: bigint;
}

export interface DuplicateFinder {
  accountId: number;
  batchId: number;
  /**
   * Whether other batches count that only wait for an approval; else those alone whose lines may go
   * out.
   */
  asked: boolean;
}

/** By place in `payments`, from 0. */
export async function findDuplicates(
  session: Session,
  duplicateFinder: DuplicateFinder,
  payments: readonly Payment[],
): Promise<Map<number, DuplicateWarning>> {
  const found = new Map<number, DuplicateWarning>();
  let start = 0;
  for (const slice of slicesOf(payments, linesAtOnce)) {
    for (const [place, duplicate] of await duplicatesAmong(session, duplicateFinder, slice))
      found.set(start + place, duplicate);
    start += slice.length;
  }
  return found;
}

async function duplicatesAmong(
  session: Session,
  { accountId, batchId, asked }: DuplicateFinder,
  payments: readonly Payment[],
): Promise<Map<number, DuplicateWarning>> {
  const values = [
    accountId,
    textArray(payments.map(({ phone }) => phone)),
    plainArray(payments.map(({ amount }) => amount)),
  ];
  const past = await session.query<{ place: bigint; id: bigint; at: Date }>(selectPast, values);
  const others = await session.query<{ place: bigint; batchId: number }>(selectOnTheirWay, [
    ...values,
    batchId,
    asked,
  ]);
  return new Map<number, DuplicateWarning>([
    ...others.map((row): [number, DuplicateWarning] => [
      Number(row.place) - 1,
      { kind: 'inBatch', batchId: row.batchId },
    ]),
    ...past.map(({ place, id, at }): [number, DuplicateWarning] => [
      Number(place) - 1,
      { kind: 'paidBefore', transactionId: String(id), at: at.toISOString() },
    ]),
  ]);
}

/** A line that may go out. */
interface WithDuplicates {
  number: number;
  phone: string | null;
  amount: bigint | null;
  duplicates: readonly DuplicateWarning[] | null;
}

/**
 * Rechecks lines that are not leased and stores their duplicate warnings. Answers whether one looks
 * like a payment elsewhere and did not when somebody looked last. Call under `lockAndFindBatch`.
 */
export async function renewDuplicates(
  session: Session,
  duplicateFinder: DuplicateFinder,
  lines: readonly WithDuplicates[],
): Promise<boolean> {
  const read = lines.flatMap((line) =>
    line.phone === null || line.amount === null
      ? []
      : [{ ...line, phone: line.phone, amount: line.amount }],
  );
  const found = await findDuplicates(session, duplicateFinder, read);
  let isNew = false;
  const renewed: { [number: string]: DuplicateWarning[] } = {};
  for (const [place, duplicate] of found) {
    const { number, duplicates } = read[place]!;
    const known = duplicates ?? [];
    if (known.some((one) => isDeepStrictEqual(one, duplicate))) continue;
    const inFile = known.filter(({ kind }) => kind === 'sameInFile');
    isNew ||= inFile.length === known.length;
    renewed[number] = [...inFile, duplicate];
  }
  if (Object.keys(renewed).length === 0) return false;
  await session.query(storeDuplicates, [duplicateFinder.batchId, JSON.stringify(renewed)]);
  await session.query(countDuplicated, [duplicateFinder.batchId]);
  return isNew;
}

/** Which of these ids an operation or a line that was submitted has already, and which one. */
export async function findUsedIds(
  session: Session,
  accountId: number,
  externalIds: readonly string[],
): Promise<Map<string, UsedBy>> {
  const used = new Map<string, UsedBy>();
  for (const slice of slicesOf(externalIds, linesAtOnce)) {
    const rows = await session.query<{ id: string; by: UsedBy['by']; of: string }>(selectUsed, [
      accountId,
      textArray(slice),
    ]);
    for (const { id, by, of } of rows) used.set(id, { by, id: of });
  }
  return used;
}
