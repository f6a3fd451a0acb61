// Proves that a commission is always what the price list states, whatever the amount.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { commissionOf, priceOf } from './price.ts';
import type { Price } from './service.ts';

const bound = fc.option(fc.bigInt({ min: 0n, max: 10n ** 10n }), { nil: null });
const amount = fc.bigInt({ min: 0n, max: 9_007_199_254_740_991n });
const price: fc.Arbitrary<Price> = fc
  .record({
    percent: fc.bigInt({ min: 0n, max: 1_000_000n }),
    fixed: fc.bigInt({ min: 0n, max: 10n ** 9n }),
    minimum: bound,
    maximum: bound,
  })
  .filter(({ minimum, maximum }) => minimum === null || maximum === null || minimum <= maximum)
  .map((parts) => ({ ...parts, refundsCommission: true }));

test('a commission lies between its minimum and maximum and is never negative', () => {
  fc.assert(
    fc.property(price, amount, (one, paid) => {
      const commission = commissionOf(one, paid);
      assert.ok(commission >= (one.minimum ?? 0n));
      assert.ok(one.maximum === null || commission <= one.maximum);
    }),
  );
});

test('a larger amount never costs less', () => {
  fc.assert(
    fc.property(price, amount, amount, (one, a, b) => {
      const [small, large] = a < b ? [a, b] : [b, a];
      assert.ok(commissionOf(one, small) <= commissionOf(one, large));
    }),
  );
});

test('without bounds the commission is percent plus fixed, off by at most half a ten-thousandth', () => {
  fc.assert(
    fc.property(price, amount, (one, paid) => {
      const commission = commissionOf({ ...one, minimum: null, maximum: null }, paid);
      const exactTimesMillion = paid * one.percent;
      const error = (commission - one.fixed) * 1_000_000n - exactTimesMillion;
      assert.ok(error > -500_000n && error <= 500_000n);
    }),
  );
});

test('O9: percent, fixed, minimum and maximum by example', () => {
  const units = (text: string) => BigInt(Math.round(Number(text) * 10_000));
  assert.equal(
    commissionOf(priceOf({ percent: 2.5, fixed: 100, maximum: 15_000 }), units('1351')),
    units('133.775'),
  );
  assert.equal(
    commissionOf(priceOf({ percent: '2.5', fixed: '100', maximum: 15_000 }), units('3000000')),
    units('15000'),
  );
  assert.equal(commissionOf(priceOf({ percent: 0.5, minimum: 100 }), units('1351')), units('100'));
  assert.equal(commissionOf(priceOf({ percent: '0.0001' }), units('5')), 0n);
  assert.equal(
    commissionOf(priceOf({ percent: '0.0001' }), units('50')),
    1n,
    'half a ten-thousandth is rounded up',
  );
  assert.equal(commissionOf(priceOf(undefined), units('1000')), 0n);
});
