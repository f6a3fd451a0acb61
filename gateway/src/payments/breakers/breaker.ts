// The breaker of a route: closed, it takes new operations; open, none; half open, a few, whose fate
// decides which of the two comes next. Pure rules; their numbers are the route's (BreakerRule), the
// rows are in store.ts. A simulation of recorded traffic (simulate.ts) follows the same rules.

import { usualBreakerRule, type BreakerRule, type Catalogue } from '../catalogue/index.ts';
import {
  usualThresholds,
  type HealthLevel,
  type JudgedBy,
  type ReasonId,
} from '../route-health/index.ts';

export type BreakerState = 'closed' | 'open' | 'half_open';

export interface Breaker {
  route: string;
  state: BreakerState;
  /** Opened by a user: it stays open until a user closes it. */
  byHand: boolean;
  /** A user's own words; otherwise what reason-text.ts says in words. */
  reason: string;
  since: Date;
  /** Since then, when it was read; real time. */
  ageMs: number;
  /** How many times in a row it has opened by itself; 0: a user has changed it last. */
  failures: number;
  /** How those fared that were let through since. */
  answered: number;
  lost: number;
}

export interface BreakerChange {
  state: BreakerState;
  reason: string;
}

const secondMs = 1_000;

/** A route that the catalogue has no more follows the usual rule. */
export const ruleOf = (catalogue: Pick<Catalogue, 'route'>, route: string): BreakerRule =>
  catalogue.route(route)?.breakerRule ?? usualBreakerRule;

/** From which numbers on the health of a route is `down`, and how far back it looks. */
export const judgedByRule = ({
  failuresToOpen,
  sharePercentToOpen,
  windowSeconds,
}: BreakerRule): JudgedBy => ({
  windowMs: windowSeconds * secondMs,
  thresholds: {
    ...usualThresholds,
    downMin: failuresToOpen,
    downShare: sharePercentToOpen / 100,
  },
});

/**
 * Only what the provider itself did: a queue of ours, or results that come late, is no reason to
 * send it nothing.
 */
const openingReasons: ReadonlySet<ReasonId> = new Set(['unanswered', 'faulted', 'unreachable']);

/** Why the health of its route opens a breaker; null: it does not. */
export function reasonToOpen({
  state,
  reasons,
}: {
  state: HealthLevel;
  reasons: readonly ReasonId[];
}): string | null {
  const reason = reasons.filter((each) => openingReasons.has(each)).join(', ');
  return state === 'down' && reason !== '' ? reason : null;
}

/**
 * Health opens what is closed, unless it has closed so recently that its health still counts what
 * happened before.
 */
export const opensForHealth = (
  before: Pick<Breaker, 'state' | 'ageMs'> | null,
  rule: BreakerRule,
): boolean => before === null || (before.state === 'closed' && before.ageMs >= recoveryMs(rule));

/**
 * As long as its health still counts what happened before. Meanwhile the breaker judges by what has
 * happened since it closed.
 */
const recoveryMs = ({ windowSeconds }: BreakerRule): number => windowSeconds * secondMs;

export const waitBeforeTryMs = (
  failures: number,
  { firstWaitSeconds, longestWaitSeconds }: BreakerRule,
): number =>
  secondMs *
  Math.min(longestWaitSeconds, firstWaitSeconds * 2 ** Math.min(Math.max(0, failures - 1), 20));

export const isRecovering = (
  { state, ageMs, failures }: Pick<Breaker, 'state' | 'ageMs' | 'failures'>,
  rule: BreakerRule,
): boolean => state === 'closed' && failures > 0 && ageMs < recoveryMs(rule);

/** Whether outcomes are counted: they decide what comes next. */
export const isJudged = (breaker: Breaker, rule: BreakerRule): boolean =>
  breaker.state === 'half_open' || isRecovering(breaker, rule);

/** What follows from the outcomes of those that were let through; null: nothing yet. */
export function judge(breaker: Breaker, rule: BreakerRule): BreakerChange | null {
  const { state, answered, lost } = breaker;
  if (state === 'half_open' && lost >= rule.lossesToOpen)
    return { state: 'open', reason: `triedLost ${lost}/${answered + lost}` };
  if (state === 'half_open' && answered >= rule.answersToClose && answered > lost)
    return { state: 'closed', reason: `triedAnswered ${answered}/${answered + lost}` };
  if (isRecovering(breaker, rule) && lost >= rule.lossesInRecovery && lost > answered)
    return { state: 'open', reason: `lostAgain ${lost}/${answered + lost}` };
  return null;
}

/** How many times in a row it has opened by itself, after a change. */
export function failuresAfter(
  before: Pick<Breaker, 'state' | 'ageMs' | 'failures'> | null,
  { state, byHand }: Pick<Breaker, 'state' | 'byHand'>,
  rule: BreakerRule,
): number {
  if (byHand) return 0;
  if (state !== 'open') return before?.failures ?? 0;
  const isFirst = before === null || (before.state === 'closed' && !isRecovering(before, rule));
  return isFirst ? 1 : before.failures + 1;
}

/** What time alone brings: an open breaker that its health has opened is tried again. */
export function afterWaiting(
  { state, byHand, ageMs, failures }: Pick<Breaker, 'state' | 'byHand' | 'ageMs' | 'failures'>,
  rule: BreakerRule,
): boolean {
  return state === 'open' && !byHand && ageMs >= waitBeforeTryMs(failures, rule);
}

/** When time alone brings a try; null: it does not. */
export const nextTryAt = (
  { state, byHand, since, failures }: Breaker,
  rule: BreakerRule,
): Date | null =>
  state === 'open' && !byHand ? new Date(since.getTime() + waitBeforeTryMs(failures, rule)) : null;

/**
 * How many of those that wait for the route may leave in this second: ever more, so that what has
 * just come back is not killed again.
 */
export function resumedPerSecond(
  { state, ageMs }: Pick<Breaker, 'state' | 'ageMs'>,
  perSecondMax: number,
): number {
  if (state !== 'closed') return state === 'half_open' ? 1 : 0;
  const doublings = Math.floor(ageMs / doublingMs);
  return Math.min(perSecondMax, 2 ** Math.min(doublings, 20));
}
const doublingMs = 10 * secondMs;
