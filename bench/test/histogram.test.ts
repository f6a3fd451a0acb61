// Proves that the histogram's quantiles are within the promised 3.2 % of the exact ones.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createHistogram, quantileUs, recordUs } from '../src/load/histogram.ts';

test('a quantile is at least the exact one and at most 3.2 % above it', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.nat(200), fc.nat(100_000), fc.nat(2 ** 31 - 2)), { minLength: 1 }),
      fc.double({ min: 0.01, max: 1, noNaN: true }),
      (values, share) => {
        const histogram = createHistogram();
        for (const value of values) recordUs(histogram, value);
        const exact = [...values].sort((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? 0;
        const found = quantileUs(histogram, share);
        assert.ok(found >= exact && found <= exact * 1.032, `${found} for ${exact}`);
      },
    ),
  );
});
