// F08: proves that admission itself costs next to nothing, in time of the processor.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAdmission } from './admission.ts';

const limits = { inFlightMax: 4_096, accountInFlightMax: 512, accountRate: 0, accountBurst: 0 };
const noPressure = {
  commitWaitMs: () => 0,
  loopDelayMs: () => 0,
  databaseWaitMs: () => 0,
  isClosed: () => false,
};

test('F08 admission costs less than a microsecond for each accepted request', () => {
  const admission = createAdmission(limits, noPressure, () => 1_000_000);
  const rounds = 200_000;
  const measure = (): number => {
    const before = process.cpuUsage();
    for (let round = 0; round < rounds; round++) {
      admission.enter({ id: round % 50, rateLimit: null }, 'change');
      admission.leave(round % 50);
    }
    return process.cpuUsage(before).user / rounds;
  };
  measure();
  // The best of five, in time of the processor: other processes run on this machine too.
  const best = Math.min(...Array.from({ length: 5 }, measure));
  assert.ok(best < 1, `${best.toFixed(3)} µs`);
});
