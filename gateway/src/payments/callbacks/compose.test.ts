// C1, C7: checks the content of a callback, its member order, and the members sent only when the
// account asked for them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testCatalogue } from '../catalogue/testing.ts';
import type { OperationTerms, OperationState } from '../operations/index.ts';
import { testTerms, testState, units } from '../operations/testing.ts';
import type { CallbackAccount } from './callback.ts';
import { composeCallback } from './compose.ts';

const catalogue = testCatalogue();
const account: CallbackAccount = {
  language: 'fr',
  mirrorFields: false,
  callbackGraceMs: 1_000,
  secondCallbackUrl: null,
};

interface Body {
  [member: string]: unknown;
  transaction: { [member: string]: unknown };
}
function compose(
  terms: Partial<OperationTerms>,
  state: Partial<OperationState>,
  changes: Partial<CallbackAccount> = {},
) {
  const { status, body, url, destination, second } = composeCallback(catalogue, {
    terms: testTerms({
      callbackUrl: 'https://shop.example/',
      callbackHash: 'ab'.repeat(32),
      ...terms,
    }),
    state: testState(state),
    balanceBefore: units(1_000),
    balanceAfter: units(900),
    currentBalance: units(750) + 625n,
    account: { ...account, ...changes },
  });
  const sentTo = { url, destination, second };
  return { status, sentTo, text: body, body: JSON.parse(body) as Body };
}
const transactionMembers = [
  ...[
    'phone',
    'amount',
    'codeService',
    'nameService',
    'commission',
    'transactionId',
    'sousServiceTransactionId',
    'currentBalance',
  ],
  ...[
    'balanceBeforeTransactionInit',
    'balanceAfterTransactionInit',
    'externalTransactionId',
    'callbackUrl',
    'errorType',
    'data',
  ],
];

test('C1 a success has the documented members in their order', () => {
  const { status, body } = compose(
    { commission: 23_125n },
    { state: 'SUCCESS', providerReference: 'P1' },
  );
  assert.equal(status, 'SUCCESS');
  assert.deepEqual(Object.keys(body), ['msg', 'status', 'sha256Hash', 'transaction']);
  assert.deepEqual(Object.keys(body.transaction), transactionMembers);
  assert.equal(body['sha256Hash'], 'ab'.repeat(32));
  const { amount, commission, transactionId, sousServiceTransactionId, errorType, data } =
    body.transaction;
  assert.deepEqual(
    [amount, commission, transactionId, sousServiceTransactionId, errorType],
    [100, 2.3125, '1000000000001', 'P1', null],
  );
  assert.deepEqual(data, {}, 'O3: absent data is an empty object');
});

test('a later end is told to the account’s second address, a result to the request’s own', () => {
  const secondCallbackUrl = 'https://books.example:8443/ends';
  for (const state of ['SUCCESS', 'FAILED', 'CANCELED', 'REFUNDED'] as const) {
    const { sentTo, body } = compose({}, { state, errorId: 26 }, { secondCallbackUrl });
    const second = state === 'CANCELED' || state === 'REFUNDED';
    const url = second ? secondCallbackUrl : 'https://shop.example/';
    assert.deepEqual(
      [sentTo.second, sentTo.url, body.transaction['callbackUrl']],
      [second, url, url],
    );
    assert.ok(sentTo.destination.includes(new URL(url).hostname), sentTo.destination);
  }
});

test('O9 the three balances are those of the opening and of the result', () => {
  const { currentBalance, balanceBeforeTransactionInit, balanceAfterTransactionInit } = compose(
    {},
    { state: 'SUCCESS' },
  ).body.transaction;
  assert.deepEqual(
    [currentBalance, balanceBeforeTransactionInit, balanceAfterTransactionInit],
    [750.0625, 1_000, 900],
  );
});

test('O9 what failed or was cancelled says commission 0, as nothing was charged', () => {
  const commissionOf = (state: OperationState['state'], secondCallbackUrl: string | null) =>
    compose({ commission: 23_125n }, { state, errorId: 26 }, { secondCallbackUrl }).body
      .transaction['commission'];
  const commissions = [
    commissionOf('SUCCESS', null),
    commissionOf('FAILED', null),
    commissionOf('CANCELED', 'https://books.example:8443/ends'),
  ];
  assert.deepEqual(commissions, [2.3125, 0, 0]);
});

test('O13 a failure carries message, code, codeService and id in this order', () => {
  const { status, body } = compose({}, { state: 'FAILED', errorId: 26 });
  assert.equal(status, 'FAILLED');
  const errorType = body.transaction['errorType'] as { [member: string]: unknown };
  assert.deepEqual(Object.keys(errorType), ['message', 'code', 'codeService', 'id']);
  assert.deepEqual([errorType['codeService'], errorType['id']], ['OPA_SN_API_CASH_IN', 26]);
  assert.doesNotMatch(String(errorType['message']), /__amount__/);
});

test('H7 the account’s language decides the words', () => {
  const [french, english] = [{ language: 'fr' as const }, { language: 'en' as const }].map(
    (changes) => compose({}, { state: 'FAILED', errorId: 26 }, changes).body,
  ) as [Body, Body];
  assert.notEqual(french['msg'], english['msg']);
  const messageOf = (body: Body) => (body.transaction['errorType'] as { message: string }).message;
  assert.notEqual(messageOf(french), messageOf(english));
});

test('C1 the body is compact, and the client’s phone and data come back as they were sent', () => {
  const clientData = { z: 1, a: { nested: ['é', null] } };
  const { text, body } = compose(
    { phoneGiven: '+221 77-000.00 00', clientData },
    { state: 'SUCCESS' },
  );
  assert.equal(text, JSON.stringify(body));
  assert.equal(body.transaction['phone'], '+221 77-000.00 00');
  assert.equal(JSON.stringify(body.transaction['data']), JSON.stringify(clientData));
});

test('C7 mirrored members come last and only for an account that asked for them, and data never at the top', () => {
  const { body } = compose({}, { state: 'SUCCESS' }, { mirrorFields: true });
  assert.deepEqual(Object.keys(body), [
    'msg',
    'status',
    'sha256Hash',
    'transaction',
    'externalTransactionId',
    'transactionId',
    'amount',
  ]);
  assert.deepEqual(Object.keys(body.transaction), [...transactionMembers, 'status']);
  assert.deepEqual(
    [body['externalTransactionId'], body['transactionId'], body['amount']],
    ['order-1', '1000000000001', 100],
  );
});

test('a service that has left the catalogue meanwhile is named by its code', () => {
  const { body } = compose({ codeService: 'GONE_SN_API_CASH_IN' }, { state: 'SUCCESS' });
  assert.equal(body.transaction['nameService'], 'GONE_SN_API_CASH_IN');
});
