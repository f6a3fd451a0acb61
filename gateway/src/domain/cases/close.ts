// How does a case end whose operation stays what it is? It is booked, between the provider and whoever bears it, or explained; by two persons, in the
// commit that closes their wish.

import type { Session } from '../../db/database.ts';
import type { ApprovedWish, Outcome } from '../approvals/index.ts';
import { bookIn, lockAccountIn } from '../ledger/index.ts';
import { findOperations, isFinal, type Operation } from '../operations/index.ts';
import { correctionsOf, type Bearer } from './bookings.ts';
import { lockOpenCase, readCorrected, storeClosed, type Case, type Corrected } from './case.ts';

/** Of a wish `close-case`. */
export interface CloseParameters {
  transactionId: string;
  caseId: string;
  how: 'booked' | 'explained';
  /** Of what is booked; null: it is explained. */
  bearer: Bearer | null;
  amount: string;
  currency: string;
}

/** What stands in the way, in words that the wish keeps; null: nothing. */
export type CloseRefusal =
  'closed meanwhile' | 'still on suspense' | 'outcome unknown' | 'nothing to book' | 'already booked' | 'state changed';

/** Books or explains, inside the transaction that closes the wish. */
export async function closeCaseIn(session: Session, { id: wishId, accountId, parameters, reason }: ApprovedWish): Promise<Outcome> {
  const { transactionId, caseId, how, bearer } = parameters as CloseParameters;
  const key = { accountId: accountId ?? 0, id: transactionId };
  // The lock under which operations change, so that neither state nor suspense is another one at the commit.
  await lockAccountIn(session, key.accountId);
  const open = await lockOpenCase(session, key, caseId);
  const [operation] = await findOperations(session, [key]);
  if (open === null || operation === undefined) return refused('closed meanwhile');
  const corrected = await readCorrected(session, key);
  const refusal = closeRefusal(open, operation, corrected, how);
  if (refusal !== null) return refused(refusal);
  if (how === 'booked') {
    const transfers = correctionsOf(open.kind, operation.facts, corrected.suspended, bearer!)!;
    const { currency } = operation.facts;
    const note = `wish/${wishId}: ${reason}`;
    const booked = await bookIn(session, { accountId: key.accountId, currency, note, operationId: key.id }, transfers);
    if (!booked.ok) return refused('not covered');
    if (bearer === 'suspense') return { done: true, result: {} };
  }
  await storeClosed(session, { accountId: key.accountId, caseId, resolution: how, note: reason, wishId });
  return { done: true, result: {} };
}

const refused = (refusal: CloseRefusal | 'not covered'): Outcome => ({ done: false, result: { refusal } });

/** Whether an open case may be closed in this way now. Pure. */
export function closeRefusal(
  open: Case,
  { state: { state }, facts }: Operation,
  { suspended, atProvider }: Corrected,
  how: 'booked' | 'explained',
): CloseRefusal | null {
  if (open.kind === 'unknown_outcome' && !isFinal(state)) return 'outcome unknown';
  if (how === 'explained') return suspended === 0n ? null : 'still on suspense';
  if (open.kind === 'unknown_outcome' || facts.amount === 0n) return 'nothing to book';
  // Another case of the same payment, or the same one before: its money has moved, and who bears it is said.
  if (atProvider !== 0n && suspended === 0n) return 'already booked';
  const contradicted = open.kind === 'late_success' ? state === 'FAILED' || state === 'CANCELED' : state === 'SUCCESS';
  return contradicted ? null : 'state changed';
}
