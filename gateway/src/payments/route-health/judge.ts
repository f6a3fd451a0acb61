// Judges a subject by what came of its exchanges in the last five minutes and by how it stands now.
// Pure: nothing here reads a clock or the database.

import { countOf, percentileMs, type Durations } from './latency.ts';
import type {
  HealthFigures,
  HealthLevel,
  OutcomeCounts,
  ReasonId,
  SubjectStanding,
  Subject,
} from './subject.ts';

/** What was counted in some time. */
export interface WindowCounts {
  counts: OutcomeCounts;
  callMs: Durations;
}

export interface Evidence {
  subject: Subject;
  /** The counts of the last five minutes. */
  window: WindowCounts;
  /** The counts of the time that it is judged by, which may be less. */
  judged: OutcomeCounts;
  /** The parts of that time, the newest first: they show first that trouble is over. */
  parts: readonly OutcomeCounts[];
  /**
   * The counts of the last minute: a provider that has just died is down, however well it was
   * before.
   */
  lastMinute: OutcomeCounts;
  standing: SubjectStanding;
  /** At this hour of the last days; null: too little is known. */
  usualP95Ms: number | null;
}

export interface Judgement {
  state: HealthLevel;
  reasons: ReasonId[];
  figures: HealthFigures;
}

/** As `health_state` keeps it. */
export interface Former {
  state: HealthLevel;
  /** For how long it would have been judged better without a break, ms. */
  betterForMs: number;
}

/**
 * From which numbers on what is judged. A route may have its own; `jokko route simulate` tries
 * others.
 */
export interface Thresholds {
  /** One failure of one order is no outage: so many failures at least. */
  degradedMin: number;
  downMin: number;
  /** Shares of all exchanges. */
  degradedShare: number;
  downShare: number;
  /** It is healthy again only below this. */
  healthyShare: number;
  /** Better for this long before the state gets better. */
  betterMs: number;
}

/** How one subject is judged. */
export interface JudgedBy {
  thresholds: Thresholds;
  /** How far back its exchanges count; at most what is read of them (`windowSeconds`). */
  windowMs: number;
}

export const usualThresholds: Thresholds = {
  degradedMin: 3,
  downMin: 5,
  degradedShare: 0.2,
  downShare: 0.8,
  healthyShare: 0.1,
  betterMs: 60_000,
};

/** All that is read, by the usual numbers. */
export const usualJudgedBy: JudgedBy = {
  thresholds: usualThresholds,
  windowMs: Number.POSITIVE_INFINITY,
};

/**
 * So many good ones at the end of the window, and next to no trouble among them: what was before is
 * over.
 */
const recoveredMin = 5;
/** A percentile of fewer calls says little. */
const callsMin = 10;
const slowFactor = 3;
/** Below this nobody minds, whatever is usual. */
const slowFromMs = 2_000;
/** Where nothing usual is known. */
const slowUnknownMs = 15_000;
const agedPendingMin = 5;
const unresolvedMin = 5;
const queueAgeSecMax: { readonly [kind in Subject['kind']]: number } = {
  route: 60,
  'sms-link': 300,
  receiver: 300,
};
const failuresInRowMin = 3;

export const troubleOf = ({ faulted, unknown, unsent }: OutcomeCounts): number =>
  faulted + unknown + unsent;
export const goodOf = ({ succeeded, accepted, refused }: OutcomeCounts): number =>
  succeeded + accepted + refused;

/** The share of trouble, from 0 to 1. */
const shareOf = (counts: OutcomeCounts): number =>
  troubleOf(counts) / Math.max(1, troubleOf(counts) + goodOf(counts));

/** The state by the evidence alone, without what it was before. */
export function judgeNow(
  evidence: Evidence,
  thresholds: Thresholds,
  former: HealthLevel,
): Judgement {
  const figures = figuresOf(evidence);
  const fromCounts = judgeCounts(evidence, thresholds, former);
  const { down, degraded } = judgeStanding(evidence, figures);
  const state =
    fromCounts === 'down' || down.length > 0
      ? 'down'
      : fromCounts === 'degraded' || degraded.length > 0
        ? 'degraded'
        : 'healthy';
  const counted = fromCounts === 'healthy' ? [] : weightiest(evidence.judged);
  return { state, reasons: [...new Set([...down, ...counted, ...degraded])], figures };
}

/**
 * The state with what it was before: worse at once, better only after a while, so that it does not
 * flap.
 */
export function judge(
  evidence: Evidence,
  former: Former | null,
  thresholds: Thresholds = usualThresholds,
): Judgement & { isBetter: boolean } {
  const before = former?.state ?? 'healthy';
  const now = judgeNow(evidence, thresholds, before);
  const isBetter = rank[now.state] < rank[before];
  if (!isBetter || former === null || former.betterForMs >= thresholds.betterMs)
    return { ...now, isBetter };
  return { ...now, state: before, reasons: ['recovering', ...now.reasons], isBetter };
}

const rank: { readonly [state in HealthLevel]: number } = { healthy: 0, degraded: 1, down: 2 };

function judgeCounts(
  { judged: counts, parts, lastMinute }: Evidence,
  limits: Thresholds,
  former: HealthLevel,
): HealthLevel {
  const trouble = troubleOf(counts);
  const share = shareOf(counts);
  if (isOver(parts, limits.healthyShare)) return 'healthy';
  for (const each of [counts, lastMinute])
    if (troubleOf(each) >= limits.downMin && shareOf(each) >= limits.downShare) return 'down';
  // Down ends at half of the share at which it begins, and not while nothing has gone well since;
  // what is degraded ends at less than it began.
  const isStillDown = share >= limits.downShare / 2 || goodOf(lastMinute) === 0;
  if (former === 'down' && trouble >= limits.downMin && isStillDown) return 'down';
  const degradedFrom = former === 'healthy' ? limits.degradedShare : limits.healthyShare;
  return trouble >= limits.degradedMin && share >= degradedFrom ? 'degraded' : 'healthy';
}

/** Whether the window ends with good exchanges, however much trouble it began with. */
function isOver(parts: readonly OutcomeCounts[], healthyShare: number): boolean {
  let good = 0;
  let trouble = 0;
  for (const part of parts) {
    good += goodOf(part);
    trouble += troubleOf(part);
    if (good >= recoveredMin && trouble / (good + trouble) < healthyShare) return true;
    // It ends with trouble, which the good ones before do not make up for.
    if (trouble >= recoveredMin && trouble > good) return false;
  }
  return false;
}

/** Kinds of failures, the most frequent first. */
function weightiest({ faulted, unknown, unsent }: OutcomeCounts): ReasonId[] {
  const kinds: [ReasonId, number][] = [
    ['unanswered', unknown],
    ['faulted', faulted],
    ['unreachable', unsent],
  ];
  return kinds
    .filter(([, count]) => count > 0)
    .toSorted(([, one], [, other]) => other - one)
    .map(([reason]) => reason);
}

function judgeStanding(
  { subject, window: { counts, callMs }, standing }: Evidence,
  { p95Ms, usualP95Ms }: HealthFigures,
): { down: ReasonId[]; degraded: ReasonId[] } {
  const { unresolved = 0, agedPending = 0, queueAgeSec = 0, failuresInRow = 0 } = standing;
  const slowMs =
    usualP95Ms === null ? slowUnknownMs : Math.max(slowFromMs, slowFactor * usualP95Ms);
  const down: ReasonId[] = standing.bound === false ? ['notBound'] : [];
  const degraded: ReasonId[] = [];
  if (failuresInRow >= failuresInRowMin)
    (counts.succeeded === 0 ? down : degraded).push('unreachable');
  if (unresolved >= unresolvedMin && unresolved > goodOf(counts)) degraded.push('unresolved');
  if (agedPending >= agedPendingMin && agedPending > counts.succeeded) degraded.push('agedPending');
  if (countOf(callMs) >= callsMin && p95Ms !== null && p95Ms > slowMs) degraded.push('slow');
  if (queueAgeSec > queueAgeSecMax[subject.kind]) degraded.push('queue');
  return { down, degraded };
}

const figuresOf = ({ window, standing, usualP95Ms }: Evidence): HealthFigures => ({
  ...window.counts,
  ...standing,
  p50Ms: percentileMs(window.callMs, 0.5),
  p95Ms: percentileMs(window.callMs, 0.95),
  usualP95Ms,
});
