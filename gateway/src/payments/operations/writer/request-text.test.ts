// A request that was composed before its commit is the one that a repeated commit stores, and is
// not kept longer.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testAttempt } from '../testing.ts';
import { composeInTurns, requestTexts } from './request-text.ts';

test('what was composed in turns is handed out once, and composed again alike', async () => {
  const attempt = testAttempt({
    prepared: {
      refs: { ours: 'a' },
      method: 'POST',
      path: '/',
      body: 'é\u2028"'.repeat(50_000),
    },
  });
  await composeInTurns(attempt.prepared);
  const [first, again] = [requestTexts([attempt]), requestTexts([attempt])];
  assert.ok(first !== again);
  assert.ok(first.equals(again));
});
