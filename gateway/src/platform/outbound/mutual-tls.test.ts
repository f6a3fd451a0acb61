// Proves that a call shows the certificate that its request names, trusts the authority that it
// names, and never goes over a connection of another certificate.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { afterEach, test } from 'node:test';
import { Agent } from 'undici';
import type { TlsOptions } from '@jokko/connectors/kit';
import { createTransport } from '@jokko/connectors/kit/conformance';
import {
  testAuthorityFile,
  testCertificate,
} from '../../../../acceptance/harness/certificates/index.ts';
import { createOutbound } from './http-client.ts';
import { createTlsAgents, tlsAgentsMax } from './tls-agents.ts';
import { machine, runIn } from '../environment.ts';
import { secureContextOf } from './tls.ts';

const authority = readFileSync(testAuthorityFile, 'utf8');
const ours = testCertificate('self-signed');
const others = testCertificate('p384');

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const thing of open.splice(0).toReversed()) await thing.close();
});

/**
 * Answers the name in the certificate that the caller showed; `strict`: who shows none that it
 * trusts is cut off.
 */
async function serve(strict: boolean): Promise<string> {
  const server = createServer(
    {
      ...testCertificate('p256'),
      ca: [ours.cert],
      requestCert: true,
      rejectUnauthorized: strict,
    },
    (request, response) => {
      const shown = (request.socket as TLSSocket).getPeerX509Certificate();
      response.end(shown?.subject ?? 'none');
    },
  );
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  open.push({
    close() {
      server.close();
      server.closeAllConnections();
    },
  });
  return `https://localhost:${(server.address() as AddressInfo).port}/`;
}

function caller() {
  const outbound = createOutbound({
    connections: 2,
    secureContext: secureContextOf([authority]),
    authorities: [authority],
  });
  open.push(outbound);
  return async (url: string, tls?: TlsOptions) => {
    const request = { method: 'GET', url, timeoutMs: 60_000 } as const;
    const result = await outbound.call(tls === undefined ? request : { ...request, tls });
    return result.kind === 'answer' ? result.body.toString() : result;
  };
}

test('a provider that asks for our certificate is shown it, and nobody without it gets through', async () => {
  const url = await serve(true);
  const call = caller();
  assert.equal(await call(url, ours), 'CN=self-signed.receiver.example');
  for (const tls of [undefined, others]) {
    const refused = await call(url, tls);
    assert.notEqual(typeof refused, 'string');
  }
});

test('each certificate has connections of its own', async () => {
  const url = await serve(false);
  const call = caller();
  for (let round = 0; round < 2; round++) {
    assert.equal(await call(url, { ...ours }), 'CN=self-signed.receiver.example');
    assert.equal(await call(url, { ...others }), 'CN=p384.receiver.example');
    assert.equal(await call(url), 'none');
  }
});

test('only the named authority is believed, and the name in the certificate can be told', async () => {
  const url = await serve(false);
  const call = caller();
  assert.deepEqual(await call(url, { ca: ours.cert }), {
    kind: 'not_sent',
    cause: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  });
  assert.equal(await call(url, { ca: authority }), 'none');
  assert.equal(await call(url, { servername: 'receiver.example' }), 'none');
  assert.deepEqual(await call(url, { servername: 'other.example' }), {
    kind: 'not_sent',
    cause: 'ERR_TLS_CERT_ALTNAME_INVALID',
  });
});

test('with a certificate or key that cannot be read nothing is sent', async () => {
  const url = await serve(false);
  const notUsable = { kind: 'not_sent', cause: 'certificate or key not usable' };
  assert.deepEqual(await caller()(url, { cert: 'x', key: ours.key }), notUsable);
  assert.deepEqual(await caller()(url, { cert: ours.cert, key: others.key }), notUsable);
});

test('connections of certificates that no request names any more are closed, and their number is limited', () => {
  let at = 0;
  const timers: (() => void)[] = [];
  const environment = {
    ...machine,
    monotonic: () => at,
    startTimer(run: () => void) {
      timers.push(run);
      return { unref: () => timers as never };
    },
    stopTimer: () => undefined,
  };
  runIn(environment, () => {
    const agents = createTlsAgents(() => new Agent());
    open.push(agents);
    const all = Array.from({ length: tlsAgentsMax + 1 }, (_, place) => ({ cert: String(place) }));
    const opened = all.map((tls) => agents.of(tls)!);
    const isClosed = () => opened.map((agent) => agent.closed || agent.destroyed);
    assert.deepEqual(isClosed(), [true, ...Array<boolean>(tlsAgentsMax).fill(false)]);
    at = 59_999;
    assert.equal(agents.of(all[1]!), opened[1]);
    at = 60_000;
    for (const run of timers.splice(0)) run();
    assert.deepEqual(isClosed(), [true, false, ...Array<boolean>(tlsAgentsMax - 1).fill(true)]);
    at = 119_999;
    for (const run of timers.splice(0)) run();
    assert.equal(isClosed()[1], true);
  });
});

test('the transport of the conformance tests does the same', async () => {
  const url = await serve(true);
  const transport = createTransport();
  open.push(transport);
  const call = (tls: TlsOptions) => transport.http({ method: 'GET', url, timeoutMs: 60_000, tls });
  const known = await call({ ...ours, ca: authority });
  assert.equal(known.kind === 'answer' && known.body.toString(), 'CN=self-signed.receiver.example');
  assert.equal((await call({ ...ours })).kind, 'not_sent');
  assert.equal((await call({ ca: authority })).kind, 'lost');
});
