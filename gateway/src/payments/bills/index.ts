// Entry point of bills: which bill an account may pay, and at which amount (rule S6).

import type { PendingBill } from '@jokko/connectors/kit';
import type { Session } from '../../platform/db/database.ts';
import { selectBill, upsertListing } from './store.ts';
import type { BillKey } from './store.ts';

export { releaseBills, reserveBills } from './store.ts';

/** How long a listed bill can be paid by the account that listed it (rule S6). */
const listingHours = 24;

/**
 * `notListed`: never listed by this account, or longer ago than 24 hours. `otherAmount`: the amount
 * is not the bill's. `paid`: an operation has paid it or is paying it, whichever account's. `ok` is
 * advice: `reserveBills` decides in the opening commit.
 */
export type BillCheck = 'ok' | 'notListed' | 'otherAmount' | 'paid';

/** Remembers what a provider listed, so that it can be paid for 24 hours from now. */
export async function recordListing(
  session: Session,
  accountId: number,
  codeService: string,
  accountNumber: string,
  bills: readonly PendingBill[],
): Promise<void> {
  if (bills.length > 0)
    await upsertListing(session, { accountId, codeService, accountNumber, bills });
}

/**
 * Whether the account may pay this bill now. `amountMinor` in ten-thousandths of the currency unit.
 */
export async function checkBill(
  session: Session,
  bill: BillKey & { amountMinor: bigint },
): Promise<BillCheck> {
  const listed = await selectBill(session, bill, listingHours);
  if (!listed) return 'notListed';
  if (listed.amount !== bill.amountMinor) return 'otherAmount';
  return listed.taken ? 'paid' : 'ok';
}
