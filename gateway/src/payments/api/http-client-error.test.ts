// H1: what is no request is answered in the language of its caller, as far as that can be read, and never instead of a request before it.

import assert from 'node:assert/strict';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import Fastify, { type FastifyInstance } from 'fastify';
import { watchConnections } from '../../platform/http/connections.ts';
import { answerClientError } from './http-client-error.ts';

let app: FastifyInstance;
/** Answers the request that is held. */
let answer: () => void;
const held = Promise.withResolvers<void>();

before(async () => {
  app = Fastify({
    requestTimeout: 100,
    http: { connectionsCheckingInterval: 20, headersTimeout: 100 },
    clientErrorHandler: (error: Error, socket) =>
      answerClientError(error, socket, {
        requestId: 'a-1',
        publicUrl: null,
        connections,
      }),
  });
  const connections = watchConnections(app, () => false);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, read, parsed) =>
    parsed(null, read),
  );
  app.post('/read', () => 'read');
  app.post('/held', () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    answer = () => resolve('{"code":2000}');
    held.resolve();
    return promise;
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
});
after(() => app.close());

const send = (sent: string): Promise<string> => {
  const socket = connect({ port: (app.server.address() as AddressInfo).port, host: '127.0.0.1' });
  socket.write(sent);
  return text(socket);
};

const head = (path: string, headers = ''): string =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\n${headers}`;
const english = 'accept-language: en-GB, fr;q=0.5\r\n';
const french = 'Accept-Language:fr\r\n';
const body = 'Content-Length: 9\r\n\r\n{';

test('H1 each fault is told in the language of the caller, and in both where nobody has read which', async () => {
  for (const [sent, status, language, msg] of [
    [head('/read', body), 408, 'fr', "La requête n'est pas arrivée à temps en entier."],
    [head('/read', english + body), 408, 'en', 'The request did not arrive completely in time.'],
    [head('/read', english), 408, 'both', /arrivée à temps en entier\. \/ The request did not/],
    [head('/read', `${english}${'A: a\r\n'.repeat(3_000)}\r\n`), 431, 'en', /^The headers of/],
    [head('/read', `${french}${'A: a\r\n'.repeat(3_000)}\r\n`), 431, 'fr', /^Les en-têtes de/],
    [head('/read', `${'A: a\r\n'.repeat(3_000)}\r\n`), 431, 'both', /volumineux\. \/ The headers/],
    [head('/read', `${english}Bad Header\r\n\r\n`), 400, 'en', 'The request is not valid HTTP.'],
    ['GARBAGE\r\n\r\n', 400, 'both', /HTTP valide\. \/ The request is not/],
  ] as const) {
    const told = await send(sent);
    const what = `${status} ${language}: ${told}`;
    assert.match(told, new RegExp(`^HTTP/1\\.1 ${status} `), what);
    const { msg: said } = JSON.parse(told.slice(told.indexOf('\r\n\r\n'))) as { msg: string };
    if (typeof msg === 'string') assert.equal(said, msg, what);
    else assert.match(said, msg, what);
  }
});

test('H3 what follows a whole request and is none is not answered in its place: the caller would take it for a refusal', async () => {
  const answered = send(`${head('/held', 'Content-Length: 2\r\n\r\n{}')}GARBAGE\r\n\r\n`);
  await held.promise;
  // What was sent behind it has been read before this.
  await send('GARBAGE\r\n\r\n');
  answer();
  const told = await answered;
  assert.match(told, /^HTTP\/1\.1 200 .*\{"code":2000\}$/s);
});
