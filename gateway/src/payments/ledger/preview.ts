// Computes the balance that transfers would leave if they were booked now. Books nothing.

import type { Session } from '../../platform/db/database.ts';
import type { Balance, LedgerAccount, Transfer } from './postings.ts';
import { loadBalances } from './store.ts';

/** Ten-thousandths. Below zero afterwards: the transfers would be refused. */
export interface BalancePreview {
  currency: string;
  before: Balance;
  after: Balance;
}

/** Returns the balance of an account in one currency, now and after the transfers. */
export async function previewBalance(
  session: Session,
  { accountId, currency }: { accountId: number; currency: string },
  transfers: readonly Transfer[],
): Promise<BalancePreview> {
  const row = (await loadBalances(session, [accountId])).find((each) => each.currency === currency);
  const before = { available: row?.available ?? 0n, held: row?.held ?? 0n };
  return {
    currency,
    before,
    after: {
      available: before.available + gainOf('available', transfers),
      held: before.held + gainOf('held', transfers),
    },
  };
}

/** Returns the sum that transfers add to a ledger account, less what they take. Pure. */
export const gainOf = (account: LedgerAccount, transfers: readonly Transfer[]): bigint =>
  transfers.reduce(
    (sum, { debit, credit, amount }) =>
      sum + (credit === account ? amount : 0n) - (debit === account ? amount : 0n),
    0n,
  );
