// Proves that a callback that is due is never shown with a next attempt in the past.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextAttemptText } from './cli-callback-show.ts';

test('a time ahead is the next attempt; one that has passed means that it waits for its turn', () => {
  const at = new Date('2026-11-28T03:58:31Z');
  assert.equal(nextAttemptText(at, at.getTime() - 1), 'next attempt 2026-11-28T03:58:31.000Z');
  assert.match(
    nextAttemptText(at, at.getTime() + 240_000),
    /^waits for its turn since 2026-11-28T03/,
  );
});
