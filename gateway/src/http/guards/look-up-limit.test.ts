// S2: three look-ups a minute for one transaction from one address, no fewer and no more, and who keeps asking is shut out for a while.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createLookUpLimit, lookUpThresholds } from './look-up-limit.ts';

const start = Date.UTC(2026, 2, 1);
const minuteMs = 60_000;
/** Blocks come too late to be seen. */
const neverBlocked = { perMinute: 3, refusalsBeforeBlock: 1_000_000 };

test('S2 the fourth look-up within a minute is refused, the next is allowed when the first is a minute old', () => {
  const limit = createLookUpLimit();
  const ask = (afterMs: number) => limit.check('1 tx', '1', '192.0.2.1', start + afterMs);
  assert.deepEqual([0, 10_000, 20_000, 30_000, 59_999].map(ask), ['allowed', 'allowed', 'allowed', 'tooMany', 'tooMany']);
  assert.deepEqual([60_000, 60_001, 70_000, 80_000].map(ask), ['allowed', 'tooMany', 'allowed', 'allowed']);
});

test('S2 whatever the pace, exactly what keeps to three in any minute is allowed', () => {
  const pauses = fc.array(fc.oneof(fc.integer({ min: 0, max: 2_000 }), fc.integer({ min: 0, max: 40_000 })), { maxLength: 40 });
  const limit = createLookUpLimit(neverBlocked);
  let run = 0;
  fc.assert(
    fc.property(pauses, (gaps) => {
      const subject = `1 tx${run++}`;
      const allowed: number[] = [];
      let at = start;
      for (const gap of gaps) {
        at += gap;
        const inLastMinute = allowed.filter((time) => time > at - minuteMs).length;
        const answer = limit.check(subject, '1', '192.0.2.1', at);
        assert.equal(answer, inLastMinute < 3 ? 'allowed' : 'tooMany');
        if (answer === 'allowed') allowed.push(at);
      }
    }),
  );
});

test('S2 another transaction and another address have their own three', () => {
  const limit = createLookUpLimit();
  for (const subject of ['1 a', '1 b']) {
    for (const address of ['192.0.2.1', '192.0.2.2']) {
      for (let count = 0; count < 3; count++) assert.equal(limit.check(subject, '1', address, start), 'allowed', `${subject} ${address}`);
      assert.equal(limit.check(subject, '1', address, start), 'tooMany', `${subject} ${address}`);
    }
  }
});

/** Fills the three of a minute, then is refused `count` times, `everyMs` apart. */
function collectRefusals(limit: ReturnType<typeof createLookUpLimit>, count: number, everyMs: number): number {
  let at = start;
  for (let refused = 0; refused < count; at += everyMs) {
    const answer = limit.check('1 tx', '1', '192.0.2.1', at);
    if (answer === 'tooMany') refused++;
    assert.notEqual(answer, 'blocked', `after ${refused} refusals`);
  }
  return at - everyMs;
}

test('S2 200 refusals within ten minutes shut account and address out of every transaction for ten minutes', () => {
  const limit = createLookUpLimit();
  const last = collectRefusals(limit, lookUpThresholds.refusalsBeforeBlock, 100);
  const other = (afterMs: number) => limit.check('1 other', '1', '192.0.2.1', last + afterMs);
  assert.equal(other(1), 'blocked');
  assert.equal(other(599_999), 'blocked');
  assert.equal(limit.check('2 other', '2', '192.0.2.1', last + 1), 'allowed', 'another account of this address');
  assert.equal(limit.check('1 other', '1', '192.0.2.9', last + 1), 'allowed', 'this account from elsewhere');
  assert.equal(other(600_000), 'allowed');
});

test('S2 199 refusals, or 200 spread over more than ten minutes, shut nobody out', () => {
  const few = createLookUpLimit();
  const last = collectRefusals(few, lookUpThresholds.refusalsBeforeBlock - 1, 100);
  assert.equal(few.check('1 other', '1', '192.0.2.1', last), 'allowed');
  const slow = createLookUpLimit();
  const later = collectRefusals(slow, 400, 3_500);
  assert.equal(slow.check('1 other', '1', '192.0.2.1', later), 'allowed');
});

test('S2 being blocked does not prolong the block', () => {
  const limit = createLookUpLimit();
  const last = collectRefusals(limit, lookUpThresholds.refusalsBeforeBlock, 100);
  for (let afterMs = 1; afterMs < 600_000; afterMs += 1_000) assert.equal(limit.check('1 tx', '1', '192.0.2.1', last + afterMs), 'blocked');
  assert.equal(limit.check('1 tx', '1', '192.0.2.1', last + 600_000), 'allowed');
});

test('S2 more transactions than there are counters: a counter may be forgotten, never charged to a neighbour', () => {
  const limit = createLookUpLimit();
  for (let index = 0; index < 700_000; index++) {
    const subject = `1 ${1_000_000_000_000 + index}`;
    for (let count = 0; count < (index % 8 === 0 ? 3 : 1); count++) {
      const answer = limit.check(subject, '1', '192.0.2.1', start + index);
      if (answer !== 'allowed') assert.fail(`look-up ${count + 1} of ${subject}: ${answer}`);
    }
  }
});
