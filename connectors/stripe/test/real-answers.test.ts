// Puts answers through the connector in the forms in which Stripe is known to write them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytes, json } from '@jokko/connectors/kit/conformance';
import type { HttpResult, QueryOutcome } from '@jokko/connectors/kit';
import { stripeConnector } from '../index.ts';
import { execute, intent, paymentIntent, refund, scripted } from './scripted.ts';

const said = (outcome: QueryOutcome): string =>
  outcome.kind === 'failed' ? outcome.error.catalogue : outcome.kind;

const error = (status: number, told: object) => json(status, { error: told });
const cardError = (told: object) =>
  error(402, {
    type: 'card_error',
    message: 'Your card was declined.',
    payment_intent: paymentIntent({ status: 'requires_payment_method' }),
    ...told,
  });

const answers: [string, HttpResult, string][] = [
  [
    'a declined card',
    cardError({ code: 'card_declined', decline_code: 'generic_decline' }),
    'card_payment_rejected_by_issuer',
  ],
  [
    'a card without money',
    cardError({ code: 'card_declined', decline_code: 'insufficient_funds' }),
    'customer_balance_low',
  ],
  [
    'a decline of its own code',
    cardError({ code: 'pin_try_exceeded' }),
    'card_payment_rejected_by_issuer',
  ],
  [
    'a decline of a code that nobody listed',
    cardError({ code: 'novel', decline_code: 'new' }),
    'card_payment_rejected_by_issuer',
  ],
  ['a decline without a code', cardError({}), 'card_payment_rejected_by_issuer'],
  [
    'a decline whose code every object has',
    cardError({ code: 'constructor' }),
    'card_payment_rejected_by_issuer',
  ],
  [
    'an expired card',
    cardError({ code: 'expired_card', decline_code: 'expired_card' }),
    'bank_card_expired',
  ],
  [
    'a wrong key',
    error(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' }),
    'connexion_error',
  ],
  [
    'an expired key',
    error(401, { type: 'invalid_request_error', code: 'api_key_expired' }),
    'connexion_error',
  ],
  ['a key without the right', error(403, { type: 'invalid_request_error' }), 'connexion_error'],
  [
    'no such payment method',
    error(400, { type: 'invalid_request_error', code: 'resource_missing' }),
    'execution_error',
  ],
  [
    'an invalid request of an unlisted code',
    error(400, { type: 'invalid_request_error', code: 'parameter_unknown' }),
    'execution_error',
  ],
  [
    'too many',
    error(429, { type: 'invalid_request_error', code: 'rate_limit' }),
    'operator_down_time',
  ],
  ['a fault of its own', error(500, { type: 'api_error', message: 'sorry' }), 'unknown'],
  ['an error of an unlisted type', error(400, { type: 'api_error' }), 'unknown'],
  ['a page', bytes(401, '<html>'), 'unknown'],
];
for (const [name, answer, expected] of answers)
  test(`answer: ${name}`, async () => {
    const outcome = await execute(scripted([answer]));
    assert.equal(said(outcome), expected);
    if (name.endsWith('key') || name.endsWith('right'))
      assert.equal(outcome.kind === 'failed' && outcome.error.alert, 'credentials');
  });

const failedFor = (last_payment_error: object | null) =>
  paymentIntent({ status: 'requires_payment_method', last_payment_error });
const payments: [string, object, string][] = [
  [
    'a declined card',
    failedFor({ type: 'card_error', code: 'card_declined', decline_code: 'do_not_honor' }),
    'card_payment_rejected_by_issuer',
  ],
  [
    'a decline without its type',
    failedFor({ code: 'card_declined', decline_code: 'insufficient_funds' }),
    'customer_balance_low',
  ],
  [
    'a decline of an unlisted code',
    failedFor({ type: 'card_error', code: 'novel' }),
    'card_payment_rejected_by_issuer',
  ],
  [
    'a failed authentication',
    failedFor({ type: 'invalid_request_error', code: 'payment_intent_authentication_failure' }),
    'partial_3ds_authentification',
  ],
  ['a fault of its own', failedFor({ type: 'api_error', code: 'novel' }), 'unknown_error'],
  ['an error of a key', failedFor({ type: 'idempotency_error' }), 'unknown_error'],
  [
    'cancelled',
    paymentIntent({ status: 'canceled', cancellation_reason: 'automatic' }),
    'payment-timeout',
  ],
  [
    'paid on the attempt of an authentication, since the bank takes no part',
    paymentIntent({
      status: 'succeeded',
      latest_charge: {
        payment_method_details: {
          card: { last4: '4242', three_d_secure: { result: 'attempt_acknowledged' } },
        },
      },
    }),
    'succeeded',
  ],
  ['with the provider', paymentIntent({ status: 'processing' }), 'pending'],
  ['a word that nobody listed', paymentIntent({ status: 'requires_capture' }), 'unknown'],
];
for (const [name, body, expected] of payments)
  test(`payment: ${name}`, async () => {
    const refs = { ours: 'x', theirs: 'pi_1' };
    const found = await stripeConnector.query(scripted([json(200, body)]), intent, refs);
    assert.equal(said(found), expected);
  });

test('a part that was given back leaves the payment a success; a refund may fail for any reason', async () => {
  const charge = { refunded: false, amount_refunded: 350, balance_transaction: null };
  const paid = paymentIntent({ status: 'succeeded', latest_charge: charge });
  const refs = { ours: 'x', theirs: 'pi_1' };
  const found = await stripeConnector.query(scripted([json(200, paid)]), intent, refs);
  assert.equal(found.kind, 'succeeded');
  for (const [failure_reason, expected] of [
    ['lost_or_stolen_card', 'execution_error'],
    ['insufficient_funds', 'provider_low'],
    ['unknown', 'execution_error'],
    [undefined, 'execution_error'],
    ['novel', 'unknown_error'],
  ]) {
    const context = scripted([json(200, refund({ status: 'failed', failure_reason }))]);
    const given = await stripeConnector.queryRefund!(context, intent, {
      ours: 'x',
      theirs: 're_1',
    });
    assert.equal(said(given), expected);
  }
});
