// O15: a simulation follows recorded traffic by the rules of the real breaker, and says what of it
// would have stayed away from the route.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { breakerRuleOf } from '../catalogue/breaker-rule.ts';
import { usualBreakerRule } from '../catalogue/index.ts';
import {
  noOutcomes,
  nothingOf,
  type CountedRow,
  type OutcomeCounts,
} from '../route-health/index.ts';
import { simulate } from './simulate.ts';

const begin = Date.UTC(2026, 10, 16, 8);
const minuteAt = (minute: number, counts: Partial<OutcomeCounts>): CountedRow => ({
  ...nothingOf({ kind: 'route', name: 'R' }),
  counts: { ...noOutcomes(), ...counts },
  at: new Date(begin + minute * 60_000),
});
const minutes = (from: number, to: number, counts: Partial<OutcomeCounts>): CountedRow[] =>
  Array.from({ length: to - from }, (_, number) => minuteAt(from + number, counts));
const minuteOf = (at: Date | null) => (at === null ? null : (at.getTime() - begin) / 60_000);

const good = { succeeded: 30 };
const bad = { unknown: 30 };
const outage = [...minutes(0, 60, good), ...minutes(60, 90, bad), ...minutes(90, 180, good)];

test('O15 an outage opens the breaker within the minute, and answers close it again', () => {
  const { interruptions, passed, kept } = simulate(outage, usualBreakerRule);
  const [one, ...others] = interruptions;
  assert.deepEqual(others, []);
  assert.equal(one!.reason, 'unanswered');
  const [opened, closed] = [minuteOf(one!.openedAt)!, minuteOf(one!.closedAt)!];
  assert.ok(opened > 60 && opened <= 61, `opened at ${opened}`);
  assert.ok(closed > 90 && closed <= 101, `closed at ${closed}: the longest wait is ten minutes`);
  assert.ok(one!.trials > 2);
  assert.ok(kept.trouble > 800 && passed.trouble < 100, 'it spares most of the trouble');
  assert.equal(passed.good + kept.good, 150 * 30);
  assert.equal(passed.trouble + kept.trouble, 30 * 30);
});

test('O15 another rule opens later, or not at all; the traffic is the same', () => {
  const rare = simulate(outage, breakerRuleOf({ failuresToOpen: 1_000 }));
  assert.deepEqual(rare.interruptions, []);
  assert.deepEqual(rare.kept, { good: 0, trouble: 0 });
  assert.deepEqual(rare.passed, { good: 150 * 30, trouble: 30 * 30 });
  const share = [...minutes(0, 10, good), ...minutes(10, 20, { succeeded: 15, faulted: 15 })];
  assert.deepEqual(simulate(share, usualBreakerRule).interruptions, []);
  const half = simulate(share, breakerRuleOf({ sharePercentToOpen: 40 })).interruptions;
  assert.equal(half[0]!.reason, 'faulted');
});

test('O15 waits that are shorter find the provider back sooner', () => {
  const closedAt = (rule: object) =>
    minuteOf(simulate(outage, breakerRuleOf(rule)).interruptions[0]!.closedAt)!;
  const soon = closedAt({ firstWaitSeconds: 10, longestWaitSeconds: 60 });
  assert.ok(soon <= 92 && soon < closedAt({}), `closed at ${soon}`);
});

test('O15 payers’ own failures open nothing, nor do single failures or a quiet route', () => {
  const rows = [
    ...minutes(0, 30, { refused: 30 }),
    ...minutes(30, 60, { unknown: 1, succeeded: 9 }),
    minuteAt(600, { unknown: 4 }),
    minuteAt(1_200, { unknown: 4 }),
  ];
  assert.deepEqual(simulate(rows, usualBreakerRule).interruptions, []);
  assert.deepEqual(simulate([], usualBreakerRule), {
    interruptions: [],
    passed: { good: 0, trouble: 0 },
    kept: { good: 0, trouble: 0 },
  });
});

test('O15 what is open when the traffic ends stays open, and rows of several nodes add up', () => {
  const two = minutes(0, 5, { unsent: 3 }).flatMap((row) => [row, row]);
  const [one] = simulate(two, usualBreakerRule).interruptions;
  assert.equal(one!.closedAt, null);
  assert.equal(one!.reason, 'unreachable');
  assert.ok(minuteOf(one!.openedAt)! <= 1);
});

test('O15 a busy day is followed to its end', () => {
  const day = minutes(0, 1_440, { succeeded: 6_000, refused: 300, unknown: 20 });
  const { passed, interruptions } = simulate(day, usualBreakerRule);
  assert.deepEqual(interruptions, []);
  assert.equal(passed.good, 1_440 * 6_300);
});
