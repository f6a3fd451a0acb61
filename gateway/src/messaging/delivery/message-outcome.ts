// Decides what follows from the answers to a message's parts. Pure. Only what was certainly not
// accepted, or what may be sent twice by the operator's own rule, is sent again.

import { defined } from '@jokko/contract';
import type { SmsCapabilities, SmsSubmitOutcome } from '@jokko/connectors/kit';
import type { Route } from '../routing/index.ts';
import { mayDifferByConnection, refusalReason, unknownReason, type Reason } from './reasons.ts';

export type MessageOutcome =
  /** Every part was accepted. */
  | { to: 'SENT'; reason?: 'receipts_off' }
  /** `neverLeft`: given back whatever the policy says, as certainly no part of it left. */
  | { to: 'REJECTED' | 'EXPIRED' | 'UNKNOWN'; reason: Reason; neverLeft?: true }
  /** Back to the queue of `connection`; `deferred`: behind those that were not tried yet. */
  | {
      to: 'ACCEPTED';
      connection: string;
      dueAt: Date;
      reason: Reason | null;
      deferred?: true;
    };

export interface Submission {
  connection: string;
  /** What was answered in this attempt, part by part; null: accepted in an earlier one. */
  outcomes: readonly (SmsSubmitOutcome | null)[];
  /** The reason of the message before it was sent. */
  reason: Reason | null;
  /** Attempts with this one. */
  attempts: number;
  /** When it had become due: its place in the queue. */
  dueAt: Date;
  /** Whether the connection asks for receipts. */
  receipts: boolean;
}

export interface Policy {
  now: Date;
  /**
   * Connection to try after one that refused; null: none is left. Never one before it: two that
   * refuse would hand a message to and fro.
   */
  nextConnection(): string | null;
  /**
   * Another connection of the route that is up, wherever in the route it stands, for what this one
   * is too busy for; null: there is none.
   */
  otherConnection(): string | null;
  /** When what may have been accepted is sent again, if nothing is heard of it; null: never. */
  resendAfterMs: number | null;
}

const backOffMaxMs = 300_000;
/** So many attempts may find the connection busy before the message waits longer each time. */
const freeAttempts = 5;
/**
 * After so many attempts in a row that found its connection busy a message goes over to another
 * one.
 */
const attemptsPerConnection = 5;

export function decideOutcome(submission: Submission, policy: Policy): MessageOutcome {
  const { outcomes, connection } = submission;
  const refused = outcomes.find((outcome) => outcome?.kind === 'refused');
  if (refused !== undefined) {
    const next =
      isUntouched(submission) && mayDifferByConnection(refused!.reason)
        ? policy.nextConnection()
        : null;
    if (next === null) return { to: 'REJECTED', reason: refusalReason(refused!.reason) };
    return { to: 'ACCEPTED', connection: next, dueAt: submission.dueAt, reason: submission.reason };
  }
  const unknown = outcomes.find((outcome) => outcome?.kind === 'unknown');
  if (unknown !== undefined)
    return decideUnknownOutcome(submission, unknownReason(unknown!.cause), policy);
  const waits = outcomes.filter(
    (outcome) => outcome?.kind === 'busy' || outcome?.kind === 'not_sent',
  );
  if (waits.length === 0)
    return submission.receipts ? { to: 'SENT' } : { to: 'SENT', reason: 'receipts_off' };
  // A throttled session pauses by itself: what it did not take keeps its place at the head of the
  // queue. What the operator stumbles over waits longer each time and goes behind the others, which
  // are perhaps none of its fault.
  const waitMs = Math.max(
    ...waits.map((outcome) =>
      outcome?.kind === 'busy' && outcome.cause === 'operator_error' ? outcome.pauseMs : 0,
    ),
  );
  const backOffMs = backOff(submission.attempts - (waitMs > 0 ? 0 : freeAttempts));
  const later =
    backOffMs === 0
      ? submission.dueAt
      : new Date(policy.now.getTime() + Math.max(waitMs, backOffMs));
  const other =
    submission.attempts % attemptsPerConnection === 0 && isUntouched(submission)
      ? policy.otherConnection()
      : null;
  const back = {
    to: 'ACCEPTED',
    reason: submission.reason,
    ...defined({ deferred: waitMs > 0 ? (true as const) : undefined }),
  } as const;
  if (other === null) return { ...back, connection, dueAt: later };
  // The other one has not been asked yet: no waiting. Once all of them were, they are asked less
  // often.
  const dueAt = submission.attempts === attemptsPerConnection ? submission.dueAt : later;
  return { ...back, connection: other, dueAt };
}

/** Whether certainly no part was accepted, in this attempt or an earlier one. */
const isUntouched = ({ outcomes, reason }: Submission): boolean =>
  reason !== 'sent_again' &&
  outcomes.every(
    (outcome) => outcome !== null && outcome.kind !== 'accepted' && outcome.kind !== 'unknown',
  );

/**
 * It may have been accepted: sent again at most once, and only where its connection or its route
 * allows it.
 */
export function decideUnknownOutcome(
  message: Pick<Submission, 'connection' | 'reason'>,
  why: Reason,
  { now, resendAfterMs }: Pick<Policy, 'now' | 'resendAfterMs'>,
): MessageOutcome {
  if (resendAfterMs === null || message.reason === 'sent_again')
    return { to: 'UNKNOWN', reason: why };
  return {
    to: 'ACCEPTED',
    connection: message.connection,
    dueAt: new Date(now.getTime() + resendAfterMs),
    reason: 'sent_again',
  };
}

/** What a connector says of a connection. */
export type ConnectionTraits = Pick<SmsCapabilities, 'splits' | 'receipts' | 'resendAfterMs'>;

/**
 * The time of a message of this route: what its connection says, else at once where its route says
 * so. Null, never, also where its time is over by then: `validMs` of it are left.
 */
export function resendAfter(
  traits: Pick<ConnectionTraits, 'resendAfterMs'> | undefined,
  route: Pick<Route, 'resendUnknown'> | null,
  validMs: number,
): number | null {
  const afterMs = traits?.resendAfterMs ?? (route?.resendUnknown === true ? 0 : null);
  return afterMs !== null && afterMs >= validMs ? null : afterMs;
}

const backOff = (attempts: number): number =>
  attempts <= 0 ? 0 : Math.min(backOffMaxMs, 1_000 * 2 ** Math.min(attempts, 12));
