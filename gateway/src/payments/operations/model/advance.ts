// Applies one event to an operation. A pure step: present state and attempt in; next state,
// attempt and ledger event out.

import type { Refs, Voucher } from '@jokko/connectors/kit';
import type { LedgerEvent } from '../../ledger/index.ts';
import type { AdvanceCommand, Decision, OperationEvent, Refusal } from './commands.ts';
import type { Attempt, AttemptState, NewAttempt, OperationState } from './operation.ts';
import { answerChallenge, presentAgain, presentChallenge, waitsForPayer } from './payer-wait.ts';
import { step, type EventType, type State } from './states.ts';

export interface Advance {
  state: OperationState;
  attempt: Attempt | null;
  /** True when the attempt row is new. */
  attemptIsNew: boolean;
  ledger: LedgerEvent[];
  reason: string;
}

const eventOf: { [type in OperationEvent['type']]: EventType | null } = {
  send: 'send',
  unsend: 'unsend',
  accept: 'accept',
  lose_answer: 'lose_answer',
  poll: 'poll',
  resend: 'resend',
  succeed: 'succeed',
  fail: 'fail',
  refuse: 'refuse',
  cancel: 'cancel',
  refund: 'refund',
  reverse: 'reverse',
  drop_cancel: 'drop_cancel',
  proceed: 'proceed',
  step_back: 'step_back',
  park: 'park',
  resume: 'resume',
  ask_cancel: null,
};

const attemptStateAfter: { [type in OperationEvent['type']]?: AttemptState } = {
  send: 'SENDING',
  refund: 'SENDING',
  proceed: 'SENDING',
  // The attempt stands for the one that it continues.
  step_back: 'ACCEPTED',
  resend: 'SENDING',
  unsend: 'NOT_SENT',
  accept: 'ACCEPTED',
  lose_answer: 'UNKNOWN',
  succeed: 'SUCCEEDED',
  reverse: 'SUCCEEDED',
  fail: 'FAILED',
  cancel: 'FAILED',
};

/**
 * Applies an event, or returns null when the present state does not allow it (another command was
 * first, or the event is about an older attempt). `now` is the database clock; `node` the
 * incarnation that asks.
 */
export function advance(
  present: OperationState,
  command: AdvanceCommand,
  now: Date,
  node: number,
): Advance | null {
  const { operationEvent, attempt } = command;
  const event = eventOf[operationEvent.type];
  if (event === null) return askCancel(present, now);
  const next = step(present.state, event);
  if (
    next === null ||
    !isFenced(present, command, now, node) ||
    !isStillUndecided(present, operationEvent)
  )
    return null;
  const state: OperationState = { ...present, state: next, updatedAt: now };
  const isNew = 'attempt' in operationEvent;
  const changed = isNew
    ? { ...operationEvent.attempt, sentAt: now }
    : attempt === null
      ? null
      : advanceAttempt(attempt, operationEvent, now);
  describe(state, command, now, node);
  return {
    state,
    attempt: changed,
    attemptIsNew: isNew,
    ledger: ledgerEventsOf(present, command),
    reason: reasonOf(operationEvent),
  };
}

/**
 * Only the lease holder sends; news about an attempt counts only while it is the operation's
 * newest.
 */
function isFenced(
  present: OperationState,
  { operationEvent, attempt }: AdvanceCommand,
  now: Date,
  node: number,
): boolean {
  switch (operationEvent.type) {
    case 'proceed':
      return (
        attempt?.number === present.attempts &&
        operationEvent.attempt.number === present.attempts + 1 &&
        waitsForPayer(present, now)
      );
    case 'send':
      return present.leaseOwner === node && operationEvent.attempt.number === present.attempts + 1;
    case 'resend':
      return present.leaseOwner === node && attempt?.number === present.attempts;
    case 'refund':
      return operationEvent.attempt.number === present.attempts + 1;
    case 'reverse':
      // The refund under way is decided by its own attempt, which would otherwise stay live.
      return present.state !== 'REFUNDING' || attempt?.number === present.attempts;
    case 'refuse':
    case 'drop_cancel':
    case 'park':
    case 'resume':
    case 'ask_cancel':
      return true;
    case 'cancel':
      return attempt === null
        ? present.state === 'READY' || present.state === 'PARKED'
        : attempt.number === present.attempts;
    case 'poll':
      // An older copy of the attempt must not undo what a notice has reported meanwhile.
      return (
        attempt?.number === present.attempts &&
        (present.state === 'REFUNDING' || attempt.state === present.state)
      );
    case 'succeed':
      // While nothing is under way, a success of any attempt keeps the next one from leaving.
      return (
        attempt?.number === present.attempts ||
        (attempt !== null && (present.state === 'READY' || present.state === 'PARKED'))
      );
    default:
      return attempt?.number === present.attempts;
  }
}

const decidedStates: readonly State[] = ['ACCEPTED', 'UNKNOWN', 'REFUNDING'];

/**
 * Whether a decision of users counts: the operation must be as they saw it, without bytes that may
 * be leaving and without later news.
 */
function isStillUndecided(
  { state, updatedAt }: OperationState,
  operationEvent: OperationEvent,
): boolean {
  const decision = decisionOf(operationEvent);
  return (
    decision === null ||
    (decidedStates.includes(state) && updatedAt.getTime() === decision.seen.getTime())
  );
}

/** The decision behind an event. Null: a provider or the gateway itself reported the event. */
export function decisionOf(operationEvent: OperationEvent): Decision | null {
  return (
    (operationEvent.type === 'succeed' || operationEvent.type === 'fail'
      ? operationEvent.decision
      : undefined) ?? null
  );
}

function askCancel(present: OperationState, now: Date): Advance | null {
  if (present.cancelRequested || present.nextStepAt === null) return null;
  // The only next step of an operation that waits for its route is to be given up.
  const nextStepAt = present.state === 'PARKED' ? now : present.nextStepAt;
  return {
    state: { ...present, cancelRequested: true, nextStepAt, updatedAt: now },
    attempt: null,
    attemptIsNew: false,
    ledger: [],
    reason: 'cancel_requested',
  };
}

function advanceAttempt(attempt: Attempt, operationEvent: OperationEvent, now: Date): Attempt {
  const next: Attempt = {
    ...attempt,
    state: attemptStateAfter[operationEvent.type] ?? attempt.state,
  };
  switch (operationEvent.type) {
    case 'accept':
    case 'succeed':
    case 'fail':
      return {
        ...next,
        refs: { ...attempt.refs, ...operationEvent.refs },
        queries: 0,
        absences: 0,
        ...('fee' in operationEvent && { fee: operationEvent.fee }),
      };
    case 'lose_answer':
      return {
        ...next,
        refs: { ...attempt.refs, ...operationEvent.refs },
        cause: operationEvent.cause,
      };
    case 'unsend':
      return { ...next, cause: operationEvent.cause };
    case 'step_back':
      return {
        ...next,
        refs: attempt.prepared.continues?.refs ?? attempt.refs,
        cause: operationEvent.cause,
        queries: 0,
        absences: 0,
      };
    case 'poll':
      return {
        ...next,
        queries: attempt.queries + 1,
        absences: operationEvent.absent ? attempt.absences + 1 : 0,
      };
    case 'resend':
      return { ...next, sentAt: now, absences: 0, queries: 0 };
    default:
      return next;
  }
}

/** Sets what the transition table does not tell about the next state. Mutates the fresh copy. */
function describe(
  state: OperationState,
  { operationEvent, attempt }: AdvanceCommand,
  now: Date,
  node: number,
): void {
  const dueIn = (delayMs: number, owner: number | null) => {
    state.nextStepAt = new Date(now.getTime() + delayMs);
    state.leaseOwner = owner;
  };
  switch (operationEvent.type) {
    case 'send':
    case 'refund':
    case 'proceed':
      begin(state, operationEvent);
      dueIn(0, node);
      return;
    case 'resend':
      dueIn(0, node);
      return;
    case 'unsend':
    case 'park':
    case 'resume':
      if (state.state === 'SUCCESS') endSteps(state);
      else dueIn(untilNextTry(operationEvent), null);
      return;
    case 'accept':
    case 'lose_answer':
    case 'poll':
    case 'step_back':
      if (operationEvent.type === 'accept') presentChallenge(state, operationEvent, attempt, now);
      if (operationEvent.type === 'step_back') presentAgain(state);
      dueIn(operationEvent.nextStepInMs, null);
      return;
    case 'succeed':
      succeed(state, operationEvent, dueIn);
      return;
    case 'fail':
      endSteps(state);
      if (state.state !== 'FAILED') return;
      fail(state, operationEvent.refusal, operationEvent.proof);
      state.providerReference = operationEvent.refs.theirs ?? state.providerReference;
      return;
    case 'refuse':
      endSteps(state);
      fail(state, operationEvent.refusal, operationEvent.proof);
      return;
    case 'cancel':
    case 'reverse':
      endSteps(state);
      if (operationEvent.type === 'cancel') state.proof = operationEvent.proof;
      return;
    case 'drop_cancel':
      endSteps(state);
      state.cancelRequested = false;
      return;
    case 'ask_cancel':
  }
}

type WaitingEvent = Extract<OperationEvent, { type: 'unsend' | 'park' | 'resume' }>;

/** Milliseconds after which a parked operation is given up if it was not resumed. */
function untilNextTry(operationEvent: WaitingEvent): number {
  switch (operationEvent.type) {
    case 'unsend':
      return operationEvent.retryInMs;
    case 'park':
      return operationEvent.expiresInMs;
    case 'resume':
      return operationEvent.dueInMs;
  }
}

function begin(
  state: OperationState,
  { type, attempt }: Extract<OperationEvent, { attempt: NewAttempt }>,
): void {
  state.attempts = attempt.number;
  if (type === 'refund') state.cancelRequested = false;
  if (type === 'proceed') answerChallenge(state);
}

function succeed(
  state: OperationState,
  { refs, voucher, decision }: { refs: Refs; voucher?: Voucher; decision?: Decision },
  dueIn: (delayMs: number, owner: number | null) => void,
): void {
  endSteps(state);
  if (state.state !== 'SUCCESS') return;
  state.proof = decision === undefined ? 'provider_succeeded' : 'operator';
  state.providerReference = refs.theirs ?? state.providerReference;
  state.voucher = voucher ?? null;
  // The cancellation came too late: it is carried out as a refund (F42).
  if (state.cancelRequested) dueIn(0, null);
}

function endSteps(state: OperationState): void {
  state.nextStepAt = null;
  state.leaseOwner = null;
  state.stage = null;
}

function fail(state: OperationState, refusal: Refusal, proof: OperationState['proof']): void {
  state.errorId = refusal.errorId;
  state.errorMessage = refusal.message;
  state.proof = proof;
}

function ledgerEventsOf(
  present: OperationState,
  { terms, operationEvent }: AdvanceCommand,
): LedgerEvent[] {
  const refunding = present.state === 'REFUNDING';
  const refunded: LedgerEvent = {
    type: 'refunded',
    commissionToo: terms.details.keepsCommission !== true,
  };
  switch (operationEvent.type) {
    case 'succeed':
      return [refunding ? refunded : { type: 'succeeded' }, ...feeEvents(operationEvent)];
    case 'fail':
      return [refunding ? { type: 'refund_refused' } : { type: 'failed' }];
    case 'unsend':
      return refunding ? [{ type: 'refund_refused' }] : [];
    case 'refuse':
    case 'cancel':
      return [{ type: 'failed' }];
    case 'refund':
      return [{ type: 'refund_started' }];
    case 'reverse':
      // Without a refund of ours nothing was held yet.
      return terms.direction === 'CREDIT' && !refunding
        ? [{ type: 'refund_started' }, refunded]
        : [refunded];
    default:
      return [];
  }
}

const feeEvents = ({ fee = 0n }: Extract<OperationEvent, { type: 'succeed' }>): LedgerEvent[] =>
  fee > 0n ? [{ type: 'provider_fee', amount: fee }] : [];

/** How the history names a decision; `wish/12`. */
export const decisionMark = (approvalRequestId: number): string => `wish/${approvalRequestId}`;

function reasonOf(operationEvent: OperationEvent): string {
  const decision = decisionOf(operationEvent);
  if (decision !== null)
    return `${operationEvent.type}: decided by two persons, ${decision.evidence} (${decisionMark(decision.approvalRequestId)})`;
  switch (operationEvent.type) {
    case 'lose_answer':
    case 'unsend':
    case 'step_back':
    case 'park':
      return `${operationEvent.type}: ${operationEvent.cause}`;
    case 'fail':
    case 'refuse':
      return `${operationEvent.type}: error ${operationEvent.refusal.errorId}`;
    case 'reverse':
      return `reverse: ${operationEvent.reason}`;
    default:
      return operationEvent.type;
  }
}
