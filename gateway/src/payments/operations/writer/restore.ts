// Recreates an operation that a restored database has lost, from the send journal (decision 0040).
// The hold is taken as at the opening, and the outcome is unknown until the provider tells it.
// Nothing is ever sent here.

import type { RestoreCommand, RestoreResult } from '../model/commands.ts';
import { post, balanceRefusal } from './group-ledger.ts';
import { balanceOf, billKey, externalKey, type Changes, type View } from './group-view.ts';
import {
  isPayerStep,
  type Attempt,
  type OperationState,
  type OperationTerms,
} from '../model/operation.ts';
import type { State } from '../model/states.ts';
import type { StoredState } from '../queries/store.ts';

const reason = 'restore: sent according to the send journal';

export function restore(command: RestoreCommand, view: View, changes: Changes): RestoreResult {
  const { terms, attempt } = command;
  const stored = view.states.get(terms.id);
  if (stored === undefined) return restoreOperation(command, view, changes);
  if (attempt.number <= stored.state.attempts)
    return notYet(`transaction ${terms.id} has another attempt ${attempt.number}`);
  return attempt.purpose === 'refund'
    ? restoreRefund(command, stored, view, changes)
    : attachAttempt(command, stored, view, changes);
}

const notYet = (why: string): RestoreResult => ({ type: 'notYet', reason: why });

/** Recreates an operation that the database has lost. */
function restoreOperation(
  { terms, attempt }: RestoreCommand,
  view: View,
  changes: Changes,
): RestoreResult {
  if (attempt.purpose === 'refund')
    return notYet(`transaction ${terms.id}, which it refunds, is not known`);
  const key = externalKey(terms.accountId, terms.externalId);
  const other = view.openedBefore.get(key);
  if (other !== undefined)
    return notYet(`external id ${terms.externalId} is transaction ${other.terms.id} by now`);
  const { extra } = terms.details;
  const bill =
    extra.type === 'bill'
      ? { accountNumber: extra.accountNumber, reference: extra.billReference }
      : null;
  const bought =
    bill === null ? null : billKey(terms.codeService, bill.accountNumber, bill.reference);
  if (bought !== null && view.paidBills.has(bought))
    return notYet(`bill ${bill!.reference} is paid by another operation by now`);
  const balance = balanceOf(terms, view);
  if (balanceRefusal(terms, balance) !== null)
    return notYet(`the balance is too low for ${terms.amount + terms.commission} ten-thousandths`);
  const balanceBefore = balance.available;
  post(terms, [{ type: 'opened' }], view, changes);
  const operation = {
    terms,
    state: unknownState(attempt.number, view),
    balanceBefore,
    balanceAfter: balance.available,
    createdAt: view.now,
  };
  changes.opened.push(operation);
  view.openedBefore.set(key, operation);
  view.states.set(terms.id, operation);
  if (terms.ruled) view.usage.add(terms, view.now);
  if (bill !== null) {
    view.paidBills.add(bought!);
    changes.billsReserved.push({ terms, ...bill });
  }
  addAttempts({ terms, attempt }, 0, changes);
  addSteps(terms, ['SENDING', 'UNKNOWN'], changes);
  return { type: 'restored', operation };
}

/**
 * Moves to UNKNOWN with a payer's step that was sent after the backup: the attempt before it had
 * been accepted.
 */
const pathOfStep: { [from in State]?: readonly State[] } = {
  SENDING: ['SENDING', 'ACCEPTED', 'SENDING', 'UNKNOWN'],
  ACCEPTED: ['ACCEPTED', 'SENDING', 'UNKNOWN'],
  UNKNOWN: ['UNKNOWN', 'ACCEPTED', 'SENDING', 'UNKNOWN'],
};

/**
 * Moves to UNKNOWN with an attempt that was sent after the backup. An operation that is UNKNOWN
 * already has had its attempt before recreated from the journal.
 */
const pathTo: { [from in State]?: readonly State[] } = {
  READY: ['READY', 'SENDING', 'UNKNOWN'],
  PARKED: ['PARKED', 'READY', 'SENDING', 'UNKNOWN'],
  SENDING: ['SENDING', 'READY', 'SENDING', 'UNKNOWN'],
  UNKNOWN: ['UNKNOWN', 'SENDING', 'READY', 'SENDING', 'UNKNOWN'],
};

/** Restores the attempt of an operation that waited to be sent when the backup was made. */
function attachAttempt(
  { terms, attempt, previous }: RestoreCommand,
  stored: StoredState,
  view: View,
  changes: Changes,
): RestoreResult {
  const { state, attempts } = stored.state;
  const isStep = isPayerStep(attempt);
  const path = isStep ? pathOfStep[state] : pathTo[state];
  if (path === undefined)
    return notYet(`transaction ${terms.id} is ${state}, and attempt ${attempt.number} was sent`);
  // A further attempt is made only if the one before certainly did not leave, or its payer has
  // answered.
  if (state !== 'READY' && state !== 'PARKED' && previous !== null)
    changes.replacedAttempts.push({
      terms,
      attempt: { ...previous, state: isStep ? 'CONTINUED' : 'NOT_SENT', cause: 'restored' },
    });
  const next = { ...stored.state, ...unknownState(attempt.number, view) };
  addAttempts({ terms, attempt }, attempts, changes);
  addSteps(terms, path, changes);
  return advanced(terms, stored, next, view, changes);
}

function restoreRefund(
  { terms, attempt }: RestoreCommand,
  stored: StoredState,
  view: View,
  changes: Changes,
): RestoreResult {
  // The provider says that the payment was taken back, which is what the refund asked for: its hold
  // is released.
  if (stored.state.state === 'FAILED')
    return { type: 'settled', reason: `transaction ${terms.id} has failed: nothing to give back` };
  if (stored.state.state !== 'SUCCESS')
    return notYet(`transaction ${terms.id}, which it refunds, is ${stored.state.state}`);
  if (terms.direction === 'CREDIT' && balanceOf(terms, view).available < terms.amount)
    return notYet(`the balance is too low to give back ${terms.amount} ten-thousandths`);
  post(terms, [{ type: 'refund_started' }], view, changes);
  addAttempts({ terms, attempt }, stored.state.attempts, changes);
  addSteps(terms, ['SUCCESS', 'REFUNDING'], changes);
  const next: OperationState = {
    ...stored.state,
    state: 'REFUNDING',
    attempts: attempt.number,
    cancelRequested: false,
    nextStepAt: view.now,
    leaseOwner: null,
    updatedAt: view.now,
  };
  return advanced(terms, stored, next, view, changes);
}

function advanced(
  terms: OperationTerms,
  stored: StoredState,
  state: OperationState,
  view: View,
  changes: Changes,
): RestoreResult {
  view.states.set(terms.id, { ...stored, state });
  changes.advanced.set(terms.id, { terms, state });
  return { type: 'restored', operation: { terms, ...stored, state } };
}

const unknownState = (attempts: number, { now }: View): OperationState => ({
  state: 'UNKNOWN',
  stage: null,
  challenge: null,
  errorId: null,
  errorMessage: null,
  proof: null,
  providerReference: null,
  voucher: null,
  attempts,
  cancelRequested: false,
  nextStepAt: now,
  leaseOwner: null,
  updatedAt: now,
});

type Sent = Pick<RestoreCommand, 'terms' | 'attempt'>;

/**
 * Returns the sent attempt, and an attempt that never left for each number between the last known
 * one and it.
 */
function addAttempts({ terms, attempt }: Sent, known: number, changes: Changes): void {
  const add = (stored: Attempt): void => {
    changes.newAttempts.push({ terms, attempt: stored });
    // The insertion knows neither cause nor time of sending.
    changes.changedAttempts.set(`${terms.id} ${stored.number}`, { terms, attempt: stored });
  };
  const base = { ...attempt, cause: 'restored', absences: 0, queries: 0 };
  for (let number = known + 1; number < attempt.number; number++) {
    const { continues, ...prepared } = attempt.prepared;
    const isContinued = continues?.number === number;
    const refs = isContinued ? continues.refs : { ours: '' };
    const state = isContinued ? 'CONTINUED' : 'NOT_SENT';
    add({ ...base, number, purpose: 'execute', state, prepared: { ...prepared, refs }, refs });
  }
  add({ ...base, state: 'UNKNOWN', refs: attempt.prepared.refs });
}

function addSteps(terms: OperationTerms, path: readonly State[], changes: Changes): void {
  for (let at = 1; at < path.length; at++)
    changes.transitions.push({ terms, from: path[at - 1]!, to: path[at]!, reason });
}
