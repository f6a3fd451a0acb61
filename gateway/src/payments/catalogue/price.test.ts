// Proves that a commission is always what the price list states, whatever the amount.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { commissionOf, isPricedByQuote, priceFault, priceFor, priceOf } from './price.ts';
import type { Price, Service } from './service.ts';

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

test('O9: a price is at most 100 %, never negative, and its maximum is not below its minimum', () => {
  const faults = [
    [{ percent: '100' }, null],
    [{ percent: '100.0001' }, 'percent'],
    [{ percent: '0', fixed: '0', minimum: '0', maximum: '0' }, null],
    [{ percent: '-0.0001' }, 'percent'],
    [{ fixed: '-0.0001' }, 'fixed'],
    [{ minimum: 'a few' }, 'minimum'],
    [{ maximum: '-1' }, 'maximum'],
    [{ minimum: '5', maximum: '5' }, null],
    [{ minimum: '5', maximum: '4.9999' }, 'maximum'],
    [{ minimum: '5' }, null],
    [{ maximum: '5' }, null],
    [{}, null],
  ] as const;
  for (const [entry, fault] of faults) assert.equal(priceFault(entry), fault, String(fault));
});

test('O9: the price of an account replaces that of the service', () => {
  const service = { price: priceOf({ fixed: '100' }) } as Service;
  assert.equal(priceFor(service, null).fixed, 1_000_000n);
  assert.equal(priceFor(service, { fixed: '7' }).fixed, 70_000n);
});

test('O9: a remittance is priced by the quote of its provider, a payout by the price list', () => {
  assert.deepEqual(
    (['remit_send', 'payout'] as const).map((kind) => isPricedByQuote({ kind })),
    [true, false],
  );
});
