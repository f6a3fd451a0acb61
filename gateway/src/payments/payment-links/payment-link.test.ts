// The status of a payment link, and the amounts that it takes.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readTypedAmount, statusOf, takesAmount } from './payment-link.ts';

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

  it('reads amounts as people and our own pages write them: separators of thousands are no decimals', () => {
    const units = (text: string, decimals: number): number | null => {
      const amount = readTypedAmount(text, decimals);
      return amount === null ? null : Number(amount) / 10_000;
    };
    for (const text of ['12500', '12 500', '12\u202f500', '12,500', '12.500', '12500.0'])
      assert.equal(units(text, 0), 12_500, text);
    for (const text of ['1,000,000', '1.000.000', '1 000 000'])
      assert.equal(units(text, 0), 1_000_000, text);
    for (const text of ['1,234.5', '1.234,5', '1 234,50', '1234.5'])
      assert.equal(units(text, 2), 1_234.5, text);
    assert.equal(units('1,500', 3), 1.5);
    for (const text of ['600.5', '10,00,000', '1,000.000,000', '0,500', '1e3'])
      assert.equal(units(text, 0), null, text);
  });
});
