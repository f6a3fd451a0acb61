// Changes a developer's balance on the operator's behalf. Money comes from 'funding'; an
// adjustment may also return it there.

import type { Database, Session } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { bookIn, type Booked } from './book.ts';
import type { Transfer } from './postings.ts';

/** `amountMinor` in ten-thousandths; `note` is the transfer's. */
export interface FundOrder {
  accountId: number;
  currency: string;
  amountMinor: bigint;
  note: string;
}

/** Adds `amountMinor` (above zero) to an account. Returns false when there is no such account. */
export async function fundAccount(database: Database, order: FundOrder): Promise<boolean> {
  return (await inTransaction(database, (session) => fundAccountIn(session, order))).ok;
}

/** The same inside the caller's transaction, which holds the account's lock from then on. */
export function fundAccountIn(session: Session, order: FundOrder): Promise<Booked> {
  return book(session, order, fundPosting(order.amountMinor));
}

/** Pure; `amount` above zero. */
export const fundPosting = (amount: bigint): Transfer => ({
  verb: 'fund',
  debit: 'funding',
  credit: 'available',
  amount,
});

/** `amount` is added, or taken away when it is below zero. Pure. */
export const adjustPosting = (amount: bigint): Transfer =>
  amount > 0n
    ? { verb: 'adjust', debit: 'funding', credit: 'available', amount }
    : { verb: 'adjust', debit: 'available', credit: 'funding', amount: -amount };

/**
 * Corrects a balance inside the caller's transaction: `amountMinor` is added, or taken away when it
 * is below zero. It is not zero.
 */
export function adjustAccountIn(session: Session, order: FundOrder): Promise<Booked> {
  return book(session, order, adjustPosting(order.amountMinor));
}

function book(
  session: Session,
  { accountId, currency, note }: FundOrder,
  transfer: Transfer,
): Promise<Booked> {
  return bookIn(session, { accountId, currency, note }, [transfer]);
}
