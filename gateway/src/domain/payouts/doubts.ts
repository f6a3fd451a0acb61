// Does a line look like another one, or like a payment of the past? Nothing that forbids it: people say whether they mean it.

import { plainArray, textArray } from '../../db/array-text.ts';
import type { Session, Statement } from '../../db/database.ts';

export type LineDoubt =
  { kind: 'sameInFile'; line: number } | { kind: 'paidBefore'; transactionId: string; at: string } | { kind: 'inBatch'; batchId: number };

/** Days back in which the same amount to the same recipient is told. */
const pastDays = 7;

const selectPast: Statement = {
  name: 'select_payouts_of_past',
  text: `select k.place, o.id, o.created_at as at from unnest($2::text[], $3::bigint[]) with ordinality as k(phone, amount, place)
    cross join lateral (
      select id, created_at from operation
      where phone || '' = k.phone and account_id = $1 and amount = k.amount and direction = 'DEBIT' and state not in ('FAILED', 'CANCELED', 'REFUNDED')
        and created_at > jokko_now() - interval '${pastDays} days'
      limit 1) as o`,
};
const selectOnTheirWay: Statement = {
  name: 'select_payouts_on_their_way',
  text: `select k.place, l.batch_id as "batchId" from unnest($2::text[], $3::bigint[]) with ordinality as k(phone, amount, place)
    cross join lateral (
      select batch_id from payout_line
      where account_id = $1 and phone = k.phone and amount = k.amount and state in ('waiting', 'sending') and batch_id <> $4 limit 1) as l`,
};
const selectUsed: Statement = {
  name: 'select_used_external_ids',
  text: `select k.id from unnest($2::text[]) as k(id)
    where exists (select from operation where external_id = k.id and account_id = $1)
      or exists (select from payout_line where account_id = $1 and external_id = k.id and state not in ('draft', 'canceled'))`,
};

export interface Payment {
  phone: string;
  amount: bigint;
}

/** By place in `payments`, from 0. */
export async function findDoubts(
  session: Session,
  { accountId, batchId }: { accountId: number; batchId: number },
  payments: readonly Payment[],
): Promise<Map<number, LineDoubt>> {
  const values = [accountId, textArray(payments.map(({ phone }) => phone)), plainArray(payments.map(({ amount }) => amount))];
  const past = await session.query<{ place: bigint; id: bigint; at: Date }>(selectPast, values);
  const others = await session.query<{ place: bigint; batchId: number }>(selectOnTheirWay, [...values, batchId]);
  return new Map<number, LineDoubt>([
    ...others.map((row): [number, LineDoubt] => [Number(row.place) - 1, { kind: 'inBatch', batchId: row.batchId }]),
    ...past.map(({ place, id, at }): [number, LineDoubt] => [
      Number(place) - 1,
      { kind: 'paidBefore', transactionId: String(id), at: at.toISOString() },
    ]),
  ]);
}

/** Which of these ids an operation or a line that was submitted has already. */
export async function findUsedIds(session: Session, accountId: number, externalIds: readonly string[]): Promise<Set<string>> {
  const rows = await session.query<{ id: string }>(selectUsed, [accountId, textArray(externalIds)]);
  return new Set(rows.map(({ id }) => id));
}
