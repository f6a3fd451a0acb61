// A server that closes while its callers keep their connections, and callers who end their own
// half: each gets its answer and is told that it is the last.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import Fastify, { type FastifyInstance } from 'fastify';
import { testCertificate } from '../../../../acceptance/harness/certificates/index.ts';
import { watchConnections } from './connections.ts';
import { openEventStream, type EventStream } from './event-stream.ts';

interface Served {
  app: FastifyInstance;
  leave(): void;
  open(): Socket;
  /** A connection on which so much was sent, and what is answered until it ends. */
  call(sent: string): { socket: Socket; answered: Promise<string> };
  /** Resolves when the request of that number has arrived, with what answers it. */
  arrived(number: string): Promise<() => void>;
  stream: Promise<EventStream>;
  /** What `/last` answers, on the connection that it would end. */
  rest: PassThrough;
}

const request = (path: string): string => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`;

async function serve(options: object = {}): Promise<Served> {
  // The test ends long before a connection is closed for having had no request.
  const app = Fastify({ keepAliveTimeout: 3_600_000, return503OnClosing: false, ...options });
  let leaving = false;
  watchConnections(app, () => leaving);
  const arrivals = new Map<string, PromiseWithResolvers<() => void>>();
  const arrival = (number: string): PromiseWithResolvers<() => void> => {
    const known = arrivals.get(number) ?? Promise.withResolvers<() => void>();
    arrivals.set(number, known);
    return known;
  };
  const streamed = Promise.withResolvers<EventStream>();
  app.get('/', () => 'here');
  app.get<{ Params: { number: string } }>('/held/:number', ({ params: { number } }) => {
    const { promise, resolve } = Promise.withResolvers<string>();
    arrival(number).resolve(() => resolve(`answer ${number}`));
    return promise;
  });
  const rest = new PassThrough();
  app.get('/last', (_asked, reply) => reply.header('connection', 'close').send(rest));
  app.get('/last/soon', async (_asked, reply) => {
    await nextTurn();
    return reply.header('connection', 'close').send('the last');
  });
  app.get('/stream', (asked, reply) => {
    const terms = { beatMs: 3_600_000, onBeat: () => {}, onEnd: () => {} };
    streamed.resolve(openEventStream(asked, reply, terms));
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const open = (): Socket => connect({ port, host: '127.0.0.1' });
  return {
    app,
    leave: () => (leaving = true),
    open,
    call(sent) {
      const socket = open();
      socket.write(sent);
      return { socket, answered: text(socket) };
    },
    arrived: (number) => arrival(number).promise,
    stream: streamed.promise,
    rest,
  };
}

const closing = /\r\nconnection: close\r\n/i;

describe('watchConnections', () => {
  it('closes a kept connection with the answer that was under way when the server closed', async () => {
    const { app, leave, call, arrived } = await serve();
    const { answered } = call(request('/held/1'));
    const answer = await arrived('1');
    leave();
    const closed = app.close();
    answer();
    assert.match(await answered, /answer 1$/);
    assert.match(await answered, closing);
    await closed;
  });

  it('answers all that came together, and closes with the newest of them', async () => {
    const { app, leave, call, arrived } = await serve();
    const { answered } = call(request('/held/1') + request('/held/2'));
    const first = await arrived('1');
    leave();
    const closed = app.close();
    first();
    (await arrived('2'))();
    const [one, two] = (await answered).split('answer 1');
    assert.doesNotMatch(one!, closing);
    assert.match(two!, closing);
    assert.match(two!, /answer 2$/);
    await closed;
  });

  it('answers what comes behind a request that was under way when the server closed', async () => {
    const { app, leave, call, arrived } = await serve();
    const { socket, answered } = call(request('/held/1'));
    const first = await arrived('1');
    leave();
    const closed = app.close();
    const behind = once(app.server, 'request');
    socket.write(request('/held/2'));
    await behind;
    first();
    (await arrived('2'))();
    assert.match(await answered, /answer 1.*answer 2$/s);
    await closed;
  });

  it('carries nothing out behind an answer that says it is the last', async () => {
    const { app, call, arrived, rest } = await serve();
    let carriedOut = false;
    void arrived('1').then(() => (carriedOut = true));
    const { socket, answered } = call(request('/last'));
    rest.write('the ');
    await once(socket, 'readable');
    const behind = once(app.server, 'request');
    socket.write(request('/held/1'));
    await behind;
    rest.end('last');
    assert.match(await answered, /close.*the .*last/s);
    assert.equal(carriedOut, false);
    await app.close();
  });

  it('answers what came together with a request whose answer would have been the last', async () => {
    const { app, leave, call, arrived } = await serve();
    const { answered } = call(request('/last/soon') + request('/held/1'));
    const answer = await arrived('1');
    leave();
    answer();
    const [last, one] = (await answered).split('the last');
    assert.doesNotMatch(last!, closing);
    assert.match(one!, /answer 1$/);
    await app.close();
  });

  it('carries out what comes together one after the other, and answers all of it', async () => {
    const { app, open, call, arrived } = await serve();
    const arrivals: string[] = [];
    void arrived('2').then(() => arrivals.push('2'));
    const { socket, answered } = call(request('/held/1') + request('/held/2'));
    const first = await arrived('1');
    // Whatever else waits for a turn has it before another connection is answered.
    const other = open();
    other.write(request('/'));
    await once(other, 'data');
    assert.deepEqual(arrivals, []);
    first();
    (await arrived('2'))();
    socket.end();
    assert.match(await answered, /answer 1.*answer 2$/s);
    await app.close();
  });

  it('reads no more of a connection while too much of it is not answered', async () => {
    const { app, call, arrived } = await serve();
    let taken = 0;
    app.server.on('request', () => (taken += 1));
    const count = 20_000;
    const { socket, answered } = call(request('/held/1') + request('/').repeat(count));
    const first = await arrived('1');
    await sleep(200);
    // What had been read by then in one piece.
    assert.ok(taken < 5_000, `${taken} were taken`);
    first();
    socket.end();
    assert.equal((await answered).split('here').length - 1, count);
    await app.close();
  });

  it('ends a connection whose answer had begun before, a stream as well', async () => {
    const { app, leave, call, stream } = await serve();
    const { socket, answered } = call(request('/stream'));
    await once(socket, 'readable');
    const { end } = await stream;
    leave();
    const closed = app.close();
    end();
    assert.match(await answered, /retry: /);
    await closed;
  });

  it('ends a connection that has said nothing, and one that has said half', async () => {
    const { app, call } = await serve();
    const both = [call(''), call('GET / HTTP/1.1\r\n')];
    // The server has taken what came before this.
    const { socket } = call(request('/'));
    await once(socket, 'readable');
    await app.close();
    for (const { answered } of both) assert.equal(await answered.catch(() => ''), '');
  });

  it('ends a connection that has not shaken hands over TLS', async () => {
    const https = { ...testCertificate('p256'), handshakeTimeout: 3_600_000 };
    const { app, call } = await serve({ https });
    const come = once(app.server, 'connection');
    const { answered } = call('\x16\x03\x01');
    await come;
    await app.close();
    assert.equal(await answered.catch(() => ''), '');
  });

  it('leaves connections open for as long as the server does', async () => {
    const { app, open } = await serve();
    const socket = open();
    for (const _ of ['first', 'second']) {
      socket.write(request('/'));
      const [answer] = (await once(socket, 'data')) as [Buffer];
      assert.doesNotMatch(answer.toString(), closing);
    }
    await app.close();
  });

  for (const [what, https] of [
    ['', null],
    [' over TLS', testCertificate('p256')],
  ] as const)
    it(`answers all that came before its caller ended their own half${what}, and ends the connection then`, async () => {
      const { app, arrived } = await serve(https === null ? {} : { https });
      const { port } = app.server.address() as AddressInfo;
      const where = { port, host: '127.0.0.1', allowHalfOpen: true };
      const taken = once(app.server, https === null ? 'connection' : 'secureConnection');
      const socket =
        https === null ? connect(where) : connectTls({ ...where, rejectUnauthorized: false });
      socket.end(request('/held/1') + request('/held/2'));
      const [ofServer] = (await taken) as [Socket];
      const first = await arrived('1');
      if (!ofServer.readableEnded) await once(ofServer, 'end');
      first();
      (await arrived('2'))();
      const [one, two] = (await text(socket)).split('answer 1');
      assert.doesNotMatch(one!, closing);
      assert.match(two!, closing);
      assert.match(two!, /answer 2$/);
      await app.close();
    });

  it('ends a stream whose reader has ended their half, and at once one that comes behind such an end', async () => {
    const { app, call, stream } = await serve();
    const { socket, answered } = call(request('/stream'));
    await stream;
    socket.end();
    assert.match(await answered, /retry: /);
    const other = call('');
    other.socket.end(request('/stream'));
    assert.match(await other.answered, /retry: /);
    await app.close();
  });
});
