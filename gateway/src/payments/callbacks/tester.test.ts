// Proves that the callback tester's sample passes a receiver's signature verification.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifyCallbackHash } from '@jokko/contract';
import type { PostRequest } from '../../platform/outbound/post.ts';
import { testCatalogue } from '../catalogue/testing.ts';
import { createTester } from './tester.ts';

async function sampleWith(apiKey: string | null): Promise<{ test: boolean; sha256Hash: string }> {
  let sent = '';
  const tester = createTester({
    catalogue: testCatalogue,
    post: (request: PostRequest) => {
      sent = String(request.body);
      return Promise.reject(new Error('nobody is called here'));
    },
    pinsOf: () => Promise.resolve(null),
    saw: () => undefined,
    sign: () => Promise.resolve({}),
  });
  const service = testCatalogue().services[0]!;
  await tester
    .test({ accountId: 1, language: 'fr', url: 'http://127.0.0.1:9/', service, apiKey })
    .catch(() => undefined);
  return JSON.parse(sent) as { test: boolean; sha256Hash: string };
}

test('the hash of the sample is right for the key that is given, and empty without one', async () => {
  const sample = await sampleWith('jk_test_1_secret');
  assert.equal(sample.test, true);
  assert.ok(await verifyCallbackHash(sample, 'jk_test_1_secret'));
  assert.equal(await verifyCallbackHash(sample, 'jk_test_1_other'), false);
  assert.equal((await sampleWith(null)).sha256Hash, '');
});
