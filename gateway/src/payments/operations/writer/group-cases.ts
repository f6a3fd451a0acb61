// Opens and closes the cases of an operation in the commit that makes them necessary or settles
// them.

import { decisionOf } from '../model/advance.ts';
import type { AdvanceCommand, OperationEvent } from '../model/commands.ts';
import { isSteppedBack, type Attempt, type OperationState } from '../model/operation.ts';
import { isFinal } from '../model/states.ts';
import type { StoredState } from '../queries/store.ts';
import type { OperationCase } from './store-write.ts';
import type { Changes, View } from './group-view.ts';

/** Opens a case when status queries have not brought the outcome: users must find it out. */
export function openCase(
  { terms, operationEvent }: AdvanceCommand,
  attempt: Attempt | null,
  view: View,
  changes: Changes,
): void {
  if (operationEvent.type !== 'poll' || operationEvent.escalate === null || attempt === null)
    return;
  const { queries } = attempt;
  changes.operationCases.push({
    terms,
    kind: operationEvent.escalate,
    evidence:
      operationEvent.escalate === 'overdue_result'
        ? `accepted, and no result after ${queries} status queries`
        : `no word from the provider after ${queries} status queries`,
  });
  view.withOutcomeCase.add(terms.id);
}

/**
 * Closes the case of an outcome that has become known, whether users decided it or the provider
 * told it at last.
 */
export function closeCase(
  { terms, operationEvent }: AdvanceCommand,
  stored: StoredState,
  next: OperationState,
  view: View,
  changes: Changes,
): void {
  const ends = next.state !== stored.state.state && isFinal(next.state);
  const decision = decisionOf(operationEvent);
  // Users who decide have seen the mismatched result too.
  if (!ends || (decision === null && !view.withOutcomeCase.has(terms.id))) return;
  const resolution =
    decision === null ? 'settled' : operationEvent.type === 'succeed' ? 'executed' : 'not_executed';
  view.withOutcomeCase.delete(terms.id);
  changes.casesClosed.push({
    terms,
    resolution,
    note: decision?.evidence ?? null,
    approvalRequestId: decision?.approvalRequestId ?? null,
  });
}

/**
 * Opens a case for a provider event that the present state denies: the event is never applied, and
 * users must see it (F27, F29). A decision of users that comes too late opens none.
 */
export function noteContradiction(
  { terms, operationEvent, attempt }: AdvanceCommand,
  present: OperationState,
  changes: Changes,
): void {
  if (attempt === null || decisionOf(operationEvent) !== null) return;
  const found = contradictionOf(operationEvent, attempt, present);
  if (found !== null) changes.operationCases.push({ terms, ...found });
}

/**
 * Opens a case when the provider has an attempt that counted as never sent. The operation follows
 * the attempt, and users must see why we were wrong.
 */
export function noteNeverSent(
  { terms, operationEvent, attempt }: AdvanceCommand,
  before: OperationState,
  changes: Changes,
): void {
  const { type } = operationEvent;
  if (attempt === null || (type !== 'accept' && type !== 'succeed')) return;
  if (before.state !== 'READY' && before.state !== 'PARKED') return;
  const told = type === 'accept' ? 'accepted' : 'executed';
  changes.operationCases.push({
    terms,
    ...mismatched(`provider has ${told} attempt ${attempt.number}, which was taken for never sent`),
  });
}

type Contradiction = Pick<OperationCase, 'kind' | 'evidence'>;

function contradictionOf(
  operationEvent: OperationEvent,
  attempt: Attempt,
  present: OperationState,
): Contradiction | null {
  switch (operationEvent.type) {
    case 'lose_answer':
    case 'poll':
      return operationEvent.mismatch === undefined ? null : mismatched(operationEvent.mismatch);
    case 'succeed':
      return attempt.purpose === 'refund'
        ? lateRefund(attempt, present)
        : lateSuccess(attempt, present);
    case 'fail':
      return attempt.purpose === 'execute' &&
        present.state === 'SUCCESS' &&
        isTheOne(attempt, present)
        ? {
            kind: 'late_failure',
            evidence: `provider reports failure ${operationEvent.refusal.errorId}, state is SUCCESS`,
          }
        : null;
    case 'reverse':
      return present.state === 'REFUNDED' && operationEvent.refundedBy !== undefined
        ? mismatched(
            `provider reports that it took attempt ${attempt.number} back, which refund attempt ${operationEvent.refundedBy} had already: the money may be back twice`,
          )
        : null;
    default:
      return null;
  }
}

export const mismatched = (evidence: string): Contradiction => ({
  kind: 'mismatched_result',
  evidence,
});

/** Returns the attempt that succeeded: the newest one, or the one before its refunds. */
const isTheOne = (attempt: Attempt, present: OperationState): boolean =>
  attempt.number === present.attempts || attempt.state === 'SUCCEEDED';

function lateSuccess(attempt: Attempt, { state, attempts }: OperationState): Contradiction | null {
  if (state === 'FAILED' || state === 'CANCELED')
    return { kind: 'late_success', evidence: `provider reports success, state is ${state}` };
  const wasDone =
    attempt.state === 'NOT_SENT' || attempt.state === 'FAILED' || isSteppedBack(attempt);
  return attempt.number < attempts && wasDone
    ? mismatched(
        `provider reports that attempt ${attempt.number} succeeded, which was ${attempt.state}; state is ${state} by attempt ${attempts}`,
      )
    : null;
}

/**
 * Opens a case when the money is back although the refund had been refused, or is back twice since
 * it was refunded in another way meanwhile.
 */
function lateRefund(attempt: Attempt, { state }: OperationState): Contradiction | null {
  const told = `provider reports that refund attempt ${attempt.number} succeeded, which was`;
  if (state === 'SUCCESS') return { kind: 'late_failure', evidence: `${told} refused` };
  const wasDone = attempt.state === 'NOT_SENT' || attempt.state === 'FAILED';
  return state === 'REFUNDED' && wasDone
    ? mismatched(`${told} ${attempt.state}; the operation was refunded otherwise since`)
    : null;
}
