// Decides a group of commands, one after the other, each on the view that the ones before it left,
// all in memory. The writer loads the view before and writes it after, in one transaction. A
// refused command leaves the view unchanged.

import { errorIds } from '@jokko/contract';
import { advance, decisionOf } from '../model/advance.ts';
import { endingReason } from '../model/ending.ts';
import type {
  AdvanceCommand,
  AdvanceResult,
  Command,
  OpenCommand,
  OpenResult,
  ParkEvent,
  Result,
} from '../model/commands.ts';
import type { Operation } from '../model/operation.ts';
import { notOurs } from '../model/result-claims.ts';
import { insufficientBalanceErrorId, post, balanceRefusal } from './group-ledger.ts';
import { restore } from './restore.ts';
import { ruleBroken } from './rules.ts';
import { isFinal } from '../model/states.ts';
import type { StoredState } from '../queries/store.ts';
import {
  closeCase,
  mismatched,
  noteContradiction,
  noteNeverSent,
  openCase,
} from './group-cases.ts';
import {
  balanceOf,
  billKey,
  externalKey,
  referenceKey,
  type Changes,
  type View,
} from './group-view.ts';
import { addCallback, addSecondCallback } from './group-callbacks.ts';

export function decide(command: Command, view: View, changes: Changes): Result {
  switch (command.type) {
    case 'open':
      return open(command, view, changes);
    case 'advance':
      return advanceOperation(command, view, changes);
    case 'restore':
      return restore(command, view, changes);
  }
}

function open(command: OpenCommand, view: View, changes: Changes): OpenResult {
  const { terms } = command;
  const key = externalKey(terms.accountId, terms.externalId);
  const before = view.openedBefore.get(key);
  if (before !== undefined)
    return before.terms.fingerprint === terms.fingerprint
      ? { type: 'replayed', operation: before }
      : { type: 'conflict' };
  const account = view.accounts.get(terms.accountId);
  if (
    account === undefined ||
    account.version !== command.accountVersion ||
    view.catalogueVersion !== command.catalogueVersion
  ) {
    return { type: 'stale' };
  }
  const bill = command.bill;
  if (
    bill !== null &&
    view.paidBills.has(billKey(terms.codeService, bill.accountNumber, bill.reference))
  )
    return { type: 'billPaid' };
  const operation = openedOperation(command, view, changes);
  changes.opened.push(operation);
  view.openedBefore.set(key, operation);
  view.states.set(terms.id, operation);
  if (operation.state.state === 'FAILED') {
    // The event feed reads the history, so an operation that ends in its opening has one too.
    changes.transitions.push({
      terms,
      from: 'READY',
      to: 'FAILED',
      reason: `refuse: error ${operation.state.errorId}`,
    });
    addCallback(operation, view, changes);
    return { type: 'opened', operation, attempt: null };
  }
  const attempt = command.attempt === null ? null : { ...command.attempt, sentAt: view.now };
  if (attempt !== null) changes.newAttempts.push({ terms, attempt });
  if (command.rules !== null) view.usage.add(terms, view.now);
  if (bill !== null) {
    view.paidBills.add(billKey(terms.codeService, bill.accountNumber, bill.reference));
    changes.billsReserved.push({ terms, ...bill });
  }
  return command.park === undefined
    ? { type: 'opened', operation, attempt }
    : openParked(command, command.park, operation, view, changes);
}

/** Parks an operation with its opening: no route takes it at the moment. */
function openParked(
  { terms }: OpenCommand,
  operationEvent: ParkEvent,
  operation: Operation,
  view: View,
  changes: Changes,
): OpenResult {
  const command: AdvanceCommand = { type: 'advance', terms, attempt: null, operationEvent };
  const next = advance(operation.state, command, view.now, view.node);
  if (next === null) throw new Error(`operation ${terms.id} cannot be parked`);
  record(command, operation, next, view, changes);
  const parked = { ...operation, state: next.state };
  view.openedBefore.set(externalKey(terms.accountId, terms.externalId), parked);
  return { type: 'opened', operation: parked, attempt: null };
}

/**
 * Takes the hold if the ledger and the rules allow the operation. A refused operation is FAILED
 * from the start.
 */
function openedOperation(command: OpenCommand, view: View, changes: Changes): Operation {
  const { terms } = command;
  const balance = balanceOf(terms, view);
  const balanceBefore = balance.available;
  const refusal =
    command.refusal ??
    (command.rules === null ? null : ruleBroken(terms, command.rules, view.usage, view.now)) ??
    balanceRefusal(terms, balance);
  if (refusal === null) post(terms, [{ type: 'opened' }], view, changes);
  const sending = refusal === null && command.attempt !== null;
  return {
    terms,
    state: {
      state: refusal !== null ? 'FAILED' : sending ? 'SENDING' : 'READY',
      stage: null,
      challenge: null,
      errorId: refusal?.errorId ?? null,
      errorMessage: refusal?.message ?? null,
      proof: refusal === null ? null : 'refused_at_opening',
      providerReference: null,
      voucher: null,
      attempts: sending ? 1 : 0,
      cancelRequested: false,
      nextStepAt:
        refusal === null
          ? new Date(view.now.getTime() + Math.max(0, command.firstStepInMs ?? 0))
          : null,
      leaseOwner: refusal === null && command.keepLease ? view.node : null,
      updatedAt: view.now,
    },
    balanceBefore,
    balanceAfter: balance.available,
    createdAt: view.now,
  };
}

function advanceOperation(given: AdvanceCommand, view: View, changes: Changes): AdvanceResult {
  const owner = referenceOwner(given, view);
  if (owner !== null && decisionOf(given.operationEvent) !== null)
    return { type: 'refused', refusal: { errorId: errorIds.executionError, message: null } };
  const command = owner === null ? given : withoutResult(given, owner);
  const { terms, operationEvent } = command;
  const stored = view.states.get(terms.id);
  if (stored === undefined) throw new Error(`operation ${terms.id} is not stored`);
  const ignored: AdvanceResult = { type: 'ignored', operation: { terms, ...stored } };
  const next = advance(stored.state, command, view.now, view.node);
  if (next === null) {
    noteContradiction(command, stored.state, changes);
    return ignored;
  }
  // Two users have booked that the money did not stay where the success had put it: it does not
  // come back a second time.
  if (view.corrected.has(terms.id) && takesBack(command)) return ignored;
  const takesMoney =
    next.ledger.some((event) => event.type === 'refund_started') && terms.direction === 'CREDIT';
  if (takesMoney && balanceOf(terms, view).available < terms.amount) {
    if (operationEvent.type === 'reverse')
      changes.operationCases.push({
        terms,
        kind: 'reversal_without_cover',
        evidence: operationEvent.reason,
      });
    return { type: 'refused', refusal: { errorId: insufficientBalanceErrorId, message: null } };
  }
  record(command, stored, next, view, changes);
  noteNeverSent(command, stored.state, changes);
  return {
    type: 'advanced',
    operation: { terms, ...stored, state: next.state },
    attempt: next.attempt,
  };
}

/**
 * Returns another operation of the route that has the provider reference of this result already, or
 * null.
 */
function referenceOwner({ terms, attempt, operationEvent }: AdvanceCommand, view: View) {
  if (operationEvent.type !== 'succeed' && operationEvent.type !== 'fail') return null;
  const { theirs } = operationEvent.refs;
  if (attempt?.purpose !== 'execute' || theirs === undefined) return null;
  const owner = view.referenceOwners.get(referenceKey(terms.route, theirs));
  return owner === undefined || owner === terms.id ? null : owner;
}

function withoutResult(command: AdvanceCommand, owner: string): AdvanceCommand {
  const { attempt } = command;
  return {
    ...command,
    operationEvent: notOurs(
      attempt!,
      `the provider reference of the result of attempt ${attempt!.number} is that of transaction ${owner}`,
    ),
  };
}

/**
 * Replaces the attempt that asked for the payer's step. That attempt is written first: an operation
 * has one live attempt at most.
 */
function endContinued({ terms, attempt }: AdvanceCommand, changes: Changes): void {
  const key = `${terms.id} ${attempt!.number}`;
  const newest = changes.changedAttempts.get(key)?.attempt ?? attempt!;
  changes.changedAttempts.delete(key);
  changes.replacedAttempts.push({ terms, attempt: { ...newest, state: 'CONTINUED' } });
}

/** Whether a success is to be taken back, by us or by the provider. */
export const takesBack = ({ operationEvent: { type } }: AdvanceCommand): boolean =>
  type === 'refund' || type === 'reverse';

function record(
  command: AdvanceCommand,
  stored: StoredState,
  next: NonNullable<ReturnType<typeof advance>>,
  view: View,
  changes: Changes,
): void {
  const { terms, operationEvent } = command;
  const from = stored.state.state;
  post(terms, next.ledger, view, changes);
  view.states.set(terms.id, { ...stored, state: next.state });
  changes.advanced.set(terms.id, { terms, state: next.state });
  const { providerReference } = next.state;
  if (providerReference !== null)
    view.referenceOwners.set(referenceKey(terms.route, providerReference), terms.id);
  if (next.attempt !== null) {
    const write = { terms, attempt: next.attempt };
    if (operationEvent.type === 'proceed') endContinued(command, changes);
    if (next.attemptIsNew) changes.newAttempts.push(write);
    else changes.changedAttempts.set(`${terms.id} ${next.attempt.number}`, write);
  }
  // In REFUNDING the history also has the refund's own attempt. A poll without news is left out.
  if (next.state.state !== from || (from === 'REFUNDING' && operationEvent.type !== 'poll'))
    changes.transitions.push({ terms, from, to: next.state.state, reason: next.reason });
  openCase(command, next.attempt, view, changes);
  if ('mismatch' in operationEvent && operationEvent.mismatch !== undefined)
    changes.operationCases.push({ terms, ...mismatched(operationEvent.mismatch) });
  closeCase(command, stored, next.state, view, changes);
  const arrived =
    from !== 'REFUNDING' && (next.state.state === 'SUCCESS' || next.state.state === 'FAILED');
  if (arrived) addCallback({ terms, ...stored, state: next.state }, view, changes, from);
  const takenBack =
    next.state.state === 'CANCELED' || next.state.state === 'REFUNDED' ? next.state.state : null;
  if (takenBack !== null)
    addSecondCallback(
      { terms, ...stored, state: next.state },
      endingReason(from, takenBack),
      view,
      changes,
    );
  if (
    terms.details.extra.type === 'bill' &&
    isFinal(next.state.state) &&
    next.state.state !== 'SUCCESS'
  )
    changes.billsReleased.push(terms);
}
