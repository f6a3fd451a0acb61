// Proves that a call to a provider ends with the truth about what may have been sent: an answer,
// not sent, or lost.

import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, test } from 'node:test';
import { readFileSync } from 'node:fs';
import { createSecureServer as createHttp2Server } from 'node:http2';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createSlowServer } from 'node:net';
import { setImmediate as othersTurn } from 'node:timers/promises';
import {
  testAuthorityFile,
  testCertificate,
} from '../../../../acceptance/harness/certificates/index.ts';
import { until } from '../../../../acceptance/harness/until.ts';
import { readVersion } from '../version.ts';
import { createOutbound, providerBodyMaxBytes, type Outbound } from './http-client.ts';
import { secureContextOf } from './tls.ts';

const ourName = `Jokko/${readVersion()}`;
/** Longer than any stall of the machine. */
const patientMs = 60_000;
const open: { close(): void }[] = [];
afterEach(async () => {
  for (const thing of open.splice(0)) thing.close();
});

async function serve(
  answer: Parameters<typeof createServer>[1],
): Promise<{ url: string; server: Server }> {
  const server = createServer(answer as never);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  open.push({
    close() {
      server.close();
      server.closeAllConnections();
    },
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, server };
}

function client(connections = 4): Outbound {
  const outbound = createOutbound({
    connections,
    secureContext: secureContextOf([readFileSync(testAuthorityFile, 'utf8')]),
  });
  open.push({ close: () => void outbound.close() });
  return outbound;
}

test('an answer comes with status, headers and body', async () => {
  const { url } = await serve((request, response) => {
    response.statusCode = 418;
    response.setHeader('x-method', request.method!);
    request.pipe(response);
  });
  const result = await client().call({ method: 'PUT', url, body: 'hello', timeoutMs: patientMs });
  assert.ok(result.kind === 'answer');
  assert.deepEqual(
    [result.status, result.headers['x-method'], result.body.toString()],
    [418, 'PUT', 'hello'],
  );
});

test('an empty answer is an answer', async () => {
  const { url } = await serve((_request, response) => {
    response.statusCode = 204;
    response.end();
  });
  const result = await client().call({ method: 'GET', url, timeoutMs: patientMs });
  assert.ok(result.kind === 'answer');
  assert.deepEqual([result.status, result.body.length], [204, 0]);
});

test('of an answer without end no more is read than the limit', async () => {
  const { url } = await serve((_request, response) => {
    const more = () => {
      if (!response.destroyed) response.write(Buffer.alloc(65_536), () => setImmediate(more));
    };
    more();
  });
  const result = await client().call({ method: 'GET', url, timeoutMs: patientMs });
  assert.ok(result.kind === 'answer');
  assert.equal(result.body.length, providerBodyMaxBytes);
});

test('nobody listening, or no address at all, is certainly not sent', async () => {
  const { url, server } = await serve((_request, response) => response.end());
  await new Promise((closed) => server.close(closed));
  assert.deepEqual(await client().call({ method: 'POST', url, timeoutMs: patientMs }), {
    kind: 'not_sent',
    cause: 'ECONNREFUSED',
  });
  assert.deepEqual(
    await client().call({ method: 'POST', url: 'no address', timeoutMs: patientMs }),
    {
      kind: 'not_sent',
      cause: 'ERR_INVALID_URL',
    },
  );
});

test('F14 a connection that breaks before, or in the middle of, the answer is lost', async () => {
  const { url } = await serve((request, response) => {
    if (request.url === '/head') return void request.socket.destroy();
    response.setHeader('content-length', 100);
    response.write('half');
    setTimeout(() => request.socket.destroy(), 20);
  });
  for (const path of ['head', 'body'])
    assert.deepEqual(
      await client().call({ method: 'POST', url: url + path, timeoutMs: patientMs }),
      {
        kind: 'lost',
        cause: 'connection',
      },
    );
});

test('F14 one deadline for everything, also for an answer that drips', async () => {
  const { url } = await serve((_request, response) => {
    const drip = setInterval(() => response.write('x'), 20);
    response.on('close', () => clearInterval(drip));
  });
  // The drip never ends: without the deadline there would be no outcome.
  assert.deepEqual(await client().call({ method: 'POST', url, timeoutMs: 300 }), {
    kind: 'lost',
    cause: 'timeout',
  });
});

test('what found no connection before its deadline is not sent, and never leaves', async () => {
  const asked: string[] = [];
  let free = () => {};
  const { url } = await serve((request, response) => {
    asked.push(request.url!);
    if (request.url === '/first') free = () => response.end('ok');
    else response.end();
  });
  const outbound = client(1);
  const first = outbound.call({ method: 'POST', url: `${url}first`, timeoutMs: patientMs });
  assert.deepEqual(await outbound.call({ method: 'POST', url: `${url}late`, timeoutMs: 100 }), {
    kind: 'not_sent',
    cause: 'no connection before the deadline',
  });
  await until('the first one has come', () => asked.length === 1);
  free();
  assert.equal((await first).kind, 'answer');
  await outbound.call({ method: 'POST', url: `${url}third`, timeoutMs: patientMs });
  assert.deepEqual(asked, ['/first', '/third']);
});

test('F14 a connection that breaks during its handshake, or has not ended it in time, is not sent', async () => {
  let isBroken = true;
  const slow = createSlowServer((socket) => void (isBroken && socket.destroy()));
  await new Promise<void>((listening) => slow.listen(0, '127.0.0.1', listening));
  const outbound = client();
  open.push({ close: () => slow.close() });
  const url = `https://localhost:${(slow.address() as AddressInfo).port}/`;
  assert.deepEqual(await outbound.call({ method: 'POST', url, timeoutMs: patientMs }), {
    kind: 'not_sent',
    cause: 'ECONNRESET',
  });
  isBroken = false;
  assert.deepEqual(await outbound.call({ method: 'POST', url, timeoutMs: 300 }), {
    kind: 'not_sent',
    cause: 'no connection before the deadline',
  });
});

test('F14 a route that is gone once the request was written is a lost answer', async () => {
  const { url } = await serve(() => {
    const error = Object.assign(new Error('no route'), { code: 'EHOSTUNREACH' });
    for (const socket of sockets) socket.destroy(error);
  });
  const sockets: Socket[] = [];
  const note = (message: unknown) => void sockets.push((message as { socket: Socket }).socket);
  subscribe('net.client.socket', note);
  try {
    assert.deepEqual(await client().call({ method: 'POST', url, timeoutMs: patientMs }), {
      kind: 'lost',
      cause: 'connection',
    });
  } finally {
    unsubscribe('net.client.socket', note);
  }
});

test('F14 HTTP/2 is not spoken: over it a refused stream would be sent once more', async () => {
  const versions: string[] = [];
  const key = testCertificate('under-brainpool');
  const server = createHttp2Server({ ...key, allowHTTP1: true }, (request, response) => {
    versions.push(request.httpVersion);
    response.end('OK');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  open.push({ close: () => server.close() });
  const url = `https://localhost:${(server.address() as AddressInfo).port}/`;
  const { kind } = await client().call({ method: 'POST', url, timeoutMs: patientMs });
  assert.deepEqual([kind, versions], ['answer', ['1.1']]);
});

test('F18 what may not leave any more once the connection stands is not sent', async () => {
  const asked: string[] = [];
  const server = createTlsServer(testCertificate('under-brainpool'), (request, response) => {
    asked.push(request.url!);
    response.end('OK');
  });
  // Connections are taken at once; their handshake waits.
  let shakeHands = () => {};
  const mayShakeHands = new Promise<void>((resolve) => (shakeHands = resolve));
  const slow = createSlowServer((socket) => {
    void mayShakeHands.then(() => server.emit('connection', socket));
  });
  await new Promise<void>((listening) => slow.listen(0, '127.0.0.1', listening));
  open.push({
    close() {
      slow.close();
      server.closeAllConnections();
    },
  });
  const outbound = client(1);
  const url = `https://localhost:${(slow.address() as AddressInfo).port}/`;
  let isHeld = true;
  const call = (path: string) =>
    outbound.call({
      method: 'POST',
      url: url + path,
      timeoutMs: patientMs,
      mayLeave: () => isHeld,
    });
  const connecting = once(slow, 'connection');
  const during = call('during');
  await connecting;
  isHeld = false;
  shakeHands();
  const heldBack = { kind: 'not_sent', cause: 'held back before the first byte' };
  assert.deepEqual(await during, heldBack);
  isHeld = true;
  assert.equal((await call('after')).kind, 'answer');
  isHeld = false;
  assert.deepEqual(await call('kept alive'), heldBack);
  assert.deepEqual(asked, ['/after']);
});

test('a provider is known by its certificate, whatever keys stand in its chain and also on a resumed session', async () => {
  const server = createTlsServer(
    testCertificate('under-brainpool'),
    (_request, response) => void response.end('OK'),
  );
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  open.push({
    close() {
      server.close();
      server.closeAllConnections();
    },
  });
  const outbound = client();
  const call = (host: string) =>
    outbound.call({
      method: 'GET',
      url: `https://${host}:${(server.address() as AddressInfo).port}/`,
      timeoutMs: patientMs,
    });
  for (let round = 0; round < 3; round++) {
    assert.equal((await call('localhost')).kind, 'answer');
    server.closeAllConnections();
    // The next call must not leave on a connection whose end has not been read yet.
    for (let turn = 0; turn < 100; turn++) await othersTurn();
  }
  server.setSecureContext(testCertificate('wrong-name'));
  assert.deepEqual(
    await client().call({
      method: 'GET',
      url: `https://localhost:${(server.address() as AddressInfo).port}/`,
      timeoutMs: patientMs,
    }),
    {
      kind: 'not_sent',
      cause: 'ERR_TLS_CERT_ALTNAME_INVALID',
    },
  );
});

test('a provider is told our name and version, whatever a connector says', async () => {
  const { url } = await serve((request, response) => {
    response.end(
      JSON.stringify(
        request.rawHeaders.filter((_, at, all) => /^user-agent$/i.test(all[at & ~1]!)),
      ),
    );
  });
  const call = client();
  for (const headers of [undefined, { 'x-own': '1' }, { 'User-Agent': 'curl/8' }]) {
    const request = { method: 'GET', url, timeoutMs: patientMs } as const;
    const result = await call.call(headers === undefined ? request : { ...request, headers });
    assert.ok(result.kind === 'answer');
    assert.deepEqual(JSON.parse(result.body.toString()), ['user-agent', ourName]);
  }
});
