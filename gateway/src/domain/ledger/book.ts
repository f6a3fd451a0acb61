// How do transfers beside the writer's become part of the books? Under the account's lock, with the balance that they change.

import type { Session, Statement } from '../../db/database.ts';
import { applyTransfer, type Transfer } from './postings.ts';
import { loadBalances, writeBalances, writeTransfers } from './store.ts';

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
  /** Digits. Of an operation whose provider said another thing later. */
  operationId?: string;
}
/** The available balance afterwards, in ten-thousandths. */
export type Booked = { ok: true; available: bigint } | { ok: false; refusal: 'unknown account' | 'not covered' };

/** Until the transaction ends nobody else changes the account's balances. Null when there is no such account. */
export async function lockAccountIn(session: Session, accountId: number): Promise<{ now: Date; suspended: boolean } | null> {
  return (await session.query<{ now: Date; suspended: boolean }>(lock, [accountId]))[0] ?? null;
}

/** Books the transfers inside the caller's transaction, which holds the account's lock from then on; all of them or none. */
export async function bookIn(session: Session, order: BookingOrder, transfers: readonly Transfer[]): Promise<Booked> {
  const { accountId, currency } = order;
  const account = await lockAccountIn(session, accountId);
  if (account === null) return { ok: false, refusal: 'unknown account' };
  const rows = await loadBalances(session, [accountId]);
  const balance = rows.find((row) => row.currency === currency) ?? { account_id: accountId, currency, available: 0n, held: 0n };
  const written = [];
  for (const transfer of transfers) {
    if (transfer.debit === 'available' && balance.available < transfer.amount) return { ok: false, refusal: 'not covered' };
    applyTransfer(balance, transfer);
    const { note, settlementId, operationId = null } = order;
    written.push({
      ...transfer,
      ...{ accountId, operationId, currency, availableAfter: balance.available },
      note,
      ...(settlementId === undefined ? {} : { settlementId }),
    });
  }
  await writeTransfers(session, written, account.now);
  await writeBalances(session, [balance]);
  return { ok: true, available: balance.available };
}
