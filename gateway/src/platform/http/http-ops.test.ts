// Proves to whom the main port tells the metrics: programs of this machine that ask for it
// themselves.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify from 'fastify';
import { registerOps } from './http-ops.ts';

async function statusOf(
  { headers = {}, remoteAddress = '127.0.0.1' },
  loopbackOnly = true,
): Promise<number> {
  const app = Fastify({ trustProxy: true });
  registerOps(app, {
    reasonsNotReady: () => Promise.resolve([]),
    metrics: { render: () => Promise.resolve({ type: 'text/plain', text: 'jokko_up 1' }) },
    loopbackOnly,
  });
  const { statusCode } = await app.inject({
    url: '/metrics',
    headers: { host: 'localhost:8080', ...headers },
    remoteAddress,
  });
  await app.close();
  return statusCode;
}

test('S28: metrics of the main port are for this machine, not for whom a proxy speaks or a page leads here', async () => {
  assert.equal(await statusOf({}), 200);
  for (const headers of [
    { via: '1.1 proxy' },
    { forwarded: 'for=127.0.0.1' },
    { 'x-forwarded-for': '127.0.0.1' },
    { 'x-envoy-external-address': '127.0.0.1' },
    { 'cdn-loop': 'cloudflare' },
    { host: 'pay.example' },
    { host: 'rebound.example:8080' },
  ])
    assert.equal(await statusOf({ headers }), 404, JSON.stringify(headers));
  assert.equal(await statusOf({ remoteAddress: '192.0.2.7' }), 404);
  assert.equal(await statusOf({ remoteAddress: '192.0.2.7' }, false), 200, 'on a port of its own');
});
