// Health is judged by counts and by how things stand, never by one failure of one order, and it
// does not flap.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judge, type Evidence, type Former } from './judge.ts';
import { noOutcomes, type OutcomeCounts, type SubjectStanding } from './subject.ts';
import { addDuration, noDurations, percentileMs } from './latency.ts';

const evidence = (
  counts: Partial<OutcomeCounts>,
  more: Partial<Omit<Evidence, 'window' | 'judged' | 'parts' | 'lastMinute'>> & {
    parts?: Partial<OutcomeCounts>[];
    lastMinute?: Partial<OutcomeCounts>;
    callMs?: number[];
  } = {},
): Evidence => {
  const callMs = noDurations();
  for (const ms of more.callMs ?? []) addDuration(callMs, ms);
  return {
    subject: more.subject ?? { kind: 'route', name: 'WAVE_SN' },
    window: { counts: { ...noOutcomes(), ...counts }, callMs },
    judged: { ...noOutcomes(), ...counts },
    parts: (more.parts ?? [counts]).map((part) => ({ ...noOutcomes(), ...part })),
    lastMinute: { ...noOutcomes(), ...more.lastMinute },
    standing: more.standing ?? {},
    usualP95Ms: more.usualP95Ms ?? null,
  };
};
const stateOf = (of: Evidence, former: Former | null = null) => judge(of, former).state;
const wasFor = (state: Former['state'], betterForMs: number): Former => ({ state, betterForMs });

test('a provider that answers 503 to everything is down, and unknown is what counts', () => {
  const { state, reasons, figures } = judge(evidence({ unknown: 42 }), null);
  assert.deepEqual([state, reasons, figures.unknown], ['down', ['unanswered'], 42]);
});

test("payers' own failures never turn a route red, however many", () => {
  assert.equal(stateOf(evidence({ refused: 500 })), 'healthy');
  assert.equal(stateOf(evidence({ refused: 500, succeeded: 1 })), 'healthy');
});

test('a route with three operations a day is not judged by one failure, nor by two', () => {
  assert.equal(stateOf(evidence({ unknown: 1 })), 'healthy');
  assert.equal(stateOf(evidence({ faulted: 2 })), 'healthy');
  assert.equal(stateOf(evidence({ unsent: 3 })), 'degraded');
});

test('a fifth of trouble is degraded, four fifths are down, less is healthy', () => {
  assert.equal(stateOf(evidence({ succeeded: 85, faulted: 15 })), 'healthy');
  assert.equal(stateOf(evidence({ succeeded: 75, faulted: 25 })), 'degraded');
  assert.equal(stateOf(evidence({ succeeded: 15, faulted: 85 })), 'down');
});

test('a provider that has just died is down within the minute, however much went well before', () => {
  const counts = { succeeded: 400, unknown: 100 };
  const parts = [{ unknown: 100 }, { succeeded: 400 }];
  assert.equal(stateOf(evidence(counts, { parts, lastMinute: { unknown: 100 } })), 'down');
  assert.equal(
    stateOf(evidence(counts, { parts, lastMinute: { unknown: 100, succeeded: 80 } })),
    'degraded',
  );
  assert.equal(
    stateOf(
      evidence({ succeeded: 400, unknown: 4 }, { parts: [counts], lastMinute: { unknown: 4 } }),
    ),
    'healthy',
  );
});

test('what is down and is sent nothing stays down while the window knows of it', () => {
  const counts = { succeeded: 400, unknown: 100 };
  const parts = [{ unknown: 100 }, { succeeded: 400 }];
  assert.equal(stateOf(evidence(counts, { parts }), wasFor('down', 600_000)), 'down');
  assert.equal(stateOf(evidence(counts, { parts }), wasFor('healthy', 0)), 'degraded');
});

test('worse at once, better only after a minute, so that it does not flap', () => {
  const good = evidence({ succeeded: 40 });
  assert.equal(stateOf(evidence({ unknown: 9 }), wasFor('healthy', 0)), 'down');
  assert.equal(stateOf(good, wasFor('down', 0)), 'down');
  assert.equal(stateOf(good, wasFor('down', 59_000)), 'down');
  assert.equal(stateOf(good, wasFor('down', 60_000)), 'healthy');
  assert.deepEqual(judge(good, wasFor('down', 0)).reasons, ['recovering']);
});

test('what is degraded stays so until trouble is below a tenth', () => {
  const some = evidence({ succeeded: 85, faulted: 15 });
  assert.equal(stateOf(some, wasFor('healthy', 0)), 'healthy');
  assert.equal(stateOf(some, wasFor('degraded', 120_000)), 'degraded');
});

test('good exchanges at the end of the window show that an outage is over', () => {
  const counts = { unknown: 400, succeeded: 10 };
  const over = evidence(counts, { parts: [{}, { succeeded: 10 }, { unknown: 400 }] });
  assert.equal(stateOf(over, wasFor('down', 60_000)), 'healthy');
  // Nor does it begin again when nothing more comes.
  assert.equal(stateOf(over, wasFor('healthy', 0)), 'healthy');
  const notYet = evidence(counts, { parts: [{ unknown: 1, succeeded: 8 }, { unknown: 399 }] });
  assert.equal(stateOf(notYet, wasFor('down', 60_000)), 'down');
});

test('slow is judged against the usual of the hour, and by ten calls at least', () => {
  const callMs = Array.from({ length: 20 }, () => 9_000);
  assert.equal(stateOf(evidence({ succeeded: 20 }, { callMs, usualP95Ms: 400 })), 'degraded');
  assert.equal(stateOf(evidence({ succeeded: 20 }, { callMs, usualP95Ms: 8_000 })), 'healthy');
  assert.equal(stateOf(evidence({}, { callMs: [9_000], usualP95Ms: 400 })), 'healthy');
});

test('how things stand counts: unknown and aged operations, queues, binds, receivers', () => {
  const standing = (given: SubjectStanding, kind: 'route' | 'sms-link' | 'receiver' = 'route') =>
    judge(evidence({}, { standing: given, subject: { kind, name: 'x' } }), null);
  assert.deepEqual(standing({ unresolved: 6 }).reasons, ['unresolved']);
  assert.deepEqual(standing({ agedPending: 6 }).reasons, ['agedPending']);
  assert.deepEqual(standing({ queueAgeSec: 61 }).reasons, ['queue']);
  assert.equal(standing({ queueAgeSec: 61 }, 'receiver').state, 'healthy');
  assert.deepEqual(standing({ bound: false }, 'sms-link').state, 'down');
  assert.deepEqual(standing({ failuresInRow: 3 }, 'receiver').state, 'down');
  assert.equal(standing({ unresolved: 1, agedPending: 1, failuresInRow: 1 }).state, 'healthy');
});

test('percentiles come out of classes that add up', () => {
  const durations = noDurations();
  assert.equal(percentileMs(durations, 0.5), null);
  for (let ms = 1; ms <= 1_000; ms++) addDuration(durations, ms);
  const p50 = percentileMs(durations, 0.5)!;
  assert.ok(p50 > 400 && p50 < 600, String(p50));
  assert.ok(percentileMs(durations, 0.95)! <= 1_600);
});
