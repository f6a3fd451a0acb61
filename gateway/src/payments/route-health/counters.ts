// Counts in memory what came of exchanges with routes, carrier connections and receivers on this
// node. The money path only adds numbers here; a task writes them to the database (round.ts).

import { addDuration, addDurations, noDurations, type Durations } from './latency.ts';
import {
  noOutcomes,
  outcomes,
  type HealthOutcome,
  type OutcomeCounts,
  type Subject,
  type SubjectKind,
} from './subject.ts';

export interface Counted extends Subject {
  counts: OutcomeCounts;
  /** How long each call took, answered or not. */
  callMs: Durations;
  /** From sending to success. */
  resultMs: Durations;
}

export interface HealthCounters {
  /** Never fails and never waits. */
  note(kind: SubjectKind, name: string, outcome: HealthOutcome, resultMs?: number): void;
  noteCall(kind: SubjectKind, name: string, tookMs: number): void;
  /** All that was counted since the last time. */
  drain(): Counted[];
  /** What could not be written counts once more. */
  putBack(counted: readonly Counted[]): void;
}

/** An installation with more receivers than this at once judges the first ones. */
const subjectsMax = 5_000;

export function createHealthCounters(): HealthCounters {
  let subjects = new Map<string, Counted>();
  const of = (kind: SubjectKind, name: string): Counted | null => {
    const key = `${kind} ${name}`;
    let counted = subjects.get(key);
    if (counted === undefined) {
      if (subjects.size >= subjectsMax) return null;
      counted = nothingOf({ kind, name });
      subjects.set(key, counted);
    }
    return counted;
  };
  return {
    note(kind, name, outcome, resultMs) {
      const counted = of(kind, name);
      if (counted === null) return;
      counted.counts[outcome]++;
      if (resultMs !== undefined) addDuration(counted.resultMs, resultMs);
    },
    noteCall(kind, name, tookMs) {
      const counted = of(kind, name);
      if (counted !== null) addDuration(counted.callMs, tookMs);
    },
    drain() {
      const counted = [...subjects.values()];
      subjects = new Map();
      return counted;
    },
    putBack(counted) {
      for (const each of counted) {
        const known = of(each.kind, each.name);
        if (known !== null) addCounted(known, each);
      }
    },
  };
}

export const nothingOf = ({ kind, name }: Subject): Counted => ({
  kind,
  name,
  counts: noOutcomes(),
  callMs: noDurations(),
  resultMs: noDurations(),
});

/** Adds `more` to `sum`, in place. */
export function addCounted(sum: Counted, more: Omit<Counted, keyof Subject>): void {
  addOutcomes(sum.counts, more.counts);
  addDurations(sum.callMs, more.callMs);
  addDurations(sum.resultMs, more.resultMs);
}

/** Adds `more` to `sum`, in place. */
export function addOutcomes(sum: OutcomeCounts, more: OutcomeCounts): void {
  for (const outcome of outcomes) sum[outcome] += more[outcome];
}
