// Does every example of the reference bear the caller's own key, and none the placeholder of the document?

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openapiDocument } from '@jokko/contract';
import { curlOf } from '../src/pages/reference/curl.ts';
import { callsOf, operationsOf } from '../src/pages/reference/operations.ts';

test('payments bear the API key, short messages the key of their app', () => {
  const keys = { apiKey: 'jk_test_1_api', appKey: 'js_test_1_app' };
  for (const shown of operationsOf(openapiDocument({ baseUrl: 'https://jokko.sn', version: '1' }))) {
    const isSms = shown.operation.tags.includes('sms');
    for (const { name, call } of callsOf(shown, 'https://jokko.sn', keys)) {
      const line = curlOf(call);
      const what = `${shown.operation.operationId}, ${name}`;
      assert.doesNotMatch(line, /<[A-Z_]+>/, what);
      if ((shown.operation.security ?? []).some((needs) => Object.keys(needs).length > 0) || isSms)
        assert.equal(line.includes(isSms ? keys.appKey : keys.apiKey), true, what);
    }
  }
});
