// Does a call to a provider end with the truth about what may have left: an answer, not sent, or lost?

import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, test } from 'node:test';
import { readFileSync } from 'node:fs';
import { createServer as createTlsServer } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { testAuthorityFile, testCertificate } from '../../../acceptance/harness/certificates/index.ts';
import { createOutbound, providerBodyMaxBytes, type Outbound } from './http-client.ts';
import { secureContextOf } from './tls.ts';

const open: { close(): void }[] = [];
afterEach(async () => {
  for (const thing of open.splice(0)) thing.close();
});

async function serve(answer: Parameters<typeof createServer>[1]): Promise<{ url: string; server: Server }> {
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
  const outbound = createOutbound({ connections, secureContext: secureContextOf([readFileSync(testAuthorityFile, 'utf8')]) });
  open.push({ close: () => void outbound.close() });
  return outbound;
}

test('an answer comes with status, headers and body', async () => {
  const { url } = await serve((request, response) => {
    response.statusCode = 418;
    response.setHeader('x-method', request.method!);
    request.pipe(response);
  });
  const result = await client().call({ method: 'PUT', url, body: 'hello', timeoutMs: 2_000 });
  assert.ok(result.kind === 'answer');
  assert.deepEqual([result.status, result.headers['x-method'], result.body.toString()], [418, 'PUT', 'hello']);
});

test('an empty answer and one told in advance by 103 are answers', async () => {
  const { url } = await serve((_request, response) => {
    response.writeEarlyHints({ link: '</a>; rel=preload' });
    response.statusCode = 204;
    response.end();
  });
  const result = await client().call({ method: 'GET', url, timeoutMs: 2_000 });
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
  const result = await client().call({ method: 'GET', url, timeoutMs: 5_000 });
  assert.ok(result.kind === 'answer');
  assert.equal(result.body.length, providerBodyMaxBytes);
});

test('nobody listening, or no address at all, is certainly not sent', async () => {
  const { url, server } = await serve((_request, response) => response.end());
  await new Promise((closed) => server.close(closed));
  assert.deepEqual(await client().call({ method: 'POST', url, timeoutMs: 2_000 }), { kind: 'not_sent', cause: 'ECONNREFUSED' });
  assert.deepEqual(await client().call({ method: 'POST', url: 'no address', timeoutMs: 2_000 }), {
    kind: 'not_sent',
    cause: 'ERR_INVALID_URL',
  });
});

test('F14 a connection that breaks before, or in the middle of, the answer is lost', async () => {
  const { url } = await serve((request, response) => {
    if (request.url === '/head') return void request.socket.destroy();
    response.setHeader('content-length', 100);
    response.write('half');
    setTimeout(() => request.socket.destroy(), 20);
  });
  for (const path of ['head', 'body'])
    assert.deepEqual(await client().call({ method: 'POST', url: url + path, timeoutMs: 2_000 }), { kind: 'lost', cause: 'connection' });
});

test('F14 one deadline for everything, also for an answer that drips', async () => {
  const { url } = await serve((_request, response) => {
    const drip = setInterval(() => response.write('x'), 20);
    response.on('close', () => clearInterval(drip));
  });
  const startedAt = performance.now();
  assert.deepEqual(await client().call({ method: 'POST', url, timeoutMs: 300 }), { kind: 'lost', cause: 'timeout' });
  assert.ok(performance.now() - startedAt < 1_500);
});

test('what found no connection before its deadline never leaves', async () => {
  const asked: string[] = [];
  let free = () => {};
  const { url } = await serve((request, response) => {
    asked.push(request.url!);
    if (request.url === '/first') free = () => response.end('ok');
    else response.end();
  });
  const outbound = client(1);
  const first = outbound.call({ method: 'POST', url: `${url}first`, timeoutMs: 5_000 });
  assert.deepEqual(await outbound.call({ method: 'POST', url: `${url}late`, timeoutMs: 100 }), { kind: 'lost', cause: 'timeout' });
  free();
  assert.equal((await first).kind, 'answer');
  await outbound.call({ method: 'POST', url: `${url}third`, timeoutMs: 2_000 });
  await sleep(50);
  assert.deepEqual(asked, ['/first', '/third']);
});

test('a provider is known by its certificate, whatever keys stand in its chain and also on a resumed session', async () => {
  const server = createTlsServer(testCertificate('under-brainpool'), (_request, response) => void response.end('OK'));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  open.push({
    close() {
      server.close();
      server.closeAllConnections();
    },
  });
  const outbound = client();
  const call = (host: string) =>
    outbound.call({ method: 'GET', url: `https://${host}:${(server.address() as AddressInfo).port}/`, timeoutMs: 2_000 });
  for (let round = 0; round < 3; round++) {
    assert.equal((await call('localhost')).kind, 'answer');
    server.closeAllConnections();
    await sleep(20);
  }
  server.setSecureContext(testCertificate('wrong-name'));
  assert.deepEqual(
    await client().call({ method: 'GET', url: `https://localhost:${(server.address() as AddressInfo).port}/`, timeoutMs: 2_000 }),
    {
      ...{ kind: 'not_sent', cause: 'ERR_TLS_CERT_ALTNAME_INVALID' },
    },
  );
});
