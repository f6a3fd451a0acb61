// Proves which members `defined` leaves out, and that what a member says by being null stays
// sayable.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defined } from '../src/defined.ts';

const absent = undefined as string | undefined;

test('members without a value are left out; all others stay, in their order', () => {
  const nothing = null as number | null;
  assert.deepEqual(Object.entries(defined({ b: 'x', absent, nothing, a: 0n, empty: '' })), [
    ['b', 'x'],
    ['a', 0n],
    ['empty', ''],
  ]);
  assert.deepEqual({ kept: 1, ...defined({ absent }) }, { kept: 1 });
});

test('a member that may be null and undefined does not compile', () => {
  const cleared = null as string | null | undefined;
  // @ts-expect-error: null may be what is said.
  assert.deepEqual(defined({ cleared }), {});
});
