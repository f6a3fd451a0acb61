// Puts answers through the connector in the forms in which production and sandbox of MTN, and the
// gateway before them, are known to write them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytes, json, ourRef } from '@jokko/connectors/kit/conformance';
import type { HttpResult, QueryOutcome } from '@jokko/connectors/kit';
import type { MtnOperation } from '../reason-table.ts';
import { ask, scripted, send } from './scripted.ts';

const said = (outcome: QueryOutcome): string =>
  outcome.kind === 'failed' ? outcome.error.catalogue : outcome.kind;

const about = {
  externalId: ourRef,
  amount: '1350',
  currency: 'XOF',
  payer: { partyIdType: 'MSISDN', partyId: '221770000001' },
  payerMessage: 'Payment',
  payeeNote: '',
};
const failedFor = (reason: unknown) => json(200, { ...about, status: 'FAILED', reason });

const statuses: [string, MtnOperation, HttpResult, string][] = [
  [
    'a payer without money, in production',
    'collect',
    failedFor('LOW_BALANCE_OR_PAYEE_LIMIT_REACHED_OR_NOT_ALLOWED'),
    'customer_balance_low',
  ],
  [
    'our float without money, in production',
    'payout',
    failedFor({ code: 'LOW_BALANCE_OR_PAYEE_LIMIT_REACHED_OR_NOT_ALLOWED', message: '' }),
    'provider_low',
  ],
  [
    'a reason as an object',
    'collect',
    failedFor({ code: 'PAYER_LIMIT_REACHED', message: 'The payer’s limit has been breached.' }),
    'interval_max_amount_cumul_reached',
  ],
  ['a payer who is no customer', 'collect', failedFor('PAYER_NOT_FOUND'), 'no_account'],
  ['a reason that no list had', 'collect', failedFor('SENDER_ACCOUNT_NOT_ACTIVE'), 'unknown_error'],
  ['another', 'payout', failedFor({ code: 'PAYEE_LIMIT_REACHED' }), 'unknown_error'],
  [
    'a reason about another resource',
    'collect',
    failedFor('RESOURCE_ALREADY_EXIST'),
    'unknown_error',
  ],
  ['a reason without a code', 'collect', failedFor({ message: 'no' }), 'unknown_error'],
  ['a reason that is a list', 'collect', failedFor(['EXPIRED']), 'unknown_error'],
  ['no reason', 'collect', failedFor(null), 'unknown_error'],
  [
    'not approved in time',
    'collect',
    failedFor('COULD_NOT_PERFORM_TRANSACTION'),
    'payment-timeout',
  ],
  [
    'a success with numbers where texts are documented, and more members',
    'collect',
    json(200, {
      ...about,
      amount: 1350,
      payer: { partyIdType: 'MSISDN', partyId: 221770000001 },
      financialTransactionId: 1_927_264_368,
      status: 'SUCCESSFUL',
      feeAmount: '0',
    }),
    'succeeded',
  ],
  [
    'an amount with decimals',
    'collect',
    json(200, { ...about, amount: '1350.00', status: 'SUCCESSFUL' }),
    'succeeded',
  ],
  ['under way', 'collect', json(200, { ...about, status: 'PENDING' }), 'pending'],
  ['a word of older notes', 'collect', json(200, { ...about, status: 'TIMEOUT' }), 'unknown'],
  ['a list', 'collect', json(200, [{ ...about, status: 'FAILED' }]), 'unknown'],
  [
    'the 404 of the service',
    'collect',
    json(404, { code: 'RESOURCE_NOT_FOUND', message: 'Requested resource was not found.' }),
    'absent',
  ],
  [
    'the 404 of the gateway',
    'collect',
    json(404, { statusCode: 404, message: 'Resource not found' }),
    'unknown',
  ],
  [
    'an error page',
    'collect',
    bytes(502, '<html><h2>Our services are not available</h2></html>'),
    'unknown',
  ],
];
for (const [name, operation, answer, expected] of statuses)
  test(`status: ${name}`, async () => {
    assert.equal(said(await ask(scripted([answer]), operation)), expected);
  });

const refusals: [string, HttpResult, string][] = [
  ['taken', bytes(202, ''), 'pending'],
  [
    'a wrong subscription key',
    json(401, { statusCode: 401, message: 'Access denied due to invalid subscription key.' }),
    'distributor_not_allowed_for_transaction',
  ],
  [
    'an address that is not allowed',
    json(403, { statusCode: 403, message: 'Forbidden' }),
    'distributor_not_allowed_for_transaction',
  ],
  [
    'a payee who cannot receive',
    json(500, { message: 'no', code: 'PAYEE_NOT_ALLOWED_TO_RECEIVE' }),
    'opb_number_not_allowed',
  ],
  [
    'a fault of its own',
    json(500, { message: 'An internal error occurred.', code: 'INTERNAL_PROCESSING_ERROR' }),
    'unknown',
  ],
  ['an empty 400', bytes(400, ''), 'unknown'],
  ['a code that nobody listed', json(400, { code: 'VALIDATION_ERROR', message: 'no' }), 'unknown'],
  ['too many', json(429, { statusCode: 429, message: 'Rate limit is exceeded.' }), 'unknown'],
  ['an error page', bytes(503, '<html>Service Unavailable</html>'), 'unknown'],
];
for (const [name, answer, expected] of refusals)
  test(`answer: ${name}`, async () => {
    // A refused token is renewed once.
    const again = answer.kind === 'answer' && answer.status === 401;
    const token = json(200, { access_token: 't2', expires_in: 3600 });
    const answers = again ? [answer, token, answer] : [answer];
    assert.equal(said(await send(scripted(answers), 'payout')), expected);
  });
