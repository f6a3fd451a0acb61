// Checks every row of the result table against the protocol sheet, in the notice and in the answer
// to a query, and the refusals of the gateway.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { json, ourRef } from '@jokko/connectors/kit/conformance';
import { mpesaConnector } from '../index.ts';
import { resultTable } from '../result-table.ts';
import type { MpesaOperation, MpesaResultCode } from '../result-table.ts';
import { callback, intentOf, liveConfig, noticePath, receive, result } from './scripted.ts';
import { scripted, send, taken } from './scripted.ts';

const operations: MpesaOperation[] = ['collect', 'payout', 'refund'];

/**
 * Written by hand beside the table: one code for all operations, or one for each; null: no refusal.
 */
const sheet: { [code in MpesaResultCode]: string | null | [string, string, string] } = {
  0: null,
  2: 'bad_amount',
  3: 'interval_max_amount_cumul_reached',
  4: 'interval_max_amount_cumul_reached',
  8: 'interval_max_amount_cumul_reached',
  11: 'no_account',
  26: 'operator_down_time',
  2028: 'distributor_not_allowed_for_transaction',
  2040: 'no_opb_account',
  4999: null,
  8006: 'user_account_suspended',
  SFC_IC0003: 'no_account',
  1: ['customer_balance_low', 'provider_low', 'provider_low'],
  17: 'opa_operator_internal_error',
  1001: 'exceeds-limit-time',
  1019: 'payment-timeout',
  1025: 'connexion_error',
  9999: 'connexion_error',
  1032: 'bad_auth',
  1037: 'payment-timeout',
  2001: ['bad_auth', 'connexion_error', 'connexion_error'],
};

/** Numbers in notices, but for those that are none. */
const codeIn = (code: string): number | string => (/^\d+$/.test(code) ? Number(code) : code);

for (const [code, expectation] of Object.entries(sheet)) {
  if (expectation === null) continue;
  test(`result code ${code}`, async () => {
    for (const [at, operation] of operations.entries()) {
      const expected: string = typeof expectation === 'string' ? expectation : expectation[at]!;
      const notice = operation === 'collect' ? callback(codeIn(code)) : result(codeIn(code));
      const [event] = receive(await noticePath(operation), notice).events;
      assert.ok(event?.outcome?.kind === 'failed', operation);
      assert.equal(event.outcome.error.catalogue, expected, operation);
      assert.equal(event.outcome.executed, 'no');
    }
    const told = { ResponseCode: '0', CheckoutRequestID: 'ws_CO_1', ResultCode: code };
    const refs = { ours: ourRef, session: 'ws_CO_1' };
    const context = scripted([json(200, told)]);
    const found = await mpesaConnector.query(context, intentOf('collect'), refs);
    assert.equal(
      found.kind === 'failed' && found.error.catalogue,
      Array.isArray(expectation) ? expectation[0] : expectation,
    );
  });
}

test('the table has no row that the sheet does not have', () => {
  assert.deepEqual(Object.keys(resultTable).toSorted(), Object.keys(sheet).toSorted());
});

test('our own empty account and our own password alert, the payer’s do not', async () => {
  const alertOf = async (operation: MpesaOperation, code: number) => {
    const notice = operation === 'collect' ? callback(code) : result(code);
    const [event] = receive(await noticePath(operation), notice).events;
    return event?.outcome?.kind === 'failed' ? event.outcome.error.alert : 'none';
  };
  assert.deepEqual([await alertOf('payout', 1), await alertOf('collect', 1)], ['float', undefined]);
  assert.deepEqual(
    [await alertOf('refund', 2001), await alertOf('collect', 2001)],
    ['credentials', undefined],
  );
});

const refusals: [number, string, string, string][] = [
  [400, '400.002.02', 'Bad Request - Invalid Amount', 'execution_error'],
  [500, '500.001.1001', 'Unable to lock subscriber', 'exceeds-limit-time'],
  [500, '500.001.1001', 'Wrong credentials', 'connexion_error'],
  [500, '500.001.1001', 'Merchant does not exist', 'connexion_error'],
  [403, '403.001.01', 'not permitted', 'distributor_not_allowed_for_transaction'],
  [400, '400.003.02', 'Bad Request', 'execution_error'],
  [429, '429.001.01', 'too many', 'opa_operator_internal_error'],
  [500, '500.003.02', 'System is busy', 'opa_operator_internal_error'],
  [500, '500.003.03', 'Quota Violation', 'opa_operator_internal_error'],
];
for (const [status, errorCode, errorMessage, expected] of refusals) {
  test(`the gateway's ${errorCode} (${errorMessage}) refuses: nothing was taken`, async () => {
    const answer = json(status, { requestId: 'r', errorCode, errorMessage });
    for (const operation of operations) {
      const outcome = await send(scripted([answer]), operation);
      assert.equal(outcome.kind === 'failed' && outcome.error.catalogue, expected, operation);
    }
  });
}

test('500.001.1001 is also said of a lost answer: only its words refuse, and with HTTP 500 alone', async () => {
  const lost = [
    ...['Server Error', 'Read timed out', 'Gateway Timeout', 'Deadlock found', 'Blocked', ''],
    ...['The transaction is being processed', 'Your request is in process', undefined],
  ];
  const cases = [
    ...lost.flatMap((words) => [200, 400, 500, 502, 503, 504].map((at) => [at, words] as const)),
    ...[200, 400, 502, 503, 504].flatMap((at) =>
      ['Wrong credentials', 'Unable to lock subscriber'].map((words) => [at, words] as const),
    ),
  ];
  for (const operation of operations)
    for (const [status, errorMessage] of cases) {
      const answer = json(status, { requestId: 'r', errorCode: '500.001.1001', errorMessage });
      const outcome = await send(scripted([answer]), operation);
      assert.equal(outcome.kind, 'unknown', `${operation}: ${status} ${errorMessage}`);
    }
});

for (const [status, errorCode, operation] of [
  [404, '404.001.03', 'collect'],
  [401, '401.002.01', 'collect'],
  [400, '400.003.01', 'payout'],
  [400, '400.003.01', 'refund'],
] as const)
  test(`a token that ran out (${errorCode}, ${operation}) is renewed once; one that stays refused is a failure`, async () => {
    const no = json(status, { requestId: 'r', errorCode, errorMessage: 'Invalid Access Token' });
    const again = json(200, { access_token: 't2', expires_in: '3599' });
    const healed = scripted([no, again, taken]);
    assert.equal((await send(healed, operation)).kind, 'pending');
    assert.equal(healed.requests.length, 4, 'a token, a refusal, another token, and once more');
    const outcome = await send(scripted([no, again, no]), operation);
    assert.equal(outcome.kind === 'failed' && outcome.error.alert, 'credentials');
  });

test('what a server that gave up says of the token is no refusal: nothing is posted again', async () => {
  for (const status of [408, 500, 503, 504])
    for (const errorCode of ['404.001.03', '400.002.02', '403.001.01'])
      for (const operation of operations) {
        const context = scripted([json(status, { requestId: 'r', errorCode, errorMessage: 'no' })]);
        assert.equal((await send(context, operation)).kind, 'unknown', `${status} ${errorCode}`);
        assert.equal(context.requests.length, 2, 'the token, and the order once');
      }
});

test('a push that is still being processed is pending, in the old words and in the new', async () => {
  const pushed = { ResponseCode: '0', CheckoutRequestID: 'ws_CO_1' };
  const busy = { errorCode: '500.001.1001', errorMessage: 'The transaction is being processed' };
  for (const answer of [
    json(200, { ...pushed, ResultCode: '4999', ResultDesc: 'still under processing' }),
    json(200, { ...pushed, ResultCode: 4999 }),
    json(500, { requestId: 'r', ...busy }),
    json(200, { requestId: 'r', ...busy }),
  ]) {
    const context = scripted([answer]);
    const refs = { ours: ourRef, session: 'ws_CO_1' };
    const found = await mpesaConnector.query(context, intentOf('collect'), refs);
    assert.equal(found.kind === 'pending' && found.stage, 'payer');
  }
  // A callback that says so ends nothing.
  const [event] = receive(await noticePath('collect'), callback(4999)).events;
  assert.equal(event?.outcome, undefined);
});

test('only a sandbox route lets the provider name the catalogue entry', async () => {
  const answer = json(400, { errorCode: '400.002.02', errorMessage: 'no', catalogueId: 11 });
  const live = await send(scripted([answer]), 'collect');
  assert.equal(live.kind === 'failed' && live.error.catalogueId, 29);
  const sandbox = await send(scripted([answer], { ...liveConfig, sandbox: true }), 'collect');
  assert.equal(sandbox.kind === 'failed' && sandbox.error.catalogueId, 11);
});
