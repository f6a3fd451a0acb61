// Proves that calls and posts over other threads come to the same as in this one, and that those of
// a thread that ends have an unknown outcome.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import type { HttpRequest } from '@jokko/connectors/kit';
import type { PostRequest } from '../outbound/post.ts';
import { environment } from '../environment.ts';
import { createSenders, type Sender, type Senders } from './senders.ts';
import { startThreads, type Threads } from './threads.ts';

const allBytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
const received: { method: string | undefined; body: string; name: string | undefined }[] = [];
let onceCount = 0;
const server = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (part: string) => (body += part));
  request.on('end', () => {
    received.push({ method: request.method, body, name: String(request.headers['x-name']) });
    if (request.url === '/silent' || (request.url === '/once' && ++onceCount === 1)) return;
    response.writeHead(request.url === '/refused' ? 422 : 200, { 'x-answer': 'é' });
    response.end(request.url === '/large' ? Buffer.alloc(1_100_000) : allBytes);
  });
});
const calledHere: string[] = [];
const here: Sender = {
  call({ url }) {
    calledHere.push(url);
    return Promise.resolve({ kind: 'not_sent', cause: 'here' });
  },
  post: ({ url }) => Promise.reject(new Error(`${url} was posted here`)),
};

let base = '';
let senders: Senders;
let threads: Threads;
before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  senders = createSenders(here);
  threads = await startThreads({
    entry: new URL('./testing/sender-thread.ts', import.meta.url),
    count: 2,
    data: () => null,
    onStart: senders.bind,
    onReady: senders.add,
    onEnd: senders.remove,
    log: { error() {} },
  });
});
after(async () => {
  senders.close();
  await threads.close();
  server.closeAllConnections();
  server.close();
});

const call = (path: string, more: Partial<HttpRequest> = {}) =>
  senders.call({ method: 'POST', url: `${base}${path}`, timeoutMs: 60_000, ...more });

test('an answer comes back as it was sent, byte by byte', async () => {
  const result = await call('/answer', { body: 'Thiès €', headers: { 'x-name': 'Jokko' } });
  assert.ok(result.kind === 'answer');
  assert.equal(result.status, 200);
  assert.ok(Buffer.isBuffer(result.body));
  assert.deepEqual(result.body, allBytes);
  assert.equal(result.headers['x-answer'], 'é');
  assert.deepEqual(received.at(-1), { method: 'POST', body: 'Thiès €', name: 'Jokko' });
});

test('fifty calls of one turn are told apart', async () => {
  const paths = Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? '/a' : '/refused'));
  const results = await Promise.all(paths.map((path) => call(path)));
  const statuses = results.map((result) => (result.kind === 'answer' ? result.status : 0));
  assert.deepEqual(
    statuses,
    paths.map((path) => (path === '/a' ? 200 : 422)),
  );
  assert.equal(senders.underWay, 0);
});

test('limits and deadlines hold', async () => {
  const large = await call('/large');
  assert.ok(large.kind === 'answer');
  assert.equal(large.body.length, 1_048_576);
  assert.deepEqual(await call('/silent', { timeoutMs: 100 }), { kind: 'lost', cause: 'timeout' });
  const nobody = await senders.call({
    method: 'GET',
    url: 'http://127.0.0.1:1/',
    timeoutMs: 60_000,
  });
  assert.deepEqual(nobody, { kind: 'not_sent', cause: 'ECONNREFUSED' });
});

test('F18 a lease that has ended holds the first byte back', async () => {
  const count = received.length;
  let asked = 0;
  const mayLeave = () => (++asked, false);
  for (const mayLeaveUntil of [
    { monotonic: environment.monotonic() - 1, wall: environment.now() + 60_000 },
    { monotonic: environment.monotonic() + 60_000, wall: environment.now() - 1 },
  ]) {
    const held = await call('/held', { mayLeave, mayLeaveUntil });
    assert.equal(held.kind, 'not_sent');
  }
  assert.equal(asked, 2, 'whoever asked learns that it was held back');
  assert.equal(received.length, count);
});

test('bytes of a card, and conditions that only this thread knows, do not leave it', async () => {
  await call('/card', { body: Buffer.from('4111') });
  await call('/own', { mayLeave: () => true });
  assert.deepEqual(calledHere, [`${base}/card`, `${base}/own`]);
});

const post = (path: string, more: Partial<PostRequest> = {}) =>
  senders.post({
    url: `${base}${path}`,
    headers: { 'content-type': 'application/json' },
    body: '{}',
    timeoutMs: 60_000,
    bodyMaxBytes: 100,
    pins: null,
    ...more,
  });

test('a post reports what the receiver did', async () => {
  const cut = await post('/hook');
  assert.equal(cut.errorClass, null);
  assert.equal(cut.bodyCut, true);
  assert.deepEqual(cut.body, allBytes.subarray(0, 100));
  assert.equal(cut.headers()['x-answer'], 'é');
  const pinned = await post('/hook', { pins: { key: 'a b', pins: new Set(['a', 'b']) } });
  assert.equal(pinned.pinResult, 'no_tls');
  assert.equal(pinned.errorClass, 'pin_mismatch');
});

/** Until both threads are there again. */
async function bothReady(): Promise<void> {
  while (threads.ready.length < 2) await environment.sleep(20);
}

test('what a thread had in hand when it ended is of unknown outcome, and another takes its place', async () => {
  await bothReady();
  const silent = [call('/silent'), call('/silent'), post('/silent')];
  while (received.filter(({ body }) => body === '').length < 2) await environment.sleep(10);
  const replaced = threads.replaced;
  for (const thread of threads.ready) thread.end();
  const [one, other, posted] = await Promise.all(silent);
  assert.deepEqual(one, { kind: 'lost', cause: 'connection' });
  assert.deepEqual(other, { kind: 'lost', cause: 'connection' });
  assert.equal((posted as { errorClass: string }).errorClass, 'network_error');
  assert.equal(senders.underWay, 0);
  await bothReady();
  assert.equal(threads.replaced, replaced + 2);
  assert.equal((await call('/answer')).kind, 'answer');
});

test('a post whose thread ended is made once more', async () => {
  await bothReady();
  // One on each thread.
  const both = [post('/once'), call('/silent', { timeoutMs: 100 })];
  while (onceCount === 0) await environment.sleep(10);
  // The first of two that are idle was given the post.
  threads.ready[0]!.end();
  const [posted] = await Promise.all(both);
  assert.equal((posted as { errorClass: string | null }).errorClass, null);
  assert.equal(onceCount, 2);
});

test('an uncaught error ends the thread alone', async () => {
  await bothReady();
  assert.deepEqual(await call('/end'), { kind: 'lost', cause: 'connection' });
  assert.equal((await call('/answer')).kind, 'answer');
});
