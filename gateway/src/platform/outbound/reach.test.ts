// Proves that a reachability check of a provider reports where it ends, and nothing beyond.

import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { createServer as createTlsServer } from 'node:tls';
import {
  testAuthorityFile,
  testCertificate,
} from '../../../../acceptance/harness/certificates/index.ts';
import { reach, type ReachTarget } from './reach.ts';
import { holdClock } from '../testing/held-clock.ts';
import { secureContextOf } from './tls.ts';

const authority = readFileSync(testAuthorityFile, 'utf8');
const trusting = secureContextOf([authority]);
let plain: Server;
let secure: Server;
let silent: Server;
const portOf = (server: Server): number => (server.address() as AddressInfo).port;
const listen = (server: Server) =>
  new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

before(async () => {
  plain = createServer((socket) => socket.on('error', () => {}));
  silent = createServer((socket) => socket.on('error', () => {}));
  secure = createTlsServer(testCertificate('p256'), (socket) => socket.on('error', () => {}));
  await Promise.all([plain, silent, secure].map(listen));
});
after(() => {
  for (const server of [plain, silent, secure]) server.close();
});

const steps = async (target: ReachTarget, context = trusting, timeoutMs = 60_000) =>
  (await reach(target, { secureContext: context, authorities: [authority] }, timeoutMs)).map(
    ({ step, ok, detail }) => [step, ok, detail],
  );

test('a name, a connection, and no more where nothing is encrypted', async () => {
  const found = await steps({ host: 'localhost', port: portOf(plain), tls: null });
  assert.deepEqual(
    found.map(([step, ok]) => [step, ok]),
    [
      ['name', true],
      ['connection', true],
    ],
  );
  const [unknown] = await steps({ host: 'nowhere.invalid', port: 1, tls: null });
  assert.deepEqual([unknown?.[0], unknown?.[1]], ['name', false]);
});

test('nobody listens: the way ends at the connection', async () => {
  const free = createServer();
  await listen(free);
  const port = portOf(free);
  await new Promise((resolve) => free.close(resolve));
  assert.deepEqual(await steps({ host: '127.0.0.1', port, tls: {} }), [
    ['connection', false, 'ECONNREFUSED'],
  ]);
});

test('a certificate is believed by our authorities, by the connector’s own, and by nobody else', async () => {
  const target = { host: 'localhost', port: portOf(secure) };
  const last = async (tls: ReachTarget['tls'], context = trusting) =>
    (await steps({ ...target, tls }, context)).at(-1);
  assert.deepEqual(await last({}), ['encryption', true, 'TLSv1.3']);
  const strict = secureContextOf(undefined);
  assert.deepEqual((await last({}, strict))?.slice(0, 2), ['encryption', false]);
  assert.deepEqual(await last({ ca: authority }, strict), ['encryption', true, 'TLSv1.3']);
  assert.deepEqual(await last({ servername: 'other.example' }), [
    'encryption',
    false,
    'ERR_TLS_CERT_ALTNAME_INVALID',
  ]);
});

test('who never speaks is waited for no longer than the deadline', async () => {
  const clock = holdClock();
  const asked = once(silent, 'connection');
  const found = clock.run(() =>
    steps({ host: '127.0.0.1', port: portOf(silent), tls: {} }, trusting, 1_000),
  );
  const [socket] = (await asked) as [Socket];
  // It greets once the connection stands.
  await once(socket, 'data');
  clock.pass(1_000);
  assert.deepEqual((await found).at(-1), ['encryption', false, 'ETIMEDOUT']);
});

test('the connector’s own certificate is shown, beside its authority', async () => {
  const shown: (string | undefined)[] = [];
  const asking = createTlsServer(
    // With 1.3 the client is done before the server has seen its certificate.
    {
      ...testCertificate('p256'),
      requestCert: true,
      rejectUnauthorized: false,
      maxVersion: 'TLSv1.2',
    },
    (socket) => {
      socket.on('error', () => {});
      shown.push(socket.getPeerX509Certificate()?.fingerprint256);
    },
  );
  await listen(asking);
  const { cert, key } = testCertificate('rsa');
  const target = { host: '127.0.0.1', port: portOf(asking) };
  const tls = { ca: authority, servername: 'localhost' };
  await steps({ ...target, tls: { ...tls, cert, key } });
  await steps({ ...target, tls });
  await new Promise((resolve) => asking.close(resolve));
  assert.deepEqual(shown, [new X509Certificate(cert).fingerprint256, undefined]);
});

test('with a certificate of ours the operator’s own authorities are believed all the same', async () => {
  const { cert, key } = testCertificate('self-signed');
  const target = { host: 'localhost', port: portOf(secure), tls: { cert, key } };
  assert.deepEqual((await steps(target)).at(-1), ['encryption', true, 'TLSv1.3']);
  const unusable = { ...target, tls: { cert, key: testCertificate('p384').key } };
  assert.equal((await steps(unusable)).at(-1)?.[1], false);
});
