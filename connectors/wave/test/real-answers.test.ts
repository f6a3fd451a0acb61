// Puts answers through the connector in the forms in which Wave is known to write them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytes, json, ourRef, sampleIntent } from '@jokko/connectors/kit/conformance';
import type { HttpResult, QueryOutcome } from '@jokko/connectors/kit';
import { execute, payout, scripted, session } from './scripted.ts';
import { waveConnector } from '../index.ts';

const said = (outcome: QueryOutcome): string =>
  outcome.kind === 'failed' ? outcome.error.catalogue : outcome.kind;

const refused = (status: number, code: string, more: object = {}) =>
  json(status, { code, message: 'in the words of Wave', ...more });
const failedFor = (error_code: string) =>
  json(200, payout({ status: 'failed', payout_error: { error_code, error_message: 'no' } }));
const ended = (last_payment_error: object | null, payment_status = 'cancelled') =>
  json(200, session({ checkout_status: 'expired', payment_status, last_payment_error }));

const answers: [string, 'collect' | 'payout', HttpResult, string][] = [
  ['a payout without our money', 'payout', failedFor('insufficient-funds'), 'provider_low'],
  [
    'a payout above a limit',
    'payout',
    failedFor('recipient-limit-exceeded'),
    'interval_max_amount_cumul_reached',
  ],
  ['a payout for a new reason', 'payout', failedFor('recipient-id-mismatch'), 'unknown_error'],
  ['a payout under way', 'payout', json(200, payout({ status: 'processing' })), 'pending'],
  ['a payout of a new status', 'payout', json(200, payout({ status: 'held' })), 'unknown'],
  [
    'a refused payout',
    'payout',
    refused(422, 'recipient-minor'),
    'error-unapproved-minor-cannot-receive',
  ],
  ['a payout refused by a new code', 'payout', refused(422, 'recipient-id-mismatch'), 'unknown'],
  ['a wrong key', 'payout', refused(401, 'no-matching-api-key'), 'connexion_error'],
  ['a key for a new reason', 'payout', refused(401, 'api-key-expired'), 'connexion_error'],
  ['a wallet for a new reason', 'collect', refused(403, 'wallet-on-hold'), 'connexion_error'],
  [
    'another number',
    'payout',
    refused(400, 'request-validation-error', { details: [{ loc: ['mobile'], msg: 'x' }] }),
    'invalid_phone_number',
  ],
  ['the key with another body', 'payout', refused(409, 'idempotency-mismatch'), 'unknown'],
  ['too slow', 'payout', refused(408, 'request-timeout'), 'unknown'],
  ['too many', 'payout', refused(429, 'too-many-requests'), 'unknown'],
  ['a page', 'payout', bytes(503, '<html>'), 'unknown'],
  [
    'paid by another phone',
    'collect',
    ended({ code: 'payer-mobile-mismatch', message: 'x' }),
    'invalid_phone_number',
  ],
  [
    'a payer without money',
    'collect',
    ended({ code: 'insufficient-funds', message: 'x' }),
    'customer_balance_low',
  ],
  [
    'ended for a new reason',
    'collect',
    ended({ code: 'device-not-trusted', message: 'x' }),
    'unknown_error',
  ],
  ['ended, nobody paid', 'collect', ended(null, 'processing'), 'payment-timeout'],
  ['ended, declined', 'collect', ended(null), 'bad_auth'],
];
for (const [name, kind, answer, expected] of answers)
  test(`answer: ${name}`, async () => {
    assert.equal(said(await execute(scripted([answer]), kind)), expected);
  });

test('a key that is refused today says nothing about the refund that was sent with it yesterday', async () => {
  const intent = sampleIntent('collect');
  const context = scripted([refused(401, 'api-key-revoked'), refused(401, 'api-key-revoked')]);
  const original = { ours: 'x', theirs: 'cos-1' };
  const prepared = waveConnector.prepareRefund!(context.config, intent, original, ourRef);
  const how = async (again: 'first' | 'replay') =>
    said(await waveConnector.executeRefund!(context, intent, prepared, again));
  assert.equal(await how('first'), 'connexion_error');
  assert.equal(await how('replay'), 'unknown');
});
