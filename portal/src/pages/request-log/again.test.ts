// Proves that a rejected request is repeated as it was: every member keeps its JSON type, and the
// sandbox fills in what is not stored.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { againOf } from './again.ts';

const refused = {
  endpoint: 'POST /api-services/operation',
  keyName: 'jk_test_2',
  members: [
    { name: 'apiKey', value: null, type: 'string' as const },
    { name: 'amount', value: '500.5', type: 'number' as const },
    { name: 'useOpaQrCode', value: 'true', type: 'boolean' as const },
    { name: 'data', value: null, type: 'object' as const },
    { name: 'phone', value: '77…67', type: 'number' as const },
    { name: 'callbackUrl', value: 'https://shop.sn/…', type: 'string' as const },
    { name: 'externalTransactionId', value: '12' },
  ],
};
const bodyOf = (curl: string): object => JSON.parse(/-d '([^']*)'/.exec(curl)![1]!) as object;
const rest = {
  amount: 500.5,
  useOpaQrCode: true,
  data: {},
  callbackUrl: '<callbackUrl>',
  externalTransactionId: '12',
};

test('types are kept, and what is not whole is a place to fill', () => {
  const body = bodyOf(
    againOf('http://gateway', refused, { apiKey: null, appKey: null, phone: null }),
  );
  assert.deepEqual(body, { apiKey: '<jk_test_2…>', phone: '<phone>', ...rest });
});

test('in the sandbox it can be pasted', () => {
  const body = bodyOf(
    againOf('http://gateway', refused, {
      apiKey: 'jk_test_2_whole',
      appKey: null,
      phone: '770000001',
    }),
  );
  assert.deepEqual(body, { apiKey: 'jk_test_2_whole', phone: '770000001', ...rest });
  const get = againOf(
    'http://gateway',
    { ...refused, endpoint: 'GET /api-services/balance' },
    { apiKey: 'k', appKey: null, phone: null },
  );
  assert.match(get, /Secretkey: k/);
});
