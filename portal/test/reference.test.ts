// Proves that every example of the reference carries the caller's own key, and none the
// placeholder of the document.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OpenapiDocument } from '@jokko/contract';
import { curlOf } from '../src/pages/reference/curl.ts';
import { callsOf, operationsOf } from '../src/pages/reference/operations.ts';

const words = {
  summary: 'x',
  'x-summary-fr': 'x',
  description: 'x',
  'x-description-fr': 'x',
  'x-codes': [],
  responses: {},
};
const bodyOf = (value: object) => ({
  content: {
    'application/json': { examples: { one: { summary: 'x', 'x-summary-fr': 'x', value } } },
  },
});
const document = {
  paths: {
    '/api-services/operation': {
      post: {
        ...words,
        operationId: 'operation',
        tags: ['payments'],
        requestBody: bodyOf({ apiKey: '<API_KEY>' }),
      },
    },
    '/api-services/balance': {
      get: { ...words, operationId: 'balance', tags: ['payments'], security: [{ Secretkey: [] }] },
    },
    '/sms/send': {
      post: {
        ...words,
        operationId: 'send',
        tags: ['sms'],
        requestBody: bodyOf({ app_key: '<APP_KEY>' }),
      },
    },
    '/sms/batches': {
      get: { ...words, operationId: 'batches', tags: ['sms'], security: [{ 'App-Key': [] }] },
    },
  },
} as unknown as OpenapiDocument;

test('payments bear the API key, short messages the key of their app', () => {
  const keys = { apiKey: 'jk_test_1_api', appKey: 'js_test_1_app' };
  for (const shown of operationsOf(document)) {
    const isSms = shown.operation.tags.includes('sms');
    for (const { name, call } of callsOf(shown, 'https://jokko.sn', keys)) {
      const line = curlOf(call);
      const what = `${shown.operation.operationId}, ${name}`;
      assert.doesNotMatch(line, /<[A-Z_]+>/, what);
      assert.equal(line.includes(isSms ? keys.appKey : keys.apiKey), true, what);
    }
  }
});
