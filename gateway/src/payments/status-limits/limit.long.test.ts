// S2: a node counts the status requests of far more transactions than it has counters for.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createStatusLimit } from './limit.ts';

test('S2 more transactions than there are counters: a counter may be forgotten, never charged to a neighbour', () => {
  const limit = createStatusLimit(
    { perMinute: 3, refusalsBeforeBlock: 200, refusalWindowMs: 600_000, blockMs: 600_000 },
    { isBlocked: () => false, refuse() {}, exchange: async () => {}, reload: async () => {} },
    { privateMax: () => 3, merge: () => Promise.reject(new Error('not asked')), announce() {} },
    Buffer.from('0123456789abcdef'),
  );
  for (let index = 0; index < 700_000; index++) {
    const subject = `1 ${1_000_000_000_000 + index}`;
    const at = Date.UTC(2026, 2, 1) + index;
    for (let count = 0; count < (index % 8 === 0 ? 3 : 1); count++) {
      const answer = limit.check({ subject, accountId: 1, address: '192.0.2.1', at });
      if (answer !== 'allowed')
        assert.fail(`look-up ${count + 1} of ${subject}: ${String(answer)}`);
    }
  }
});
