// A thousand random orders: each is previewed, then ordered, and both are answered alike.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openFixture } from './harness/index.ts';
import { comparePairs, previewFund } from './harness/preview-pairs.ts';

test('a preview answers what the operation answers', async () => {
  const fixture = await openFixture({ fund: previewFund, language: 'en' });
  try {
    const counts = await comparePairs(fixture.client, { seed: 41, pairs: 1_000 });
    assert.ok(counts.accepted > 50 && counts.refused > 300, JSON.stringify(counts));
  } finally {
    await fixture.close();
  }
});
