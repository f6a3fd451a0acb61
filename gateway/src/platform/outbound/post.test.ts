// C4: checks the outcome of a POST for every way in which a receiver may answer, or not. On raw
// sockets, so that receivers may misbehave.

import assert from 'node:assert/strict';
import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { setImmediate as othersTurn } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { startNameServer, type NameServer } from '../../../../acceptance/harness/name-server.ts';
import { until } from '../../../../acceptance/harness/until.ts';
import type { DialSettings } from './dial.ts';
import { createAddressGuard } from './guard.ts';
import { createPoster, type Poster, type PostRequest, type PostResult } from './post.ts';
import { createResolver } from './resolver.ts';
import { holdClock } from '../testing/held-clock.ts';
import { secureContextOf } from './tls.ts';

/** Longer than any stall of the machine. */
const patientMs = 60_000;
type Behave = (socket: Socket, request: string) => void;

let names: NameServer;
let server: Server;
let behave: Behave;
let sockets: Socket[];
let requests: string[];
let settings: DialSettings;
let poster: Poster;

before(async () => {
  names = await startNameServer();
  server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      requests.push(chunk);
      behave(socket, chunk);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
beforeEach(() => {
  sockets = [];
  requests = [];
  const guard = createAddressGuard({ loopbackAllowed: true, networks: [], ownHosts: [] });
  settings = {
    guard,
    resolver: createResolver([names.address], patientMs),
    secureContext: secureContextOf(),
  };
  poster = createPoster(settings);
});
afterEach(() => {
  poster.close();
  for (const socket of sockets) socket.destroy();
});
after(async () => {
  server.close();
  await names.close();
});

const port = (): number => (server.address() as AddressInfo).port;
const post = (given: Partial<PostRequest> = {}): Promise<PostResult> =>
  poster.post({
    url: `http://127.0.0.1:${port()}/callback?a=b`,
    headers: { 'accept-encoding': 'identity' },
    body: '{"é":1}',
    timeoutMs: patientMs,
    bodyMaxBytes: 16_384,
    pins: null,
    ...given,
  });
const says =
  (text: string): Behave =>
  (socket) =>
    void socket.write(text, 'latin1');
const ok = says('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nOK');

test('C4 a delivery: what was sent, what came back, and how long each phase took', async () => {
  behave = ok;
  const result = await post();
  assert.match(requests[0]!, /^POST \/callback\?a=b HTTP\/1\.1\r\n/);
  assert.match(requests[0]!, /content-length: 8\r\n/, 'bytes, not characters');
  assert.match(requests[0]!, /\r\nuser-agent: Jokko\/\d+\.\d+\.\d+\r\n/);
  const { body, phases, headers, ...rest } = result;
  assert.equal(body.toString(), 'OK');
  assert.deepEqual({ ...headers() }, { 'content-length': '2' });
  assert.deepEqual(rest, {
    status: 200,
    errorClass: null,
    timedOutIn: null,
    address: '127.0.0.1',
    reused: false,
    tlsVersion: null,
    pinSeen: null,
    pinResult: 'none',
    certificate: null,
    bodyCut: false,
  });
  assert.deepEqual([phases.dnsMs, phases.tlsMs], [null, null], 'no name, no TLS');
  for (const phase of [phases.connectMs, phases.firstByteMs, phases.totalMs])
    assert.ok(phase !== null && phase >= 0 && phase < patientMs);
});

test('C4 an open connection is used again, and its phases are not told twice', async () => {
  behave = ok;
  await post();
  const { reused, phases, address } = await post();
  assert.deepEqual(
    [reused, phases.connectMs, address, sockets.length],
    [true, null, '127.0.0.1', 1],
  );
});

test('C4 a connection that the receiver closed between two deliveries is made anew', async () => {
  behave = ok;
  await post();
  const closed = new Promise((resolve) => sockets[0]!.once('close', resolve));
  sockets[0]!.end();
  await closed;
  const { reused, status } = await post();
  assert.deepEqual([reused, status, sockets.length], [false, 200, 2]);
});

test('C4 a kept connection that is reset when it is used again says nothing: the callback goes out on a new one, once', async () => {
  for (const cut of [
    (socket: Socket) => socket.resetAndDestroy(),
    (socket: Socket) => socket.end(),
  ]) {
    behave = ok;
    await Promise.all([post(), post()]);
    requests = [];
    const kept = [...sockets];
    behave = (socket) => (kept.includes(socket) ? void cut(socket) : ok(socket, ''));
    const { status, errorClass, reused, phases } = await post();
    assert.deepEqual([status, errorClass, reused, requests.length], [200, null, false, 2]);
    assert.ok(phases.connectMs !== null);
    assert.equal(requests[0], requests[1], 'the same bytes');
    poster.close();
    poster = createPoster(settings);
  }
});

test('C4 a receiver that resets a new connection, too, is asked no third time; one that has begun to answer or hung no second', async () => {
  const afterOne = async (then: Behave, ask: () => Promise<PostResult> = post) => {
    behave = ok;
    await post();
    requests = [];
    behave = then;
    const result = await ask();
    return [result.errorClass, result.status, requests.length];
  };
  assert.deepEqual(await afterOne((socket) => void socket.resetAndDestroy()), [
    'connection_reset',
    null,
    2,
  ]);
  assert.deepEqual(
    await afterOne((socket) => void socket.end('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nOK')),
    ['connection_reset', 200, 1],
  );
  const late = () => postLate('it has the request', () => requests.length === 1);
  assert.deepEqual(await afterOne(() => {}, late), ['timeout', null, 1]);
});

test('C4 both halves of an attempt share its one deadline', async () => {
  behave = ok;
  const clock = holdClock();
  await clock.run(() => post());
  requests = [];
  const [kept] = sockets;
  behave = () => {};
  const posted = clock.run(() => post({ timeoutMs: 400 }));
  let ended = false;
  void posted.finally(() => (ended = true));
  await until('it is on the kept connection', () => requests.length === 1);
  clock.pass(200);
  kept!.resetAndDestroy();
  await until('it is on a new one', () => requests.length === 2);
  clock.pass(199);
  await othersTurn();
  assert.equal(ended, false);
  clock.pass(1);
  const { errorClass, timedOutIn, phases } = await posted;
  assert.deepEqual([errorClass, timedOutIn, phases.totalMs], ['timeout', 'head', 400]);
});

test('C4 a connection is used for ten minutes and no longer, however busy it is', async () => {
  let nowMs = 0;
  poster = createPoster(settings, () => nowMs);
  behave = ok;
  for (const [atMs, reused] of [
    [0, false],
    [599_000, true],
    [601_000, true],
    [602_000, false],
  ] as const) {
    nowMs = atMs;
    assert.equal((await post()).reused, reused, `${atMs} ms`);
  }
});

test('C4 twenty at once are twenty connections, and they are kept', async () => {
  behave = ok;
  await Promise.all(Array.from({ length: 20 }, () => post()));
  const again = await Promise.all(Array.from({ length: 20 }, () => post()));
  assert.equal(sockets.length, 20);
  assert.ok(again.every(({ reused, status }) => reused && status === 200));
});

test('C4 only 200 is success; every other answer is told with its status', async () => {
  for (const status of [201, 202, 204, 400, 401, 404, 410, 429, 500, 503]) {
    behave = says(`HTTP/1.1 ${status} X\r\ncontent-length: 0\r\n\r\n`);
    const { errorClass, status: reported } = await post();
    assert.deepEqual([reported, errorClass], [status, 'http_status']);
  }
});

const redirectTargets = [
  ...[
    'http://127.0.0.1:1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::1]/',
    'http://localhost/',
    'http://10.0.0.1/',
  ],
  ...[
    'https://good.example/',
    '/elsewhere',
    '//good.example/',
    'file:///etc/passwd',
    'gopher://127.0.0.1:6379/',
    'http://0/',
    '',
  ],
];
test('T14 60 redirects are not followed: 5 codes, 12 targets', async () => {
  names.asked.length = 0;
  for (const status of [301, 302, 303, 307, 308]) {
    for (const target of redirectTargets) {
      behave = says(`HTTP/1.1 ${status} Moved\r\nlocation: ${target}\r\ncontent-length: 0\r\n\r\n`);
      const { errorClass, status: reported } = await post();
      assert.deepEqual([reported, errorClass], [status, 'redirect'], target);
    }
  }
  assert.equal(requests.length, 60);
  assert.equal(sockets.length, 1);
  assert.deepEqual(names.asked, [], 'no target was even looked up');
});

test('C4 an endless answer is read to its limit and not further; its status counts', async () => {
  let written = 0;
  behave = (socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1073741824\r\n\r\n');
    const pour = (): void => {
      while (!socket.destroyed && written < 1e9) {
        written += 65_536;
        if (!socket.write(Buffer.alloc(65_536, 'x'))) return void socket.once('drain', pour);
      }
    };
    pour();
  };
  const { status, errorClass, body, bodyCut } = await post();
  assert.deepEqual([status, errorClass, body.length, bodyCut], [200, null, 16_384, true]);
  assert.ok(written < 50e6, `${written} bytes were taken`);
  behave = ok;
  assert.equal((await post()).reused, false, 'the connection is not used again');
});

test('C4 a body of exactly the limit is whole', async () => {
  behave = says(`HTTP/1.1 200 OK\r\ncontent-length: 16384\r\n\r\n${'x'.repeat(16_384)}`);
  const { body, bodyCut } = await post();
  assert.deepEqual([body.length, bodyCut], [16_384, false]);
});

test('C4 nothing is decompressed, however often it says it was compressed', async () => {
  const bomb = gzipSync(Buffer.alloc(5_000_000)).toString('latin1');
  const encodings = Array.from({ length: 200 }, () => 'gzip').join(', ');
  behave = says(
    `HTTP/1.1 200 OK\r\ncontent-encoding: ${encodings}\r\ncontent-length: ${bomb.length}\r\n\r\n${bomb}`,
  );
  const { status, body } = await post();
  assert.deepEqual([status, body.toString('latin1')], [200, bomb]);
});

test('C4 headers beyond 16 KiB are no answer, and no more than 8 KB of smaller ones are kept, without secrets', async () => {
  behave = says(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`);
  assert.equal((await post()).errorClass, 'head_too_large');
  behave = says(
    `HTTP/1.1 200 OK\r\nset-cookie: session=1\r\nauthorization: Bearer x\r\nx: 1\r\nlong: ${'y'.repeat(9_000)}\r\ncontent-length: 0\r\n\r\n`,
  );
  const { headers } = await post();
  assert.deepEqual(
    { ...headers() },
    { 'set-cookie': '(not shown)', authorization: '(not shown)', x: '1' },
  );
});

test('C4 HTTP/1.0 and answers that end with the connection are answers', async () => {
  behave = (socket) => socket.end('HTTP/1.0 200 OK\r\n\r\nOK');
  const { status, errorClass, body } = await post();
  assert.deepEqual([status, errorClass, body.toString()], [200, null, 'OK']);
  assert.equal((await post()).status, 200);
});

test('C4 what is no HTTP is a network error', async () => {
  for (const text of ['SSH-2.0-OpenSSH_9.6\r\n', 'HTTP/1.1 abc\r\n\r\n', '\u0000\u0001\u0002']) {
    behave = (socket) => socket.end(text);
    const { status, errorClass } = await post();
    assert.deepEqual([status, errorClass], [null, 'network_error'], JSON.stringify(text));
  }
});

test('C4 cut before, in the head of and in the body of an answer: a reset, with the status if there was one', async () => {
  const cuts: [string, number | null][] = [
    ['', null],
    ['HTTP/1.1 200 OK\r\nconte', null],
    ['HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nOK', 200],
  ];
  for (const [text, status] of cuts) {
    behave = (socket) => {
      socket.write(text, () => socket.resetAndDestroy());
    };
    const result = await post();
    assert.deepEqual(
      [result.errorClass, result.status],
      ['connection_reset', status],
      JSON.stringify(text),
    );
  }
});

/** A post whose deadline of 150 ms passes as soon as `isReached`. */
async function postLate(
  what: string,
  isReached: () => boolean,
  given: Partial<PostRequest> = {},
): Promise<PostResult> {
  const clock = holdClock();
  const posted = clock.run(() => post({ timeoutMs: 150, ...given }));
  await until(what, isReached);
  clock.pass(150);
  return posted;
}

test('C4 one deadline for everything, and the phase in which it fell', async () => {
  const isAsked = () => requests.length > 0;
  behave = () => {};
  const head = await postLate('it waits for the head', isAsked);
  requests = [];
  let drops = 0;
  behave = (socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n');
    const drip = (): void => {
      if (!socket.destroyed) socket.write('x', () => (drops++, setImmediate(drip)));
    };
    drip();
  };
  const drip = await postLate('the body drips', () => drops > 1_000);
  const tls = await post({ url: `https://127.0.0.1:${port()}/` });
  names.silent.add('silent.example');
  names.asked.length = 0;
  const url = `http://silent.example:${port()}/`;
  const dns = await postLate('the name is asked for', () => names.asked.length > 0, { url });
  await names.endSilence();
  for (const [phase, result] of Object.entries({ head, body: drip, dns })) {
    assert.deepEqual([result.errorClass, result.timedOutIn], ['timeout', phase]);
    assert.equal(result.phases.totalMs, 150, phase);
  }
  assert.equal(drip.status, 200);
  assert.equal(tls.errorClass, 'tls_error', 'it speaks, but no TLS');
});

test('C4 a deadline leaves no connection behind', async () => {
  behave = () => {};
  await postLate('it is asked', () => requests.length > 0);
  if (!sockets[0]!.destroyed) await new Promise((resolve) => sockets[0]!.once('close', resolve));
  behave = ok;
  assert.equal((await post()).status, 200);
});

test('C4 nobody listens, nobody knows the name', async () => {
  assert.equal((await post({ url: 'http://127.0.0.1:1/' })).errorClass, 'connection_refused');
  assert.equal((await post({ url: 'http://nobody.example/' })).errorClass, 'dns_error');
});

test('closing the transport ends what is under way', async () => {
  behave = () => {};
  const under = post();
  await until('it is under way', () => requests.length === 1);
  poster.close();
  assert.notEqual((await under).errorClass, null);
});
