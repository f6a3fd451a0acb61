// Puts answers and notices through the connector in the forms in which Daraja, and the gateway
// before it, are known to write them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytes, json, ourRef } from '@jokko/connectors/kit/conformance';
import type { HttpResult, QueryOutcome } from '@jokko/connectors/kit';
import { mpesaConnector } from '../index.ts';
import type { MpesaOperation } from '../result-table.ts';
import {
  callback,
  intentOf,
  noticePath,
  receive,
  result,
  scripted,
  send,
  taken,
} from './scripted.ts';

const said = (outcome: QueryOutcome | undefined): string | undefined =>
  outcome?.kind === 'failed' ? outcome.error.catalogue : outcome?.kind;

const pushed = {
  ResponseCode: '0',
  ResponseDescription: 'The service request has been accepted successsfully',
  MerchantRequestID: '92643-47073138-2',
  CheckoutRequestID: 'ws_CO_1',
};
const error = (status: number, errorCode: string, errorMessage: string) =>
  json(status, { requestId: '11728-2929992-1', errorCode, errorMessage });

const queries: [string, HttpResult, string][] = [
  [
    'paid',
    json(200, { ...pushed, ResultCode: '0', ResultDesc: 'processed successfully.' }),
    'succeeded',
  ],
  [
    'cancelled',
    json(200, { ...pushed, ResultCode: '1032', ResultDesc: 'cancelled by user' }),
    'bad_auth',
  ],
  ['without money', json(200, { ...pushed, ResultCode: 1 }), 'customer_balance_low'],
  [
    'unreachable',
    json(200, { ...pushed, ResultCode: '1037', ResultDesc: 'DS timeout user cannot be reached' }),
    'payment-timeout',
  ],
  ['the PIN is locked', json(200, { ...pushed, ResultCode: '8006' }), 'user_account_suspended'],
  ['still under processing, since 2025', json(200, { ...pushed, ResultCode: '4999' }), 'pending'],
  ['being processed', error(500, '500.001.1001', 'The transaction is being processed'), 'pending'],
  ['a code that nobody listed', json(200, { ...pushed, ResultCode: '2029' }), 'unknown_error'],
  ['too many questions', error(500, '500.003.02', 'Spike arrest violation'), 'unknown'],
  ['no result', json(200, pushed), 'unknown'],
  [
    'another push',
    json(200, { ...pushed, CheckoutRequestID: 'ws_CO_2', ResultCode: '1' }),
    'unknown',
  ],
  ['an error page', bytes(503, '<html>Incapsula incident</html>'), 'unknown'],
];
for (const [name, answer, expected] of queries)
  test(`query of a push: ${name}`, async () => {
    const refs = { ours: ourRef, session: 'ws_CO_1' };
    const found = await mpesaConnector.query(scripted([answer]), intentOf('collect'), refs);
    assert.equal(said(found), expected);
  });

const notices: [string, MpesaOperation, object, string | undefined][] = [
  ['a payer without money', 'collect', callback(1), 'customer_balance_low'],
  ['a recipient who is no customer', 'payout', result('2040'), 'no_opb_account'],
  [
    'a payout that is not permitted',
    'payout',
    result(2028),
    'distributor_not_allowed_for_transaction',
  ],
  ['a payout whose initiator is wrong', 'payout', result(2001), 'connexion_error'],
  ['a payout for a code that nobody listed', 'payout', result(21), 'unknown_error'],
  ['a payout for a code that is a word', 'payout', result('SFC_IC0003'), 'no_account'],
  [
    'a refusal with one parameter by itself, as XML is turned into JSON',
    'payout',
    result(1, {}, { ResultParameters: { ResultParameter: { Key: 'BOCompletedTime', Value: 1 } } }),
    'provider_low',
  ],
  [
    'a payout with one parameter by itself',
    'payout',
    result(
      0,
      {},
      { ResultParameters: { ResultParameter: { Key: 'TransactionAmount', Value: 1350 } } },
    ),
    'succeeded',
  ],
  ['a reversal that is not possible', 'refund', result('R000002'), 'unknown_error'],
  ['a push still being processed', 'collect', callback('4999'), undefined],
];
for (const [name, operation, body, expected] of notices)
  test(`notice: ${name}`, async () => {
    const { reply, events } = receive(await noticePath(operation), body);
    assert.equal(reply.status, 200);
    assert.equal(said(events[0]?.outcome), expected);
  });

test('a token that the gateway refuses in its own form is renewed once', async () => {
  const fault = { faultstring: 'Invalid Access Token', detail: { errorcode: 'oauth.v2.Invalid' } };
  const no = json(401, { fault });
  const again = json(200, { access_token: 't2', expires_in: '3599' });
  assert.equal(said(await send(scripted([no, again, taken]), 'payout')), 'pending');
  const refused = await send(scripted([no, again, no]), 'payout');
  assert.equal(refused.kind === 'failed' && refused.error.alert, 'credentials');
});

const refusals: [string, MpesaOperation, HttpResult, string][] = [
  [
    'a bad number',
    'collect',
    error(400, '400.002.02', 'Bad Request - Invalid PhoneNumber'),
    'execution_error',
  ],
  [
    'a bad number with HTTP 200',
    'collect',
    error(200, '400.002.02', 'Bad Request'),
    'execution_error',
  ],
  [
    'a bad request of a payout',
    'payout',
    error(400, '400.003.02', 'Bad Request'),
    'execution_error',
  ],
  [
    'a locked subscriber',
    'collect',
    error(
      500,
      '500.001.1001',
      'Unable to lock subscriber, a transaction is already in process for the current subscriber',
    ),
    'exceeds-limit-time',
  ],
  [
    'a busy system',
    'collect',
    error(500, '500.003.02', 'System is busy. Please try again in few minutes.'),
    'opa_operator_internal_error',
  ],
  [
    'a spike',
    'payout',
    error(500, '500.003.02', 'Error Occurred: Spike Arrest Violation'),
    'opa_operator_internal_error',
  ],
  [
    'a quota',
    'payout',
    error(500, '500.003.03', 'Error Occurred: Quota Violation'),
    'opa_operator_internal_error',
  ],
  // It had this id before: what became of that is not said.
  [
    'a repeated id',
    'payout',
    error(500, '500.002.1001', 'Duplicate OriginatorConversationID.'),
    'unknown',
  ],
  ['a fault of its own', 'payout', error(500, '500.003.1001', 'Internal Server Error'), 'unknown'],
  ['an error page', 'payout', bytes(500, '<html>'), 'unknown'],
  ['nothing', 'payout', bytes(200, ''), 'unknown'],
];
for (const [name, operation, answer, expected] of refusals)
  test(`answer: ${name}`, async () => {
    assert.equal(said(await send(scripted([answer]), operation)), expected);
  });
