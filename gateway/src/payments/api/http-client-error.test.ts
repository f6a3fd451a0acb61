// H1: what is no request is answered in the language of its caller, as far as that can be read, and
// never instead of a request before it.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect, Socket, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import Fastify, { type FastifyInstance } from 'fastify';
import { testCertificate } from '../../../../acceptance/harness/certificates/index.ts';
import { watchConnections } from '../../platform/http/connections.ts';
import { holdClock } from '../../platform/testing/held-clock.ts';
import { answerClientError } from './http-client-error.ts';

let app: FastifyInstance;
let withTls: FastifyInstance;
/** Resolves with what answers the request that is held. */
let held: PromiseWithResolvers<() => void>;
/** How often `/read` was. */
let executed = 0;

function serve(options: object): FastifyInstance {
  const served = Fastify({
    ...options,
    clientErrorHandler: (error: Error, socket) =>
      answerClientError(error, socket, {
        requestId: 'a-1',
        publicUrl: null,
        connections,
      }),
  });
  const connections = watchConnections(served, () => false);
  served.removeAllContentTypeParsers();
  served.addContentTypeParser('*', { parseAs: 'string' }, (_request, read, parsed) =>
    parsed(null, read),
  );
  served.post('/read', () => {
    executed++;
    return 'read';
  });
  served.post('/held', () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    held.resolve(() => resolve('{"code":2000}'));
    return promise;
  });
  return served;
}

before(async () => {
  app = serve({});
  withTls = serve({ https: { ...testCertificate('p256'), handshakeTimeout: 100 } });
  for (const each of [app, withTls]) await each.listen({ host: '127.0.0.1', port: 0 });
});
after(() => Promise.all([app.close(), withTls.close()]));

const open = ({ server } = app): Socket =>
  connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' });
const send = (sent: string, served = app): Promise<string> => {
  const socket = open(served);
  socket.write(sent);
  return text(socket);
};
const tooSlow = (): Error =>
  Object.assign(new Error('too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });

/** What is told to a caller of whom no more has come for too long. */
async function wait(sent: string, come: 'request' | 'connection'): Promise<string> {
  const arrived = once(app.server, come) as Promise<[Socket | IncomingMessage]>;
  const told = send(sent);
  const [it] = await arrived;
  app.server.emit('clientError', tooSlow(), it instanceof Socket ? it : it.socket);
  return told;
}

const head = (path: string, headers = ''): string =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\n${headers}`;
const english = 'accept-language: en-GB, fr;q=0.5\r\n';
const french = 'Accept-Language:fr\r\n';
const body = 'Content-Length: 9\r\n\r\n{';

test('H1 each fault is told in the language of the caller, and in both where nobody has read which', async () => {
  for (const [told, status, language, msg] of [
    [
      await wait(head('/read', body), 'request'),
      408,
      'fr',
      "La requête n'est pas arrivée à temps en entier.",
    ],
    [
      await wait(head('/read', english + body), 'request'),
      408,
      'en',
      'The request did not arrive completely in time.',
    ],
    [
      await wait(head('/read', english), 'connection'),
      408,
      'both',
      /arrivée à temps en entier\. \/ The request did not/,
    ],
    [
      await send(head('/read', `${english}${'A: a\r\n'.repeat(3_000)}\r\n`)),
      431,
      'en',
      /^The headers of/,
    ],
    [
      await send(head('/read', `${french}${'A: a\r\n'.repeat(3_000)}\r\n`)),
      431,
      'fr',
      /^Les en-têtes de/,
    ],
    [
      await send(head('/read', `${'A: a\r\n'.repeat(3_000)}\r\n`)),
      431,
      'both',
      /volumineux\. \/ The headers/,
    ],
    [
      await send(head('/read', `${english}Bad Header\r\n\r\n`)),
      400,
      'en',
      'The request is not valid HTTP.',
    ],
    [await send('CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n'), 400, 'both', /valide\. \//],
    [await send('GARBAGE\r\n\r\n'), 400, 'both', /HTTP valide\. \/ The request is not/],
  ] as const) {
    const what = `${status} ${language}: ${told}`;
    assert.match(told, new RegExp(`^HTTP/1\\.1 ${status} `), what);
    const { msg: said } = JSON.parse(told.slice(told.indexOf('\r\n\r\n'))) as { msg: string };
    if (typeof msg === 'string') assert.equal(said, msg, what);
    else assert.match(said, msg, what);
  }
});

/**
 * What is told of a whole request, which is answered when what was sent behind it has been read.
 */
async function answerBefore(behind: string): Promise<string> {
  held = Promise.withResolvers();
  const fault = once(app.server, 'clientError');
  const socket = open();
  socket.end(`${head('/held', 'Content-Length: 2\r\n\r\n{}')}${behind}`);
  const told = text(socket);
  const [answer] = await Promise.all([held.promise, fault]);
  answer();
  return told;
}

const chunked = head('/read', 'Transfer-Encoding: chunked\r\n\r\n');
for (const [what, behind] of [
  ['what is none', 'GARBAGE\r\n\r\n'],
  ['what asks for a proxy', 'CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['one with a bad chunk', `${chunked}ZZ\r\n`],
  ['one with a bad trailer', `${chunked}0\r\nbad trailer\r\n\r\n`],
  ['one that is cut short', head('/read', body)],
] as const)
  test(`H3 behind a whole request ${what} is not answered in its place: the caller would take it for a refusal`, async () => {
    assert.match(await answerBefore(behind), /^HTTP\/1\.1 200 .*\{"code":2000\}$/s);
  });

test('H1 what shakes no hands in time, or speaks without TLS, is ended without a word', async () => {
  for (const sent of ['', 'GET / HTTP/1.1\r\nHost: x\r\n\r\n', '\x16\x03\x01'])
    assert.equal(await send(sent, withTls).catch(() => ''), '', sent);
});

test('H3 what was refused since it came too slowly is not carried out when the rest comes', async () => {
  const arrived = once(app.server, 'request') as Promise<[IncomingMessage]>;
  const socket = connect({
    port: (app.server.address() as AddressInfo).port,
    host: '127.0.0.1',
    allowHalfOpen: true,
  });
  socket.write(head('/read', body));
  const [request] = await arrived;
  const closed = once(request.socket, 'close');
  const before = executed;
  app.server.emit('clientError', tooSlow(), request.socket);
  socket.write('"a":"b"}'.repeat(2));
  assert.match(await text(socket), /^HTTP\/1\.1 408 /);
  socket.end('"a":"b"}');
  await closed;
  assert.equal(executed, before);
});

test('H1 who is refused and keeps their half is cut off', async () => {
  const clock = holdClock();
  const taken = once(app.server, 'connection') as Promise<[Socket]>;
  const socket = connect({
    port: (app.server.address() as AddressInfo).port,
    host: '127.0.0.1',
    allowHalfOpen: true,
  });
  const [ofServer] = await taken;
  clock.run(() => app.server.emit('clientError', tooSlow(), ofServer));
  assert.match(await text(socket), /^HTTP\/1\.1 408 /);
  const closed = once(ofServer, 'close');
  clock.pass(60_000);
  await closed;
  socket.destroy();
});

test('H3 a server that closes waits for what has come whole, and for the rest of what has not for a short time', async () => {
  const clock = holdClock();
  const closing = serve({});
  const preClosed = Promise.withResolvers<void>();
  closing.addHook('preClose', async () => preClosed.resolve());
  await closing.listen({ host: '127.0.0.1', port: 0 });
  held = Promise.withResolvers();
  const whole = send(head('/held', 'Content-Length: 2\r\n\r\n{}'), closing);
  const answer = await held.promise;
  const begun = async (): Promise<{ socket: Socket; told: Promise<string> }> => {
    const arrived = once(closing.server, 'request');
    const socket = open(closing);
    socket.write(head('/read', `${english}${body}`));
    await arrived;
    return { socket, told: text(socket) };
  };
  const [inTime, never] = [await begun(), await begun()];
  const closed = clock.run(() => closing.close());
  await preClosed.promise;
  clock.pass(1_000);
  inTime.socket.write('"a":"b"}');
  assert.match(await inTime.told, /^HTTP\/1\.1 200 .*read$/s);
  clock.pass(4_000);
  assert.match(await never.told, /^HTTP\/1\.1 408 .*did not arrive completely in time/s);
  answer();
  assert.match(await whole, /^HTTP\/1\.1 200 .*\{"code":2000\}$/s);
  await closed;
});
