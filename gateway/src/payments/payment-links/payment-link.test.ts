// The status of a payment link, and the amounts that it takes.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { statusOf, takesAmount } from './payment-link.ts';

const now = new Date('2026-01-01T12:00:00Z');
const later = new Date(now.getTime() + 1);
const link = { singleUse: true, paid: 0, expiresAt: null, pausedAt: null, now };

describe('a payment link', () => {
  it('is active until it is paused, its time is over or its one payment has succeeded', () => {
    assert.equal(statusOf(link), 'ACTIVE');
    assert.equal(statusOf({ ...link, expiresAt: later }), 'ACTIVE');
    assert.equal(statusOf({ ...link, pausedAt: now }), 'PAUSED');
    assert.equal(statusOf({ ...link, pausedAt: now, expiresAt: now }), 'EXPIRED');
    assert.equal(statusOf({ ...link, pausedAt: now, expiresAt: now, paid: 1 }), 'USED');
    assert.equal(statusOf({ ...link, singleUse: false, paid: 7 }), 'ACTIVE');
  });

  it('takes its amount, or any between its bounds', () => {
    const fixed = { amount: 500n, minimum: null, maximum: null };
    assert.deepEqual(
      [499n, 500n, 501n].map((amount) => takesAmount(fixed, amount)),
      [false, true, false],
    );
    const range = { amount: null, minimum: 5n, maximum: 7n };
    assert.deepEqual(
      [4n, 5n, 7n, 8n].map((amount) => takesAmount(range, amount)),
      [false, true, true, false],
    );
  });
});
