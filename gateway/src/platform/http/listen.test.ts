// `localhost` with several addresses: what a server is told holds for the connections of each.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, describe, it } from 'node:test';
import Fastify, { type FastifyInstance } from 'fastify';
import { limitArrival } from './guards/arrival.ts';
import { listenAt } from './listen.ts';

const both = ['127.0.0.1', '127.0.0.2'];
const everyMs = 20;

const apps: FastifyInstance[] = [];
after(() => Promise.all(apps.map((app) => app.close())));

const warnings: unknown[] = [];

async function startAt(
  host: string,
  addresses: readonly string[],
  port = 0,
): Promise<FastifyInstance> {
  const app = Fastify({
    http: { connectionsCheckingInterval: everyMs },
    clientErrorHandler: (_error, socket) => void socket.end('HTTP/1.1 400 Ours\r\n\r\n'),
  });
  apps.push(app);
  app.get('/', () => 'here');
  app.get('/slow', () => begin(app));
  limitArrival(app.server, { headersTimeout: 100, requestTimeout: 200 }, everyMs);
  const log = { warn: (facts: unknown) => void warnings.push(facts) };
  await listenAt(app, { host, port, log }, async () => addresses.map((address) => ({ address })));
  return app;
}

const begun = Promise.withResolvers<void>();
const ends: string[] = [];

/** Answers once the server takes no connections any more, and some time after. */
async function begin(app: FastifyInstance): Promise<string> {
  const closed = once(app.server, 'close');
  begun.resolve();
  await closed;
  await new Promise((resolve) => setTimeout(resolve, 50));
  ends.push('answered');
  return 'late';
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

  it('is closed when what came at the second address is answered', async () => {
    const app = await startAt('localhost', both);
    const { port } = app.server.address() as AddressInfo;
    const idle = connect({ port, host: both[1]! });
    idle.write(whole.replace('close', 'keep-alive'));
    await once(idle, 'data');
    const slow = whole.replace('GET /', 'GET /slow');
    const answer = ask(port, both[1]!, slow);
    await begun.promise;
    await app.close().then(() => ends.push('closed'));
    assert.match(await answer, /late$/);
    assert.deepEqual(ends, ['answered', 'closed']);
  });

  it('does without an address that is none of this machine, be it the first', async () => {
    for (const addresses of [
      ['127.0.0.1', '203.0.113.7'],
      ['203.0.113.7', '127.0.0.1'],
    ]) {
      const app = await startAt('localhost', addresses);
      const { port } = app.server.address() as AddressInfo;
      assert.match(await ask(port, '127.0.0.1', whole), /here$/);
    }
    assert.deepEqual(warnings, []);
    await assert.rejects(startAt('localhost', ['203.0.113.7']), /EADDRNOTAVAIL/);
  });

  it('says that the second address is taken, and does not begin where the first one is', async () => {
    const other = createServer().listen(0, both[1]);
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const app = await startAt('localhost', both, port);
    assert.match(await ask(port, both[0]!, whole), /here$/);
    assert.match(JSON.stringify(warnings), /EADDRINUSE.*127\.0\.0\.2/);
    await app.close();
    await assert.rejects(startAt('localhost', both.toReversed(), port), /EADDRINUSE/);
    other.close();
  });

  it('asks nobody about another host', async () => {
    const app = await startAt('127.0.0.2', ['127.0.0.1']);
    const { port, address } = app.server.address() as AddressInfo;
    assert.equal(address, '127.0.0.2');
    assert.equal(await ask(port, '127.0.0.1', whole), 'refused');
  });
});
