// Closes a case whose operation keeps its state. The difference is booked between the provider and
// the liable party, or explained, by two users, in the commit that closes their approval request.

import type { Session } from '../../platform/db/database.ts';
import type { ApprovedApprovalRequest, Outcome } from '../approvals/index.ts';
import { bookIn, lockAccountIn } from '../../payments/ledger/index.ts';
import {
  findOperations,
  isFinal,
  leavesOutcomeOpen,
  type Operation,
} from '../../payments/operations/index.ts';
import { correctionsOf, type LiableParty } from './bookings.ts';
import { lockOpenCase, readCorrected, storeClosed, type Case, type Corrected } from './case.ts';

/** The parameters of an approval request `close-case`. */
export interface CloseParameters {
  transactionId: string;
  caseId: string;
  how: 'booked' | 'explained';
  /** The party of what is booked; null: it is explained. */
  liableParty: LiableParty | null;
  amount: string;
  currency: string;
}

/** What stands in the way, in words that the approval request keeps; null: nothing. */
export type CloseRefusal =
  | 'closed meanwhile'
  | 'still on suspense'
  | 'outcome unknown'
  | 'nothing to book'
  | 'already booked'
  | 'state changed';

/** Books or explains, inside the transaction that closes the approval request. */
export async function closeCaseIn(
  session: Session,
  { id: approvalRequestId, accountId, parameters, reason }: ApprovedApprovalRequest,
): Promise<Outcome> {
  const { transactionId, caseId, how, liableParty } = parameters as CloseParameters;
  const key = { accountId: accountId ?? 0, id: transactionId };
  // The lock under which operations change, so that neither state nor suspense is another one at
  // the commit.
  await lockAccountIn(session, key.accountId);
  const open = await lockOpenCase(session, key, caseId);
  const [operation] = await findOperations(session, [key]);
  if (open === null || operation === undefined) return refused('closed meanwhile');
  const corrected = await readCorrected(session, key);
  const refusal = closeRefusal(open, operation, corrected, how);
  if (refusal !== null) return refused(refusal);
  if (how === 'booked') {
    const transfers = correctionsOf(open.kind, operation.terms, corrected.suspended, liableParty!)!;
    const { currency } = operation.terms;
    const note = `wish/${approvalRequestId}: ${reason}`;
    const booked = await bookIn(
      session,
      { accountId: key.accountId, currency, note, operationId: key.id },
      transfers,
    );
    if (!booked.ok) return refused('not covered');
    if (liableParty === 'suspense') return { done: true, result: {} };
  }
  await storeClosed(session, {
    accountId: key.accountId,
    caseId,
    resolution: how,
    note: reason,
    approvalRequestId,
  });
  return { done: true, result: {} };
}

const refused = (refusal: CloseRefusal | 'not covered'): Outcome => ({
  done: false,
  result: { refusal },
});

/** Whether an open case may be closed in this way now. Pure. */
export function closeRefusal(
  open: Case,
  { state: { state }, terms }: Operation,
  { suspended, atProvider }: Corrected,
  how: 'booked' | 'explained',
): CloseRefusal | null {
  if (leavesOutcomeOpen(open.kind) && !isFinal(state)) return 'outcome unknown';
  if (how === 'explained') return suspended === 0n ? null : 'still on suspense';
  if (leavesOutcomeOpen(open.kind) || terms.amount === 0n) return 'nothing to book';
  // Another case of the same payment, or the same one before: its money has moved, and who bears it
  // is said.
  if (atProvider !== 0n && suspended === 0n) return 'already booked';
  const contradicted =
    open.kind === 'late_success' ? state === 'FAILED' || state === 'CANCELED' : state === 'SUCCESS';
  return contradicted ? null : 'state changed';
}
