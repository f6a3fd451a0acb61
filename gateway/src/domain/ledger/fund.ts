// How does the operator change a developer's balance? Money comes from 'funding'; an adjustment may also go back there.

import type { Database, Session, Statement } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { applyTransfer, type Transfer } from './postings.ts';
import { loadBalances, writeBalances, writeTransfers } from './store.ts';

const lockAccount: Statement = { name: 'lock_account', text: `select jokko_now() as now from account where id = $1 for no key update` };

/** `amountMinor` in ten-thousandths; `note` is the transfer's. */
export interface FundOrder {
  accountId: number;
  currency: string;
  amountMinor: bigint;
  note: string;
}
/** The available balance afterwards, in ten-thousandths. */
export type Booked = { ok: true; available: bigint } | { ok: false; refusal: 'unknown account' | 'not covered' };

/** Adds `amountMinor` (above zero) to an account. Returns false when there is no such account. */
export async function fundAccount(database: Database, order: FundOrder): Promise<boolean> {
  return (await inTransaction(database, (session) => fundAccountIn(session, order))).ok;
}

/** The same inside the caller's transaction, which holds the account's lock from then on. */
export function fundAccountIn(session: Session, order: FundOrder): Promise<Booked> {
  return book(session, order, { verb: 'fund', debit: 'funding', credit: 'available', amount: order.amountMinor });
}

/** Corrects a balance inside the caller's transaction: `amountMinor` is added, or taken away when it is below zero. It is not zero. */
export function adjustAccountIn(session: Session, order: FundOrder): Promise<Booked> {
  const { amountMinor } = order;
  const transfer: Transfer =
    amountMinor > 0n
      ? { verb: 'adjust', debit: 'funding', credit: 'available', amount: amountMinor }
      : { verb: 'adjust', debit: 'available', credit: 'funding', amount: -amountMinor };
  return book(session, order, transfer);
}

async function book(session: Session, { accountId, currency, note }: FundOrder, transfer: Transfer): Promise<Booked> {
  const [account] = await session.query<{ now: Date }>(lockAccount, [accountId]);
  if (account === undefined) return { ok: false, refusal: 'unknown account' };
  const rows = await loadBalances(session, [accountId]);
  const balance = rows.find((row) => row.currency === currency) ?? { account_id: accountId, currency, available: 0n, held: 0n };
  if (transfer.debit === 'available' && balance.available < transfer.amount) return { ok: false, refusal: 'not covered' };
  applyTransfer(balance, transfer);
  const row = { ...transfer, accountId, operationId: null, currency, availableAfter: balance.available, note };
  await writeTransfers(session, [row], account.now);
  await writeBalances(session, [balance]);
  return { ok: true, available: balance.available };
}
