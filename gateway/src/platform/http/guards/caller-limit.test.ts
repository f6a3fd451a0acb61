// Proves that one address is limited for the rest of a minute, and no other one for it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { machine, runIn } from '../../environment.ts';
import { createCallerLimit } from './caller-limit.ts';

test('an address that asks too often waits until the minute is over; others do not', () => {
  let now = 0;
  runIn({ ...machine, monotonic: () => now }, () => {
    const waitOf = createCallerLimit(2);
    assert.deepEqual([waitOf('a'), waitOf('a')], [null, null]);
    now = 20_000;
    assert.equal(waitOf('a'), 40);
    assert.deepEqual(
      [waitOf('b'), waitOf(null), waitOf(null), waitOf(null)],
      [null, null, null, null],
    );
    now = 60_000;
    assert.equal(waitOf('a'), null);
  });
});
