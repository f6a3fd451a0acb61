// Proves that the samples of the callback tester are what a receiver gets: the genuine one passes
// its verification, the forged ones do not, and what the receiver does with them is told.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifyCallbackHash, verifyWebhook } from '@jokko/contract';
import type { PostRequest, PostResult } from '../../platform/outbound/post.ts';
import { keyedHash } from '../../platform/secrets/index.ts';
import { testCatalogue } from '../catalogue/testing.ts';
import { signAttempt } from './sign.ts';
import { createTester } from './tester.ts';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const mac = keyedHash(Buffer.from(secret.slice('whsec_'.length), 'base64'));
const secrets = { version: 1, hmac: [], webhook: [{ mac, endsAtMs: Infinity }] };
const apiKey = 'jk_test_1_secret';

interface Sent {
  headers: Record<string, string>;
  body: string;
}
type Receiver = (sent: Sent) => Promise<number | null>;

/** `null` as a status: no answer. */
function resultOf(status: number | null): PostResult {
  return {
    status,
    errorClass: status === 200 ? null : status === null ? 'timeout' : 'bad_status',
    phases: { totalMs: 1, dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null },
    pinResult: null,
    pinSeen: null,
    tlsVersion: null,
    body: Buffer.alloc(0),
    bodyCut: false,
    headers: () => ({}),
    address: null,
    timedOutIn: null,
  } as unknown as PostResult;
}

async function testReceiver(receive: Receiver, key: string | null = apiKey) {
  const sent: Sent[] = [];
  let seen = 0;
  const tester = createTester({
    catalogue: testCatalogue,
    post: async ({ headers, body }: PostRequest) => {
      sent.push({ headers: headers as Record<string, string>, body: String(body) });
      return resultOf(await receive(sent.at(-1)!));
    },
    pinsOf: () => Promise.resolve(null),
    saw: () => void seen++,
    sign: (callback) => Promise.resolve(signAttempt(callback, secrets, Date.now(), Date.now())),
  });
  const service = testCatalogue().services[0]!;
  const url = 'http://127.0.0.1:9/';
  const given = { accountId: 1, language: 'fr' as const, url, service, apiKey: key };
  const { checks } = await tester.test(given);
  return { sent, seen, checks, made: checks?.map(({ check, made }) => [check, made]) ?? null };
}

const byHash: Receiver = async ({ body }) =>
  (await verifyCallbackHash(JSON.parse(body), apiKey)) ? 200 : 400;
const bySignature: Receiver = async ({ headers, body }) =>
  (await verifyWebhook({ headers, body, secret })).ok ? 200 : 400;

test('a receiver that verifies the signature is sent three callbacks and makes both checks', async () => {
  const { sent, seen, made } = await testReceiver(bySignature);
  assert.deepEqual(made, [
    ['body', true],
    ['age', true],
  ]);
  assert.equal(seen, 1, 'a refused forgery says nothing of the receiver');
  const bodies = sent.map(({ body }) => JSON.parse(body));
  assert.deepEqual(
    bodies.map((body) => [body.test, body.transaction.amount]),
    [
      [true, 1_000],
      [true, 1_000_000],
      [true, 1_000],
    ],
  );
  for (const body of bodies) assert.ok(await verifyCallbackHash(body, apiKey), 'the hash is right');
  for (const values of [
    bodies.map((body) => body.transaction.transactionId),
    sent.map(({ headers }) => headers['webhook-id']),
  ])
    assert.equal(new Set(values).size, 3, 'none is a repeat of another');
});

test('a receiver that compares sha256Hash alone is told that it accepts forgeries', async () => {
  const { made } = await testReceiver(byHash);
  assert.deepEqual(made, [
    ['body', false],
    ['age', false],
  ]);
});

test('a receiver that does not look at the time is told so', async () => {
  const { made } = await testReceiver(async ({ headers, body }) => {
    const nowMs = Number(headers['webhook-timestamp']) * 1_000;
    return (await verifyWebhook({ headers, body, secret, nowMs })).ok ? 200 : 400;
  });
  assert.deepEqual(made, [
    ['body', true],
    ['age', false],
  ]);
});

test('no answer to a forgery is no refusal of it', async () => {
  let calls = 0;
  const { made } = await testReceiver(() => Promise.resolve(calls++ === 0 ? 200 : null));
  assert.deepEqual(made, [
    ['body', null],
    ['age', null],
  ]);
});

test('a receiver that refuses the genuine one is sent no other: refusing all proves nothing', async () => {
  const { sent, checks } = await testReceiver(() => Promise.resolve(404));
  assert.deepEqual([sent.length, checks], [1, null]);
});

test('without a key that can be opened the hash is empty', async () => {
  const { sent } = await testReceiver(bySignature, null);
  assert.equal(JSON.parse(sent[0]!.body).sha256Hash, '');
});
