// Proves that abandoned callbacks are reported, and not too often.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCounters } from './counters.ts';

test('C4 a destination queue in which callbacks are abandoned is reported once an hour, each by itself; all are counted', () => {
  const reported: unknown[] = [];
  let nowMs = 0;
  const counters = createCounters(
    (_, terms) => reported.push(terms),
    () => nowMs,
  );
  const abandoned = (accountId: number, destination: string, count: number) =>
    counters.abandoned([{ accountId, destination, count }]);
  abandoned(1, 'https://a.example:443', 3);
  abandoned(1, 'https://a.example:443', 1);
  abandoned(2, 'https://a.example:443', 1);
  nowMs = 3_600_001;
  abandoned(1, 'https://a.example:443', 2);
  assert.deepEqual(reported, [
    { accountId: 1, destination: 'https://a.example:443', count: 3 },
    { accountId: 2, destination: 'https://a.example:443', count: 1 },
    { accountId: 1, destination: 'https://a.example:443', count: 2 },
  ]);
  assert.equal(counters.abandonedCount, 7);
});
