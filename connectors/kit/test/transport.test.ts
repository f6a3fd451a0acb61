// Proves that the transport of the conformance tests distinguishes "no byte left" from "lost",
// since the suite's verdicts depend on it.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { holdTime } from '../../../acceptance/harness/held-time.ts';
import { createTransport } from '../conformance/index.ts';

async function against(listener: RequestListener, timeoutMs = 60_000) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const transport = createTransport();
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/x`;
    return await transport.http({ method: 'POST', url, body: '{}', timeoutMs });
  } finally {
    transport.close();
    server.closeAllConnections();
    server.close();
  }
}

test('an answer is an answer, whatever its status', async () => {
  const result = await against((_request, response) =>
    response.writeHead(503, { 'X-Mark': 'm' }).end('busy'),
  );
  assert.equal(result.kind, 'answer');
  if (result.kind === 'answer')
    assert.deepEqual(
      [result.status, result.headers['x-mark'], String(result.body)],
      [503, 'm', 'busy'],
    );
});

test('silence after the request is a lost answer', async (t) => {
  const time = holdTime(t);
  // The deadline passes when the request has come.
  const result = await against(() => void time.pass(300), 300);
  assert.deepEqual(result, { kind: 'lost', cause: 'timeout' });
});

test('a reset after the request is a lost answer', async () => {
  assert.deepEqual(await against((request) => request.socket.destroy()), {
    kind: 'lost',
    cause: 'connection',
  });
});

test('a body cut short is a lost answer', async () => {
  const result = await against((_request, response) => {
    response.writeHead(200, { 'Content-Length': '10' });
    response.write('12345', () => response.destroy());
  });
  assert.deepEqual(result, { kind: 'lost', cause: 'connection' });
});

test('a refused connection and an unknown name are not sent', async () => {
  const transport = createTransport();
  const refused = await transport.http({
    method: 'POST',
    url: 'http://127.0.0.1:1/',
    body: '{}',
    timeoutMs: 60_000,
  });
  const nameless = await transport.http({
    method: 'POST',
    // Longer than a name may be: no name server is asked for it.
    url: `http://${'x'.repeat(64)}.invalid/`,
    body: '{}',
    timeoutMs: 60_000,
  });
  transport.close();
  assert.equal(refused.kind, 'not_sent');
  assert.equal(nameless.kind, 'not_sent');
});

test('a redirect is not followed', async () => {
  const result = await against((_request, response) =>
    response.writeHead(302, { Location: 'http://127.0.0.1:1/' }).end(),
  );
  assert.equal(result.kind === 'answer' && result.status, 302);
});
