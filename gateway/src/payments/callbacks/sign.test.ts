// C5: what every attempt bears, checked with the contract's verifiers and with node:crypto.

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { verifySignature, verifyWebhook } from '@jokko/contract';
import type { SigningSecrets } from '../accounts/index.ts';
import { keyedHash } from '../../platform/secrets/index.ts';
import { createSigner, signAttempt } from './sign.ts';

const nowMs = 1_700_000_000_999;
const [first, second] = [
  'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
];
const keyOf = (secret: string) => Buffer.from(secret.slice('whsec_'.length), 'base64');
const webhook = (secret: string, endsAtMs = Infinity) => ({
  mac: keyedHash(keyOf(secret)),
  endsAtMs,
});
const hmac = (id: number, secret: string, used: boolean, endsAtMs = Infinity) => ({
  id,
  mac: keyedHash(Buffer.from(secret)),
  used,
  endsAtMs,
});
const plain: SigningSecrets = { version: 1, hmac: [], webhook: [webhook(first)] };
const callback = {
  accountId: 1,
  operationId: '1396639104231',
  second: false,
  body: '{"msg":"déjà vu"}',
};

test('C5 Standard Webhooks on every callback; Hmac-Signature only where the account signs', async () => {
  const headers = signAttempt(callback, plain, nowMs, nowMs);
  assert.deepEqual(Object.keys(headers), ['webhook-id', 'webhook-timestamp', 'webhook-signature']);
  assert.deepEqual(await verifyWebhook({ headers, body: callback.body, secret: first, nowMs }), {
    ok: true,
  });
  const signed = signAttempt(callback, { ...plain, hmac: [hmac(1, 'hmac_a', true)] }, nowMs, nowMs);
  const expected = createHmac('sha256', 'hmac_a')
    .update(`POST:${nowMs}:${callback.body}`)
    .digest('hex');
  assert.deepEqual([signed['Hmac-Signature'], signed['Timestamp']], [expected, String(nowMs)]);
  assert.deepEqual(
    await verifySignature({ headers: signed, body: callback.body, secret: 'hmac_a', nowMs }),
    { ok: true },
  );
});

test('C5 each attempt is signed anew under the same id; the second callback of an operation has another', () => {
  const [one, next] = [
    signAttempt(callback, plain, nowMs, nowMs),
    signAttempt(callback, plain, nowMs, nowMs + 60_000),
  ];
  assert.equal(one['webhook-id'], next['webhook-id']);
  assert.notEqual(one['webhook-signature'], next['webhook-signature']);
  assert.notEqual(
    signAttempt({ ...callback, second: true }, plain, nowMs, nowMs)['webhook-id'],
    one['webhook-id'],
  );
});

test('C5 in a rotation both webhook secrets sign, until the old one ends; F38 one HMAC secret does', async () => {
  const rotating: SigningSecrets = {
    version: 1,
    hmac: [hmac(1, 'hmac_a', true, nowMs + 10), hmac(2, 'hmac_b', false)],
    webhook: [webhook(second), webhook(first, nowMs + 10)],
  };
  const during = signAttempt(callback, rotating, nowMs, nowMs);
  const later = signAttempt(callback, rotating, nowMs + 10, nowMs);
  const isBy = async (headers: { [name: string]: string }, secret: string) =>
    (await verifyWebhook({ headers, body: callback.body, secret, nowMs })).ok;
  assert.deepEqual([await isBy(during, first), await isBy(during, second)], [true, true]);
  assert.deepEqual([await isBy(later, first), await isBy(later, second)], [false, true]);
  const isSignedBy = async (headers: { [name: string]: string }, secret: string) =>
    (await verifySignature({ headers, body: callback.body, secret, nowMs })).ok;
  assert.deepEqual(
    [await isSignedBy(during, 'hmac_a'), await isSignedBy(later, 'hmac_b')],
    [true, true],
  );
});

test('C5 nothing leaves unsigned: without the secrets there are no headers', async () => {
  const clock = { now: () => nowMs, wallNow: () => nowMs };
  await assert.rejects(
    createSigner({ ...clock, secretsOf: () => Promise.resolve(null) })(callback),
    /no account 1/,
  );
  await assert.rejects(
    createSigner({ ...clock, secretsOf: () => Promise.reject(new Error('away')) })(callback),
    /away/,
  );
});
