// Follows what a rule would have done with the traffic of a route that was recorded by the minute:
// when its breaker would have opened, been tried and closed, what would have stayed away from the
// route meanwhile, and what came of it in truth. Pure, and by the rules of breaker.ts and of
// health.

import type { BreakerRule } from '../catalogue/index.ts';
import {
  addOutcomes,
  gather,
  goodOf,
  judge as judgeHealth,
  noOutcomes,
  nothingOf,
  outcomes,
  troubleOf,
  type CountedRow,
  type HealthLevel,
  type HealthOutcome,
  type OutcomeCounts,
} from '../route-health/index.ts';
import {
  afterWaiting,
  failuresAfter,
  isJudged,
  judge,
  judgedByRule,
  opensForHealth,
  reasonToOpen,
  type Breaker,
  type BreakerState,
} from './breaker.ts';

/**
 * What became of exchanges: no trouble, or trouble (no usable answer, a technical failure, nobody
 * reached).
 */
export interface Fared {
  good: number;
  trouble: number;
}

/** From one opening until it is closed again, trials and all. */
export interface Interruption {
  openedAt: Date;
  /** Null: still, when the recorded traffic ends. */
  closedAt: Date | null;
  /** As `Breaker.reason`. */
  reason: string;
  /** How many times it was tried. */
  trials: number;
  /** What would have stayed away from the route, by what came of it. */
  kept: Fared;
}

export interface Simulated {
  interruptions: Interruption[];
  /** The sums of all exchanges. */
  passed: Fared;
  kept: Fared;
}

/** Minutes are spread over slices as long as between two rounds of health. */
const sliceMs = 10_000;
const minuteMs = 60_000;
const slicesOfMinute = minuteMs / sliceMs;
/** What is read of health at most; older slices count for nothing. */
const windowMsMax = 300_000;
/** A node lets one new operation through in two seconds while a route is tried. */
const trialsPerSlice = 5;

/** `minutes` of one route, the oldest first; several rows of one minute add up. */
export function simulate(minutes: readonly CountedRow[], rule: BreakerRule): Simulated {
  const run = startRun(rule);
  let nextMs = Number.NEGATIVE_INFINITY;
  for (const [minute, rows] of Map.groupBy(minutes, ({ at }) => at.getTime())) {
    // Quiet minutes: time passes, and at the end of a wait nobody is there to be tried.
    run.quietUntil(nextMs, minute);
    const counts = noOutcomes();
    for (const row of rows) addOutcomes(counts, row.counts);
    for (let slice = 0; slice < slicesOfMinute; slice++)
      run.step(minute + (slice + 1) * sliceMs, sliceOf(counts, slice));
    nextMs = minute + minuteMs;
  }
  return run.result();
}

/** The part of a minute that falls into one of its slices, spread evenly. */
function sliceOf(counts: OutcomeCounts, slice: number): OutcomeCounts {
  const part = noOutcomes();
  for (const outcome of outcomes) {
    const until = (at: number): number => Math.floor((counts[outcome] * at) / slicesOfMinute);
    part[outcome] = until(slice + 1) - until(slice);
  }
  return part;
}

/** One after the other, trouble evenly among the good ones. */
function* exchangesOf(counts: OutcomeCounts): Iterable<HealthOutcome> {
  const places = outcomes.flatMap((outcome) =>
    Array.from({ length: counts[outcome] }, (_, number) => ({
      outcome,
      place: (number + 0.5) / counts[outcome],
    })),
  );
  for (const { outcome } of places.toSorted((one, other) => one.place - other.place)) yield outcome;
}

/** Steps through slices; `step` is given when a slice ends and what was exchanged in it. */
function startRun(rule: BreakerRule) {
  const passed: Fared = { good: 0, trouble: 0 };
  const health = followHealth(rule);
  const followed = followBreaker(rule);
  const step = (endMs: number, counts: OutcomeCounts): void => {
    followed.passTime(endMs);
    const went = followed.letThrough(counts);
    addFared(passed, went);
    const reason = health(endMs, went);
    if (reason !== null) followed.open(reason);
  };
  return {
    step,
    quietUntil(fromMs: number, untilMs: number): void {
      // What is known is over after the window and the minute in which it got better; nothing
      // changes after that.
      const endMs = Math.min(untilMs, fromMs + 2 * windowMsMax);
      for (let ms = fromMs; ms < endMs; ms += sliceMs) step(ms + sliceMs, noOutcomes());
    },
    result: (): Simulated => {
      const { interruptions } = followed;
      return { interruptions, passed, kept: sumOf(interruptions) };
    },
  };
}

/** Judges the health of the route after each slice; answers why it opens the breaker, or null. */
function followHealth(rule: BreakerRule): (nowMs: number, went: OutcomeCounts) => string | null {
  const { windowMs, thresholds } = judgedByRule(rule);
  const subject = { kind: 'route', name: '' } as const;
  /** The newest first. */
  let recent: CountedRow[] = [];
  let state: HealthLevel = 'healthy';
  let betterSinceMs: number | null = null;
  return (nowMs, went) => {
    const newest = { ...nothingOf(subject), counts: went, at: new Date(nowMs) };
    recent = [newest, ...recent.filter(({ at }) => nowMs - at.getTime() < windowMsMax)];
    const evidence = {
      subject,
      ...gather(recent, nowMs, windowMs),
      standing: {},
      usualP95Ms: null,
    };
    const former = { state, betterForMs: betterSinceMs === null ? 0 : nowMs - betterSinceMs };
    const judged = judgeHealth(evidence, former, thresholds);
    // As `health_state.better_since` is kept.
    betterSinceMs = judged.isBetter && judged.state === state ? (betterSinceMs ?? nowMs) : null;
    state = judged.state;
    return reasonToOpen(judged);
  };
}

/** The breaker, from slice to slice, with what it keeps away. */
function followBreaker(rule: BreakerRule) {
  const interruptions: Interruption[] = [];
  let breaker = newBreaker();
  let nowMs = 0;
  const present = (): Breaker => ({ ...breaker, ageMs: nowMs - breaker.since.getTime() });
  const change = (state: BreakerState, reason: string): void => {
    const before = present();
    const failures = failuresAfter(before, { state, byHand: false }, rule);
    breaker = { ...before, state, reason, failures, since: new Date(nowMs), answered: 0, lost: 0 };
    noteChange(interruptions, before.state, breaker);
  };
  /** What came of one that was let through. */
  const follow = (outcome: HealthOutcome): void => {
    const isGood = goodOf({ ...noOutcomes(), [outcome]: 1 }) > 0;
    breaker = isGood
      ? { ...breaker, answered: breaker.answered + 1 }
      : { ...breaker, lost: breaker.lost + 1 };
    const verdict = judge(present(), rule);
    if (verdict !== null) change(verdict.state, verdict.reason);
  };
  const oneByOne = (counts: OutcomeCounts): OutcomeCounts => {
    const [went, kept] = [noOutcomes(), noOutcomes()];
    let triesLeft = trialsPerSlice;
    for (const outcome of exchangesOf(counts)) {
      const { state } = breaker;
      const goes = state === 'closed' || (state === 'half_open' && triesLeft > 0);
      (goes ? went : kept)[outcome] += 1;
      if (state === 'half_open') triesLeft -= 1;
      if (goes && isJudged(present(), rule)) follow(outcome);
    }
    addFared(interruptions.at(-1)!.kept, kept);
    return went;
  };
  return {
    interruptions,
    passTime(toMs: number): void {
      nowMs = toMs;
      if (afterWaiting(present(), rule)) change('half_open', breaker.reason);
    },
    /** What of a slice goes to the route; the rest stays away. */
    letThrough(counts: OutcomeCounts): OutcomeCounts {
      if (isJudged(present(), rule)) return oneByOne(counts);
      if (breaker.state === 'closed') return counts;
      addFared(interruptions.at(-1)!.kept, counts);
      return noOutcomes();
    },
    open(reason: string): void {
      if (opensForHealth(present(), rule)) change('open', reason);
    },
  };
}

function noteChange(
  interruptions: Interruption[],
  before: BreakerState,
  { state, since, reason }: Breaker,
): void {
  const last = interruptions.at(-1);
  if (state === 'half_open') last!.trials += 1;
  else if (state === 'closed') last!.closedAt = since;
  else if (before === 'closed')
    interruptions.push({
      openedAt: since,
      closedAt: null,
      reason,
      trials: 0,
      kept: { good: 0, trouble: 0 },
    });
}

const newBreaker = (): Breaker => ({
  route: '',
  state: 'closed',
  byHand: false,
  reason: '',
  since: new Date(-1e12),
  ageMs: 0,
  failures: 0,
  answered: 0,
  lost: 0,
});

function addFared(sum: Fared, counts: OutcomeCounts): void {
  sum.good += goodOf(counts);
  sum.trouble += troubleOf(counts);
}

const sumOf = (interruptions: readonly Interruption[]): Fared => ({
  good: interruptions.reduce((sum, { kept }) => sum + kept.good, 0),
  trouble: interruptions.reduce((sum, { kept }) => sum + kept.trouble, 0),
});
