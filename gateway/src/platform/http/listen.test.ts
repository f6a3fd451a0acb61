// `localhost` with several addresses: what a server is told holds for the connections of each.

import assert from 'node:assert/strict';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, describe, it } from 'node:test';
import Fastify, { type FastifyInstance } from 'fastify';
import { limitArrival } from './guards/arrival.ts';
import { listenAt } from './listen.ts';

const both = ['127.0.0.1', '127.0.0.2'];
const everyMs = 20;

const apps: FastifyInstance[] = [];
after(() => Promise.all(apps.map((app) => app.close())));

async function startAt(host: string, addresses: readonly string[]): Promise<FastifyInstance> {
  const app = Fastify({
    http: { connectionsCheckingInterval: everyMs },
    clientErrorHandler: (_error, socket) => void socket.end('HTTP/1.1 400 Ours\r\n\r\n'),
  });
  apps.push(app);
  app.get('/', () => 'here');
  limitArrival(app.server, { headersTimeout: 100, requestTimeout: 200 }, everyMs);
  await listenAt(app, { host, port: 0 }, async () => addresses.map((address) => ({ address })));
  return app;
}

/** What is answered to `sent`, when nothing follows. */
async function ask(port: number, host: string, sent: string): Promise<string> {
  const socket = connect({ port, host });
  socket.on('error', () => undefined);
  socket.write(sent);
  return text(socket).catch(() => 'refused');
}

const whole = 'GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n';

describe('listenAt', () => {
  it('serves each address of localhost, with the limits and the answers of the one server', async () => {
    const app = await startAt('localhost', [...both, ...both]);
    const { port } = app.server.address() as AddressInfo;
    for (const host of both) {
      assert.match(await ask(port, host, whole), /^HTTP\/1.1 200 .*here$/s, host);
      assert.match(await ask(port, host, 'nonsense\r\n\r\n'), /^HTTP\/1.1 400 Ours/, host);
      // Only our limits are as short: Fastify's are minutes.
      assert.match(await ask(port, host, 'GET / HTTP/1.1\r\n'), /^HTTP\/1.1 400 Ours/, host);
    }
    await app.close();
    for (const host of both) assert.equal(await ask(port, host, whole), 'refused', host);
  });

  it('does without an address that is none of this machine', async () => {
    const app = await startAt('localhost', ['127.0.0.1', '203.0.113.7']);
    const { port } = app.server.address() as AddressInfo;
    assert.match(await ask(port, '127.0.0.1', whole), /here$/);
  });

  it('asks nobody about another host', async () => {
    const app = await startAt('127.0.0.2', ['127.0.0.1']);
    const { port, address } = app.server.address() as AddressInfo;
    assert.equal(address, '127.0.0.2');
    assert.equal(await ask(port, '127.0.0.1', whole), 'refused');
  });
});
