// Is parking told, and not too often?

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTally } from './tally.ts';

test('C4 a lane in which callbacks are given up is told of once an hour, each by itself; all are counted', () => {
  const told: unknown[] = [];
  let nowMs = 0;
  const tally = createTally(
    (_, facts) => told.push(facts),
    () => nowMs,
  );
  const parked = (accountId: number, lane: string, count: number) => tally.parked([{ accountId, lane, count }]);
  parked(1, 'https://a.example:443', 3);
  parked(1, 'https://a.example:443', 1);
  parked(2, 'https://a.example:443', 1);
  nowMs = 3_600_001;
  parked(1, 'https://a.example:443', 2);
  assert.deepEqual(told, [
    { accountId: 1, lane: 'https://a.example:443', count: 3 },
    { accountId: 2, lane: 'https://a.example:443', count: 1 },
    { accountId: 1, lane: 'https://a.example:443', count: 2 },
  ]);
  assert.equal(tally.parkedCount, 7);
});
