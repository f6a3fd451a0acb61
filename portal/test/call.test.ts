// Does the client of the interface try again what may be tried again, and nothing else; and does it ask for a proof, and then go on?

import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { invalidate, keyOf, lookAt, readEntry, watchEntry } from '../src/api/cache.ts';
import { addressOf, call, CallError, watchCalls } from '../src/api/call.ts';

const network = globalThis.fetch;
let asked: { address: string; body: unknown }[] = [];
let answers: (() => Response | Promise<Response>)[] = [];
const json = (status: number, value: unknown) => (): Response => Response.json(value, { status });
const away = (): Promise<Response> => Promise.reject(new TypeError('network'));

beforeEach(() => {
  asked = [];
  answers = [];
  globalThis.fetch = async (address, init) => {
    asked.push({ address: String(address), body: init?.body });
    return (answers.shift() ?? json(500, {}))();
  };
  watchCalls({ onSignedOut: () => undefined, onStepUp: () => Promise.resolve(false), onReach: () => undefined });
});
afterEach(() => {
  globalThis.fetch = network;
});

const installation = { mode: 'sandbox', registration: true };

test('a read is tried three times when the gateway is away, a change only once', async () => {
  answers = [away, json(503, {}), json(200, installation)];
  assert.deepEqual(await call('GET installation', {}), installation);
  answers = [away, json(200, {})];
  await assert.rejects(call('POST sign-out', { body: {} }), (error: CallError) => error.code === 'unanswered');
  assert.deepEqual(
    asked.map(({ address }) => address),
    [...Array.from({ length: 3 }, () => '/portal/api/installation'), '/portal/api/sign-out'],
  );
});

test('a change whose answer a proxy lost, or that was cut off, may have arrived: it is said, and never sent again', async () => {
  const cut = (): Response => new Response('{"id":', { status: 200, headers: { 'content-type': 'application/json' } });
  const proxy = (status: number) => (): Response => new Response('<html>', { status });
  for (const lost of [away, cut, proxy(502), proxy(504)]) {
    asked = [];
    answers = [lost, json(200, {})];
    await assert.rejects(call('POST sign-out', { body: {} }), (error: CallError) => error.code === 'unanswered');
    assert.equal(asked.length, 1);
  }
  answers = [json(409, { error: { code: 'sentBefore' } })];
  await assert.rejects(call('POST sign-out', { body: {} }), (error: CallError) => error.code === 'sentBefore');
  answers = [proxy(504), json(200, installation)];
  assert.deepEqual(await call('GET installation', {}), installation, 'a read goes out again');
});

test('a refusal keeps its code, its fields and how long to wait; it is not tried again', async () => {
  answers = [json(429, { error: { code: 'tooManyTries', retryAfterSeconds: 90, fields: [{ field: 'email', problem: 'notEmail' }] } })];
  await assert.rejects(call('GET me', {}), (error: CallError) => {
    assert.deepEqual([error.code, error.status, error.retryAfterSeconds, error.fields.length], ['tooManyTries', 429, 90, 1]);
    return true;
  });
  assert.equal(asked.length, 1);
});

test('a missing proof is asked for, and then the same call goes out again; without one it stays refused', async () => {
  const needed = json(403, { error: { code: 'stepUpNeeded' } });
  answers = [needed, needed, json(200, {})];
  await assert.rejects(call('POST totp/remove', { body: {} }), (error: CallError) => error.code === 'stepUpNeeded');
  watchCalls({ onStepUp: () => Promise.resolve(true) });
  assert.deepEqual(await call('POST totp/remove', { body: {} }), {});
  assert.equal(asked.length, 3);
});

test('the end of the session is told', async () => {
  const told: string[] = [];
  watchCalls({ onSignedOut: (code) => told.push(code) });
  answers = [json(401, { error: { code: 'signedOut' } })];
  await assert.rejects(call('GET sessions', {}));
  assert.deepEqual(told, ['signedOut']);
});

test('an address holds what was given and leaves out what is empty', () => {
  assert.equal(addressOf('GET me', {}), '/portal/api/me');
  assert.equal(addressOf('GET me', { query: { q: 'a b', state: '', after: undefined } } as never), '/portal/api/me?q=a+b');
});

test('what was read is shown at once, read again when it was made wrong, and an error keeps the answer', async () => {
  const key = keyOf('GET installation', {});
  const seen: unknown[] = [];
  const settled = (): Promise<void> =>
    new Promise((resolve) => {
      const end = watchEntry('GET installation', key, () => {
        if (lookAt(key).loading) return;
        end();
        resolve();
      });
    });
  const stop = watchEntry('GET installation', key, () => seen.push(lookAt(key).answer));
  answers = [json(200, installation)];
  let done = settled();
  readEntry('GET installation', {}, 1_000);
  readEntry('GET installation', {}, 1_000);
  await done;
  assert.deepEqual([lookAt(key).answer, asked.length], [installation, 1]);
  readEntry('GET installation', {}, 60_000);
  assert.equal(asked.length, 1, 'fresh enough');
  answers = [json(403, { error: { code: 'notAllowed' } })];
  done = settled();
  invalidate('GET installation');
  await done;
  assert.deepEqual([lookAt(key).answer, (lookAt(key).error as CallError).code], [installation, 'notAllowed']);
  stop();
  assert.ok(seen.length >= 4);
});
