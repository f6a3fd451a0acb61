// Books the fees that a provider tells in its statement alone. A fee that it told with the payment
// was booked with the payment, and stays.

import type { Session, Statement } from '../../../platform/db/database.ts';
import { postingsOf, writeTransfers } from '../../ledger/index.ts';

/** A line of a statement that was matched with an attempt. */
export interface StatedFee {
  accountId: number;
  operationId: bigint;
  attempt: number;
  movement: 'execution' | 'refund';
  /** ISO 4217. */
  currency: string;
  /** Ten-thousandths, zero or more. */
  fee: bigint;
}

// Attempts in the order of their keys, as the writer takes them.
const noteFees: Statement = {
  name: 'note_stated_fees',
  text: `with stated as (
      select * from json_to_recordset($1::json)
        as l(account_id integer, operation_id bigint, attempt smallint, movement text,
          currency text, fee bigint)),
    taken as (
      select a.account_id, a.operation_id, a.number, o.route, o.currency, l.fee
        from stated l
        join operation o on o.account_id = l.account_id and o.id = l.operation_id
          and o.currency = l.currency
        join attempt a on a.account_id = l.account_id and a.operation_id = l.operation_id
          and a.number = l.attempt
        where a.fee is null and a.state = 'SUCCEEDED'
          and (a.purpose = 'refund') = (l.movement = 'refund')
        order by a.account_id, a.operation_id, a.number for update of a)
    update attempt a set fee = t.fee from taken t
      where a.account_id = t.account_id and a.operation_id = t.operation_id and a.number = t.number
        and a.fee is null
      returning t.operation_id::text as "operationId", t.route, t.currency, t.fee,
        jokko_now() as now`,
};

/**
 * Runs inside the caller's transaction. An attempt whose fee is known keeps it, so that nothing is
 * booked twice.
 */
export async function bookStatedFees(session: Session, fees: readonly StatedFee[]): Promise<void> {
  if (fees.length === 0) return;
  const lines = fees.map(({ accountId, operationId, attempt, movement, currency, fee }) => ({
    account_id: accountId,
    operation_id: String(operationId),
    attempt,
    movement,
    currency,
    fee: String(fee),
  }));
  const booked = await session.query<{
    operationId: string;
    route: string;
    currency: string;
    fee: bigint;
    now: Date;
  }>(noteFees, [JSON.stringify(lines)]);
  const transfers = booked.flatMap(({ operationId, route, currency, fee }) =>
    postingsOf(
      { type: 'provider_fee', amount: fee },
      { direction: 'DEBIT', route, amount: 0n, commission: 0n },
    ).map((transfer) => ({
      ...transfer,
      accountId: 0,
      number: null,
      operationId,
      currency,
      availableAfter: 0n,
    })),
  );
  const [first] = booked;
  const paid = transfers.filter(({ amount }) => amount > 0n);
  if (first !== undefined && paid.length > 0) await writeTransfers(session, paid, first.now);
}
