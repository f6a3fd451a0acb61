// Checks orders against the product that their service sells.

import { defined } from '@jokko/contract';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { amountFromWire, amountToNumber, productFault } from '../index.ts';
import type { Intent, ProductTerms } from '../index.ts';
import { sampleIntent } from '../conformance/index.ts';

const ranged: ProductTerms = {
  id: '341',
  currency: 'XOF',
  amounts: null,
  min: 1_000_000n,
  max: 50_000_000n,
};
const intentOf = (product: ProductTerms | undefined, amount: bigint): Intent => ({
  ...sampleIntent('airtime', { amount }),
  ...defined({ product }),
});

test('an order is refused in another currency than the product, and outside of what it sells', () => {
  const faultOf = (product: ProductTerms | undefined, amount: bigint) =>
    productFault(intentOf(product, amount))?.catalogueId ?? null;
  assert.equal(faultOf(ranged, 5_000_000n), null);
  assert.equal(faultOf(ranged, 990_000n), 116);
  assert.equal(faultOf(ranged, 50_010_000n), 116);
  assert.equal(faultOf({ ...ranged, currency: 'GHS' }, 5_000_000n), 29);
  assert.equal(faultOf(undefined, 5_000_000n), 29);
  const fixed = { ...ranged, amounts: [5_000_000n], min: null, max: null };
  assert.equal(faultOf(fixed, 5_000_000n), null);
  assert.equal(faultOf(fixed, 5_010_000n), 116);
});

test('amounts as JSON numbers are exact', () => {
  assert.equal(amountFromWire(505.43), 5_054_300n);
  assert.equal(amountFromWire('505.00000000000'), 5_050_000n);
  assert.equal(amountFromWire('1000'), 10_000_000n);
  for (const bad of [3.8e-7, -1, Number.NaN, null, '1e3', '0.12345', {}])
    assert.equal(amountFromWire(bad), null, String(bad));
  assert.equal(amountToNumber(125_000n), 12.5);
});
