// Proves that one address is limited for the rest of a minute, and no other one for it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { machine, runIn } from '../../environment.ts';
import { createCallerLimit } from './caller-limit.ts';

test('an address that asks too often waits until the minute is over; others do not', () => {
  let now = 0;
  runIn({ ...machine, monotonic: () => now }, () => {
    const limit = createCallerLimit(2);
    const waitOf = (address: string | null) => limit({ countedFrom: address, address });
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

test('S24: an address that the caller chose keeps nobody from being counted where they come from', () => {
  runIn({ ...machine, monotonic: () => 0 }, () => {
    const limit = createCallerLimit(2);
    const ask = (n: number) => limit({ countedFrom: `198.51.100.${n}`, address: '10.0.0.1' });
    for (let n = 0; n < 20; n++) assert.equal(ask(n), null, `call ${n}`);
    assert.equal(ask(20), 60);
    assert.equal(limit({ countedFrom: '198.51.100.1', address: '10.0.0.2' }), null);
  });
});
