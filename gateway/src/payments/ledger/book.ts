// Books transfers made outside the writer, under the account's lock, together with the balance
// that they change.

import { defined } from '@jokko/contract';
import type { Session, Statement } from '../../platform/db/database.ts';
import { applyTransfer, balanceMax, type Transfer } from './postings.ts';
import { emptyBalance, loadBalances, takeNumber, writeBalances, writeTransfers } from './store.ts';

const lock: Statement = {
  name: 'lock_account',
  text: `select jokko_now() as now, suspended from account where id = $1 for no key update`,
};

/** What the transfers are about. */
export interface BookingOrder {
  accountId: number;
  currency: string;
  note: string;
  settlementId?: number;
  /** Id of an operation whose provider contradicted its result later, as digits. */
  operationId?: string;
}
/** The available balance afterwards, in ten-thousandths. */
export type Booked =
  | { ok: true; available: bigint }
  | { ok: false; refusal: 'unknown account' | 'not covered' | 'above the maximum' };

/** Locks the account's balances until the transaction ends. Null if there is no such account. */
export async function lockAccountIn(
  session: Session,
  accountId: number,
): Promise<{ now: Date; suspended: boolean } | null> {
  return (await session.query<{ now: Date; suspended: boolean }>(lock, [accountId]))[0] ?? null;
}

/**
 * Books all of the transfers or none, inside the caller's transaction, which holds the account's
 * lock from then on.
 */
export async function bookIn(
  session: Session,
  order: BookingOrder,
  transfers: readonly Transfer[],
): Promise<Booked> {
  const { accountId, currency } = order;
  const account = await lockAccountIn(session, accountId);
  if (account === null) return { ok: false, refusal: 'unknown account' };
  const rows = await loadBalances(session, [accountId]);
  const balance =
    rows.find((row) => row.currency === currency) ?? emptyBalance(accountId, currency, rows);
  const written = [];
  for (const transfer of transfers) {
    if (transfer.debit === 'available' && balance.available < transfer.amount)
      return { ok: false, refusal: 'not covered' };
    if (transfer.debit === 'funding' && balance.available + transfer.amount > balanceMax)
      return { ok: false, refusal: 'above the maximum' };
    applyTransfer(balance, transfer);
    const { note, settlementId, operationId = null } = order;
    written.push({
      ...transfer,
      accountId,
      number: takeNumber(balance),
      operationId,
      currency,
      availableAfter: balance.available,
      note,
      ...defined({ settlementId }),
    });
  }
  await writeTransfers(session, written, account.now);
  await writeBalances(session, [balance]);
  return { ok: true, available: balance.available };
}
