// C4, F14: checks that interim answers (1xx) are heard for what they are by both clients, the one
// for callbacks and the one for providers. On raw sockets, so that peers may misbehave.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { after, before, beforeEach, test } from 'node:test';
import { setImmediate as othersTurn } from 'node:timers/promises';
import type { HttpResult } from '@jokko/connectors/kit';
import {
  testAuthorityFile,
  testCertificate,
} from '../../../../acceptance/harness/certificates/index.ts';
import { until } from '../../../../acceptance/harness/until.ts';
import { createAddressGuard } from './guard.ts';
import { createOutbound, type Outbound } from './http-client.ts';
import { interimMax, interimMaxBytes } from './interim-answers.ts';
import { createPoster, type Poster, type PostResult } from './post.ts';
import { createResolver } from './resolver.ts';
import { secureContextOf } from './tls.ts';
import { holdClock } from '../testing/held-clock.ts';

/** Longer than any stall of the machine. */
const patientMs = 60_000;

let server: Server;
let behave: (socket: Socket) => void;
let sockets: Socket[];
let requests: string[];
let poster: Poster;
let outbound: Outbound;

const listener = (socket: Socket): void => {
  sockets.push(socket);
  socket.on('error', () => {});
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    // A body may come apart from its head.
    if (!chunk.startsWith('POST ')) return;
    requests.push(chunk);
    behave(socket);
  });
};
before(async () => {
  server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
beforeEach((context) => {
  sockets = [];
  requests = [];
  const secureContext = secureContextOf([readFileSync(testAuthorityFile, 'utf8')]);
  poster = createPoster({
    guard: createAddressGuard({ loopbackAllowed: true, networks: [], ownHosts: [] }),
    resolver: createResolver([], patientMs),
    secureContext,
  });
  outbound = createOutbound({ connections: 1, secureContext });
  (context as { after(run: () => Promise<void>): void }).after(async () => {
    poster.close();
    await outbound.close();
    for (const socket of sockets) socket.destroy();
  });
});
after(() => server.close());

let url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
const post = (timeoutMs = patientMs): Promise<PostResult> =>
  poster.post({ url: url(), headers: {}, body: '{}', timeoutMs, bodyMaxBytes: 16_384, pins: null });
const call = (timeoutMs = patientMs): Promise<HttpResult> =>
  outbound.call({ method: 'POST', url: url(), body: '{}', timeoutMs });

const ok = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nOK';
const continues = 'HTTP/1.1 100 Continue\r\n\r\n';
const processing = 'HTTP/1.1 102 Processing\r\n\r\n';
const hints = 'HTTP/1.1 103 Early Hints\r\nlink: </a>; rel=preload\r\ncontent-length: 5\r\n\r\n';
const says = (text: string) => (socket: Socket) => void socket.write(text, 'latin1');

/** Both clients, once each; what they heard of the final answer. */
async function hear(): Promise<[PostResult, HttpResult]> {
  requests = [];
  const heard: [PostResult, HttpResult] = [await post(), await call()];
  assert.equal(requests.length, 2, 'each was told once');
  return heard;
}

async function assertHeard(what: string): Promise<void> {
  const [posted, called] = await hear();
  const { status, errorClass, body } = posted;
  assert.deepEqual([status, errorClass, body.toString()], [200, null, 'OK'], what);
  assert.ok(called.kind === 'answer', `${what}: ${called.kind}`);
  assert.deepEqual([called.status, called.body.toString()], [200, 'OK'], what);
  assert.deepEqual(called.headers, { 'content-length': '2' }, 'of the final answer alone');
}

const preludes = {
  'one 100': continues,
  'two 100': continues + continues,
  'a 100 without a phrase': 'HTTP/1.1 100\r\n\r\n',
  'a 100 of HTTP/1.0': 'HTTP/1.0 100 Continue\r\n\r\n',
  'a 102': processing,
  'a 103 with headers': hints,
  'a 100 and a 103': continues + hints,
  'a status that nobody knows': 'HTTP/1.1 199 Whatever\r\nx: y\r\n\r\n',
};

test('C4 F14 interim answers are no answers: what follows is', async () => {
  for (const [what, prelude] of Object.entries(preludes)) {
    behave = says(prelude + ok);
    await assertHeard(what);
  }
  assert.equal(sockets.length, 2, 'the connections were kept throughout');
});

test('C4 F14 interim answers may come in parts, byte by byte', async () => {
  for (const [what, prelude] of Object.entries(preludes)) {
    behave = (socket) => void drip(socket, prelude + ok);
    await assertHeard(what);
  }
});

async function drip(socket: Socket, text: string): Promise<void> {
  for (const byte of text) {
    socket.setNoDelay(true).write(byte, 'latin1');
    await othersTurn();
  }
}

test('C4 F14 as many interim answers as are allowed are heard, one more is too many', async () => {
  behave = says(processing.repeat(interimMax) + ok);
  await assertHeard('the last that is allowed');
  for (const text of [
    processing.repeat(interimMax + 1) + ok,
    `HTTP/1.1 103 Early Hints\r\nlink: ${'y'.repeat(interimMaxBytes)}\r\n\r\n${ok}`,
    `HTTP/1.1 103 ${'y'.repeat(interimMaxBytes)}`,
  ]) {
    behave = says(text);
    const [{ status, errorClass }, called] = await hear();
    assert.deepEqual([status, errorClass], [null, 'interim_flood']);
    assert.deepEqual(called, { kind: 'lost', cause: 'connection' }, 'it may have been carried out');
  }
});

test('C4 F14 an endless stream of interim answers is given up', async () => {
  behave = (socket) => {
    const more = () => {
      if (!socket.destroyed) socket.write(processing, () => setImmediate(more));
    };
    more();
  };
  const [{ errorClass }, called] = await hear();
  assert.deepEqual([errorClass, called.kind], ['interim_flood', 'lost']);
});

test('C4 F14 101 is refused: nobody asked for another protocol', async () => {
  for (const headers of ['', 'upgrade: websocket\r\nconnection: upgrade\r\n']) {
    behave = says(`HTTP/1.1 101 Switching Protocols\r\n${headers}\r\n${ok}`);
    const [{ status, errorClass }, called] = await hear();
    assert.deepEqual([status, errorClass], [null, 'protocol_switch']);
    assert.deepEqual(called, { kind: 'lost', cause: 'connection' });
  }
});

test('C4 F14 interim answers and then nothing: the deadline, as without them', async () => {
  behave = says(continues + processing);
  const clock = holdClock();
  const heard = clock.run(() => Promise.all([post(400), call(400)]));
  await until('both have asked', () => requests.length === 2);
  clock.pass(400);
  const [{ errorClass, timedOutIn }, called] = await heard;
  assert.deepEqual([errorClass, timedOutIn], ['timeout', 'head']);
  assert.deepEqual(called, { kind: 'lost', cause: 'timeout' });
});

test('C4 F14 whoever has said 100 has the request: when the kept connection then ends, nothing is sent again', async () => {
  for (const end of [
    (socket: Socket) => socket.end(),
    (socket: Socket) => socket.resetAndDestroy(),
  ]) {
    behave = says(ok);
    await hear();
    behave = (socket) =>
      void socket.write(continues, () => void othersTurn().then(() => end(socket)));
    const [{ status, errorClass, reused }, called] = await hear();
    assert.deepEqual([status, errorClass, reused], [null, 'connection_reset', true]);
    assert.deepEqual(called, { kind: 'lost', cause: 'connection' });
  }
});

test('C4 F14 what comes after the final answer is no answer to the next request', async () => {
  for (const more of [ok.replace('OK', 'NO'), continues, continues + ok]) {
    behave = says(ok + more);
    await hear();
    behave = says(ok);
    await assertHeard('on a connection of its own');
  }
});

test('C4 F14 what is said unasked on a kept connection is no answer to the next request', async () => {
  behave = says(ok);
  await hear();
  const closed = sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve)));
  for (const socket of sockets) socket.write(continues + ok.replace('200 OK', '503 No'));
  await Promise.all(closed);
  await assertHeard('on a connection of its own');
});

test('C4 what is no interim answer is not taken for one', async () => {
  for (const text of [
    'HTTP/1.1 1\r\n\r\n',
    'HTTP/1.1 1xx Huh\r\n\r\n',
    'HTTP/1.1 100 Continue\n\n',
    'HTTP/1.1 1000 Huh\r\n\r\n',
    'HTTP/9.1 100 Continue\r\n\r\n',
  ]) {
    behave = (socket) => void socket.end(text + ok);
    const [{ status, errorClass }] = await hear();
    assert.deepEqual([status, errorClass], [null, 'network_error'], JSON.stringify(text));
  }
});

test('C4 a length that is said twice, or is no number, is refused and told as that', async () => {
  for (const headers of [
    ['content-length: 2', 'transfer-encoding: chunked'],
    ['Transfer-Encoding: chunked', 'Content-Length: 2'],
    ['content-length: 0', 'transfer-encoding: chunked'],
    ['content-length: 2', 'content-length: 2'],
    ['content-length: 0', 'x: y', 'content-length: 0'],
    ['content-length: 2', 'content-length: 3'],
    ['content-length: 2, 2'],
    ['content-length: two'],
  ]) {
    const text = `HTTP/1.1 200 OK\r\n${headers.join('\r\n')}\r\n\r\nOK`;
    for (const answer of [says(text), (socket: Socket) => void drip(socket, continues + text)]) {
      behave = answer;
      const [{ status, errorClass }, called] = await hear();
      assert.deepEqual([status, errorClass], [null, 'unclear_length'], headers.join());
      assert.deepEqual(called, { kind: 'lost', cause: 'connection' });
    }
  }
});

test('C4 other faults of a head are not told as a length', async () => {
  for (const line of ['no colon', 'content length: 3', 'x\u0000y: 1']) {
    behave = says(`HTTP/1.1 200 OK\r\ncontent-length: 2\r\n${line}\r\n\r\nOK`);
    const [{ status, errorClass }] = await hear();
    assert.deepEqual([status, errorClass], [null, 'network_error'], JSON.stringify(line));
  }
  behave = says(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`);
  assert.equal((await post()).errorClass, 'head_too_large');
});

test('C4 F14 all of it holds over TLS', async () => {
  const secure = createTlsServer(testCertificate('p256'), listener);
  await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve));
  const plain = url;
  url = () => `https://localhost:${(secure.address() as AddressInfo).port}/`;
  try {
    behave = (socket) => void drip(socket, continues + hints + ok);
    await assertHeard('over TLS');
    behave = (socket) =>
      void socket.write(continues, () => void othersTurn().then(() => socket.destroy()));
    const [{ errorClass, reused }] = await hear();
    assert.deepEqual([errorClass, reused], ['connection_reset', true]);
    behave = says(ok);
    await hear();
    const [kept] = sockets.slice(-2);
    behave = (socket) => (socket === kept ? socket.destroy() : says(ok)(socket));
    requests = [];
    const again = await post();
    assert.deepEqual([again.status, again.reused, requests.length], [200, false, 2]);
  } finally {
    url = plain;
    secure.close();
  }
});
