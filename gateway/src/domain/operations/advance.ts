// What does one happening change? The pure step: present state and attempt in, next state, attempt and ledger event out.

import type { Refs } from '@jokko/connector-kit';
import type { LedgerEvent } from '../ledger/index.ts';
import type { AdvanceCommand, Decision, Happening } from './commands.ts';
import type { Attempt, AttemptState, OperationState } from './operation.ts';
import { step, type EventType, type State } from './states.ts';

export interface Advance {
  state: OperationState;
  attempt: Attempt | null;
  /** True when the attempt row is new. */
  attemptIsNew: boolean;
  ledger: LedgerEvent[];
  reason: string;
}

const eventOf: { [type in Happening['type']]: EventType | null } = {
  send: 'send',
  unsend: 'unsend',
  accept: 'accept',
  lose: 'lose',
  look: 'look',
  resend: 'resend',
  succeed: 'succeed',
  fail: 'fail',
  refuse: 'refuse',
  cancel: 'cancel',
  refund: 'refund',
  reverse: 'reverse',
  rest: 'rest',
  ask_cancel: null,
};

const attemptStateAfter: { [type in Happening['type']]?: AttemptState } = {
  send: 'SENDING',
  refund: 'SENDING',
  resend: 'SENDING',
  unsend: 'NOT_SENT',
  accept: 'ACCEPTED',
  lose: 'UNKNOWN',
  succeed: 'SUCCEEDED',
  reverse: 'SUCCEEDED',
  fail: 'FAILED',
  cancel: 'FAILED',
};

/**
 * Applies a happening, or returns null when the present state does not allow it (somebody else was first, or the news is about an
 * older attempt). `now` is the database clock; `node` the incarnation that asks.
 */
export function advance(present: OperationState, command: AdvanceCommand, now: Date, node: number): Advance | null {
  const { happening, attempt } = command;
  const event = eventOf[happening.type];
  if (event === null) return askCancel(present, now);
  const next = step(present.state, event);
  if (next === null || !isFenced(present, command, node) || !isStillUndecided(present, happening)) return null;
  const state: OperationState = { ...present, state: next, updatedAt: now };
  const isNew = happening.type === 'send' || happening.type === 'refund';
  const changed = isNew ? happening.attempt : attempt === null ? null : advanceAttempt(attempt, happening, now);
  describe(state, happening, now, node);
  return { state, attempt: changed, attemptIsNew: isNew, ledger: ledgerEventsOf(present, command), reason: reasonOf(happening) };
}

/** Only the lease holder sends; news about an attempt counts only while it is the operation's newest. */
function isFenced(present: OperationState, { happening, attempt }: AdvanceCommand, node: number): boolean {
  switch (happening.type) {
    case 'send':
      return present.leaseOwner === node && happening.attempt.number === present.attempts + 1;
    case 'resend':
      return present.leaseOwner === node && attempt?.number === present.attempts;
    case 'refund':
      return happening.attempt.number === present.attempts + 1;
    case 'refuse':
    case 'reverse':
    case 'rest':
    case 'ask_cancel':
      return true;
    case 'cancel':
      return attempt === null ? present.state === 'READY' : attempt.number === present.attempts;
    case 'look':
      // An older copy of the attempt must not undo what a notice has told meanwhile.
      return attempt?.number === present.attempts && (present.state === 'REFUNDING' || attempt.state === present.state);
    default:
      return attempt?.number === present.attempts;
  }
}

const decidedStates: readonly State[] = ['ACCEPTED', 'UNKNOWN', 'REFUNDING'];

/** What persons decide counts only while the operation is as they saw it: not while bytes may be leaving, and not after other news. */
function isStillUndecided({ state, updatedAt }: OperationState, happening: Happening): boolean {
  const decision = decisionOf(happening);
  return decision === null || (decidedStates.includes(state) && updatedAt.getTime() === decision.seen.getTime());
}

/** Null: told by a provider or by the gateway itself. */
export function decisionOf(happening: Happening): Decision | null {
  return (happening.type === 'succeed' || happening.type === 'fail' ? happening.decision : undefined) ?? null;
}

function askCancel(present: OperationState, now: Date): Advance | null {
  if (present.cancelRequested || present.nextStepAt === null) return null;
  return {
    state: { ...present, cancelRequested: true, updatedAt: now },
    attempt: null,
    attemptIsNew: false,
    ledger: [],
    reason: 'cancel_requested',
  };
}

function advanceAttempt(attempt: Attempt, happening: Happening, now: Date): Attempt {
  const next: Attempt = { ...attempt, state: attemptStateAfter[happening.type] ?? attempt.state };
  switch (happening.type) {
    case 'accept':
    case 'succeed':
    case 'fail':
      return { ...next, refs: { ...attempt.refs, ...happening.refs }, looks: 0, absences: 0 };
    case 'lose':
      return { ...next, refs: { ...attempt.refs, ...happening.refs }, cause: happening.cause };
    case 'unsend':
      return { ...next, cause: happening.cause };
    case 'look':
      return { ...next, looks: attempt.looks + 1, absences: happening.absent ? attempt.absences + 1 : 0 };
    case 'resend':
      return { ...next, sentAt: now, absences: 0, looks: 0 };
    default:
      return next;
  }
}

/** Everything of the next state that the transition table does not say. Mutates the fresh copy it is given. */
function describe(state: OperationState, happening: Happening, now: Date, node: number): void {
  const dueIn = (delayMs: number, owner: number | null) => {
    state.nextStepAt = new Date(now.getTime() + delayMs);
    state.leaseOwner = owner;
  };
  switch (happening.type) {
    case 'send':
    case 'refund':
      state.attempts = happening.attempt.number;
      if (happening.type === 'refund') state.cancelRequested = false;
      dueIn(0, node);
      return;
    case 'resend':
      dueIn(0, node);
      return;
    case 'unsend':
      if (state.state === 'SUCCESS') rest(state);
      else dueIn(happening.retryInMs, null);
      return;
    case 'accept':
      if (state.state === 'ACCEPTED') state.stage = happening.stage;
      if (happening.challenge !== null) {
        const expiresAt = new Date(now.getTime() + happening.challenge.expiresInMs).toISOString();
        state.challenge = { ...happening.challenge, expiresAt };
      }
      dueIn(happening.nextStepInMs, null);
      return;
    case 'lose':
    case 'look':
      dueIn(happening.nextStepInMs, null);
      return;
    case 'succeed':
      succeed(state, happening, dueIn);
      return;
    case 'fail':
      rest(state);
      if (state.state === 'FAILED') fail(state, happening.refusal, happening.proof);
      if (state.state === 'FAILED') state.providerReference = happening.refs.theirs ?? state.providerReference;
      return;
    case 'refuse':
      rest(state);
      fail(state, happening.refusal, happening.proof);
      return;
    case 'cancel':
      rest(state);
      state.proof = happening.proof;
      return;
    case 'reverse':
      rest(state);
      return;
    case 'rest':
      rest(state);
      state.cancelRequested = false;
      return;
    case 'ask_cancel':
      return;
  }
}

function succeed(
  state: OperationState,
  { refs, voucher, decision }: { refs: Refs; voucher?: string; decision?: Decision },
  dueIn: (delayMs: number, owner: number | null) => void,
): void {
  rest(state);
  if (state.state !== 'SUCCESS') return;
  state.proof = decision === undefined ? 'provider_succeeded' : 'operator';
  state.providerReference = refs.theirs ?? state.providerReference;
  state.voucher = voucher ?? null;
  // The cancellation came too late: what was asked for is now a refund (F42).
  if (state.cancelRequested) dueIn(0, null);
}

function rest(state: OperationState): void {
  state.nextStepAt = null;
  state.leaseOwner = null;
  state.stage = null;
}

function fail(state: OperationState, refusal: { errorId: number; message: string | null }, proof: OperationState['proof']): void {
  state.errorId = refusal.errorId;
  state.errorMessage = refusal.message;
  state.proof = proof;
}

function ledgerEventsOf(present: OperationState, { facts, happening }: AdvanceCommand): LedgerEvent[] {
  const refunding = present.state === 'REFUNDING';
  const refunded: LedgerEvent = { type: 'refunded', commissionToo: facts.details.keepsCommission !== true };
  switch (happening.type) {
    case 'succeed':
      return [refunding ? refunded : { type: 'succeeded' }];
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
      return facts.direction === 'CREDIT' && !refunding ? [{ type: 'refund_started' }, refunded] : [refunded];
    default:
      return [];
  }
}

/** How the history names a decision; `wish/12`. */
export const decisionMark = (wishId: number): string => `wish/${wishId}`;

function reasonOf(happening: Happening): string {
  const decision = decisionOf(happening);
  if (decision !== null) return `${happening.type}: decided by two persons, ${decision.ground} (${decisionMark(decision.wishId)})`;
  switch (happening.type) {
    case 'lose':
    case 'unsend':
      return `${happening.type}: ${happening.cause}`;
    case 'fail':
    case 'refuse':
      return `${happening.type}: error ${happening.refusal.errorId}`;
    case 'reverse':
      return `reverse: ${happening.reason}`;
    default:
      return happening.type;
  }
}
