// Which float is the lowest: the one that ends first, then the one nearest to its minimum.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lowestFloat } from '../src/pages/operator/lowest-float.ts';

const float = (
  route: string,
  amount: string,
  hoursLeft: number | null,
  minimum: string | null,
) => ({
  route,
  amount,
  hoursLeft,
  minimum,
});

test('the float that ends first is the lowest, whatever its amount', () => {
  const floats = [
    float('A', '10', null, '100'),
    float('B', '900000', 5, null),
    float('C', '100', 40, null),
  ];
  assert.equal(lowestFloat(floats)?.route, 'B');
});

test('without a forecast the share of the minimum decides, without a minimum the amount', () => {
  assert.equal(
    lowestFloat([float('A', '90', null, '100'), float('B', '200', null, '1000')])?.route,
    'B',
  );
  assert.equal(
    lowestFloat([float('A', '90', null, null), float('B', '9', null, null)])?.route,
    'B',
  );
});

test('a float below zero, whose deposits nobody books, and no float at all say nothing', () => {
  assert.equal(lowestFloat([float('A', '-1', 0, '100')]), null);
  assert.equal(lowestFloat([]), null);
});
