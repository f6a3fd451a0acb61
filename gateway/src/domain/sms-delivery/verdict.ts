// What follows from the answers to a message's parts? Pure. Sent again is only what was certainly not accepted, or what the route allows to
// be sent twice.

import type { SmsSubmitOutcome } from '@jokko/connector-kit';
import { mayDifferByLink, refusalReason, unknownReason, type Reason } from './reasons.ts';

export type Verdict =
  /** Every part was accepted. */
  | { to: 'SENT' }
  /** `neverLeft`: given back whatever the policy says, as certainly no part of it left. */
  | { to: 'REJECTED' | 'EXPIRED' | 'UNKNOWN'; reason: Reason; neverLeft?: true }
  /** Back to the queue of `link`. */
  | { to: 'ACCEPTED'; link: string; dueAt: Date; reason: Reason | null };

export interface Submission {
  link: string;
  /** What was answered in this attempt, part by part; null: accepted in an earlier one. */
  outcomes: readonly (SmsSubmitOutcome | null)[];
  /** Of the message before it was sent. */
  reason: Reason | null;
  /** Attempts with this one. */
  attempts: number;
  /** When it had become due: its place in the queue. */
  dueAt: Date;
}

export interface Policy {
  now: Date;
  /** Link to try after one that refused; null: none is left. Never one before it: two that refuse would hand a message to and fro. */
  nextLink(): string | null;
  /** Another link of the route that is up, wherever in the route it stands, for what this one is too busy for; null: there is none. */
  otherLink(): string | null;
  /** Whether the route sends again what may have been accepted. */
  resendUnknown: boolean;
}

const backOffMaxMs = 300_000;
/** So many attempts may find the link busy before the message waits longer each time. */
const freeAttempts = 5;
/** After so many attempts in a row that found its link busy a message goes over to another one. */
const attemptsPerLink = 5;

export function judge(submission: Submission, policy: Policy): Verdict {
  const { outcomes, link } = submission;
  const refused = outcomes.find((outcome) => outcome?.kind === 'refused');
  if (refused !== undefined) {
    const next = isUntouched(submission) && mayDifferByLink(refused!.reason) ? policy.nextLink() : null;
    if (next === null) return { to: 'REJECTED', reason: refusalReason(refused!.reason) };
    return { to: 'ACCEPTED', link: next, dueAt: submission.dueAt, reason: submission.reason };
  }
  const unknown = outcomes.find((outcome) => outcome?.kind === 'unknown');
  if (unknown !== undefined) return judgeUnknown(submission, unknownReason(unknown!.cause), policy);
  const waits = outcomes.filter((outcome) => outcome?.kind === 'busy' || outcome?.kind === 'not_sent');
  if (waits.length === 0) return { to: 'SENT' };
  // A throttled session pauses by itself: what it did not take keeps its place at the head of the queue. What the operator stumbles over waits
  // longer each time, so that it does not keep the others waiting.
  const waitMs = Math.max(
    ...waits.map((outcome) => (outcome?.kind === 'busy' && outcome.cause === 'operator_error' ? outcome.pauseMs : 0)),
  );
  const backOffMs = backOff(submission.attempts - (waitMs > 0 ? 0 : freeAttempts));
  const later = backOffMs === 0 ? submission.dueAt : new Date(policy.now.getTime() + Math.max(waitMs, backOffMs));
  const other = submission.attempts % attemptsPerLink === 0 && isUntouched(submission) ? policy.otherLink() : null;
  if (other === null) return { to: 'ACCEPTED', link, dueAt: later, reason: submission.reason };
  // The other one has not been asked yet: no waiting. Once all of them were, they are asked less often.
  const dueAt = submission.attempts === attemptsPerLink ? submission.dueAt : later;
  return { to: 'ACCEPTED', link: other, dueAt, reason: submission.reason };
}

/** Whether certainly no part was accepted, in this attempt or an earlier one. */
const isUntouched = ({ outcomes, reason }: Submission): boolean =>
  reason !== 'sent_again' && outcomes.every((outcome) => outcome !== null && outcome.kind !== 'accepted' && outcome.kind !== 'unknown');

/** It may have been accepted: sent again at most once, and only where the route allows it. */
export function judgeUnknown(
  message: Pick<Submission, 'link' | 'reason'>,
  why: Reason,
  policy: Pick<Policy, 'now' | 'resendUnknown'>,
): Verdict {
  if (!policy.resendUnknown || message.reason === 'sent_again') return { to: 'UNKNOWN', reason: why };
  return { to: 'ACCEPTED', link: message.link, dueAt: policy.now, reason: 'sent_again' };
}

const backOff = (attempts: number): number => (attempts <= 0 ? 0 : Math.min(backOffMaxMs, 1_000 * 2 ** Math.min(attempts, 12)));
