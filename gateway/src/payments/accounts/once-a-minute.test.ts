// Proves that something is due at most once a minute, and again after a failure.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOnceAMinute } from './once-a-minute.ts';

test('due at first, then after a minute, each key for itself', () => {
  const noted = createOnceAMinute<string>();
  assert.deepEqual(
    [
      noted.isDue('a', 0),
      noted.isDue('a', 59_999),
      noted.isDue('b', 59_999),
      noted.isDue('a', 60_000),
    ],
    [true, false, true, true],
  );
  assert.equal(noted.isDue('a', 60_001), false);
  noted.forget('a');
  assert.equal(noted.isDue('a', 60_001), true);
});
