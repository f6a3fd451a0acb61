// The client of the interface tries again what may be tried again and nothing else, asks for a
// proof and goes on; the cache shows nothing wrong.

import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { QueryObserver } from '@tanstack/react-query';
import { clearAll, invalidate, queryClient, readingOf } from '../src/api/cache.ts';
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
  watchCalls({
    onSignedOut: () => undefined,
    onStepUp: () => Promise.resolve(false),
    onReach: () => undefined,
  });
});
afterEach(() => {
  globalThis.fetch = network;
});

const installation = { mode: 'sandbox', registration: true };

test('a read is tried three times when the gateway is away, a change only once', async () => {
  answers = [away, json(503, {}), json(200, installation)];
  assert.deepEqual(await call('GET installation', {}), installation);
  answers = [away, json(200, {})];
  await assert.rejects(
    call('POST sign-out', { body: {} }),
    (error: CallError) => error.code === 'unanswered',
  );
  assert.deepEqual(
    asked.map(({ address }) => address),
    [...Array.from({ length: 3 }, () => '/portal/api/installation'), '/portal/api/sign-out'],
  );
});

test('a change whose answer a proxy lost, or that was cut off, may have arrived: it is said, and never sent again', async () => {
  const cut = (): Response =>
    new Response('{"id":', { status: 200, headers: { 'content-type': 'application/json' } });
  const proxy = (status: number) => (): Response => new Response('<html>', { status });
  for (const lost of [away, cut, proxy(502), proxy(504)]) {
    asked = [];
    answers = [lost, json(200, {})];
    await assert.rejects(
      call('POST sign-out', { body: {} }),
      (error: CallError) => error.code === 'unanswered',
    );
    assert.equal(asked.length, 1);
  }
  answers = [json(409, { error: { code: 'sentBefore' } })];
  await assert.rejects(
    call('POST sign-out', { body: {} }),
    (error: CallError) => error.code === 'sentBefore',
  );
  answers = [proxy(504), json(200, installation)];
  assert.deepEqual(await call('GET installation', {}), installation, 'a read goes out again');
});

test('a refusal keeps its code, its fields and how long to wait; it is not tried again', async () => {
  answers = [
    json(429, {
      error: {
        code: 'tooManyTries',
        retryAfterSeconds: 90,
        fields: [{ field: 'email', problem: 'notEmail' }],
      },
    }),
  ];
  await assert.rejects(call('GET me', {}), (error: CallError) => {
    assert.deepEqual(
      [error.code, error.status, error.retryAfterSeconds, error.fields.length],
      ['tooManyTries', 429, 90, 1],
    );
    return true;
  });
  assert.equal(asked.length, 1);
});

test('a missing proof is asked for, and then the same call goes out again; without one it stays refused', async () => {
  const needed = json(403, { error: { code: 'stepUpNeeded' } });
  answers = [needed, needed, json(200, {})];
  await assert.rejects(
    call('POST totp/remove', { body: {} }),
    (error: CallError) => error.code === 'stepUpNeeded',
  );
  watchCalls({ onStepUp: () => Promise.resolve(true) });
  assert.deepEqual(await call('POST totp/remove', { body: {} }), {});
  assert.equal(asked.length, 3);
});

test('the end of the session is told', async () => {
  const reported: string[] = [];
  watchCalls({ onSignedOut: (code) => reported.push(code) });
  answers = [json(401, { error: { code: 'signedOut' } })];
  await assert.rejects(call('GET sessions', {}));
  assert.deepEqual(reported, ['signedOut']);
});

test('an address holds what was given and leaves out what is empty', () => {
  assert.equal(addressOf('GET me', {}), '/portal/api/me');
  assert.equal(
    addressOf('GET me', { query: { q: 'a b', state: '', after: undefined } } as never),
    '/portal/api/me?q=a+b',
  );
});

test('an answer is fresh for a while, read again when it was made wrong, and an error keeps it', async () => {
  const reading = readingOf('GET installation', {});
  const observer = new QueryObserver(queryClient, reading);
  const read = (tries: number): Promise<void> =>
    new Promise((resolve) => {
      const end = observer.subscribe(({ isFetching, isStale, error }) => {
        if (isFetching || asked.length < tries || (isStale && error === null)) return;
        end();
        resolve();
      });
    });
  answers = [json(200, installation)];
  const stop = observer.subscribe(() => undefined);
  await read(1);
  assert.deepEqual([observer.getCurrentResult().data, asked.length], [installation, 1]);
  await queryClient.fetchQuery(reading);
  assert.equal(asked.length, 1, 'fresh enough');
  answers = [json(403, { error: { code: 'notAllowed' } })];
  invalidate('GET me');
  invalidate('GET installation');
  await read(2);
  const { data, error } = observer.getCurrentResult();
  assert.deepEqual(
    [data, (error as CallError).code, asked.length],
    [installation, 'notAllowed', 2],
  );
  stop();
  queryClient.clear();
});

test('a reading that began before a change is given up, and its answer never shown', async () => {
  const reading = readingOf('GET installation', {});
  const observer = new QueryObserver(queryClient, reading);
  const late = Promise.withResolvers<Response>();
  answers = [() => late.promise, json(200, { ...installation, mode: 'live' })];
  const seen: unknown[] = [];
  const { promise: shown, resolve } = Promise.withResolvers<void>();
  const stop = observer.subscribe(({ data }) => {
    if (data === undefined) return;
    seen.push(data.mode);
    resolve();
  });
  invalidate('GET installation');
  await shown;
  late.resolve(Response.json(installation));
  await late.promise;
  assert.deepEqual([seen, asked.length], [['live'], 2]);
  stop();
  queryClient.clear();
});

test('another user is shown nothing of what was read before', async () => {
  answers = [json(200, installation), json(200, { ...installation, mode: 'live' })];
  const reading = readingOf('GET installation', {});
  await queryClient.fetchQuery(reading);
  clearAll();
  assert.equal(queryClient.getQueryData(reading.queryKey), undefined);
  assert.equal((await queryClient.fetchQuery(reading)).mode, 'live');
  queryClient.clear();
});
