// G6: what every answer of the running program says to browsers and caches, over TLS as in
// production: pages, documentation, both interfaces, the portal, icons, the operator's port,
// unknown paths and addresses that cannot be read. And what is refused before anything is looked
// at.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { connect as connectTcp } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { connect, type ConnectionOptions } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { testAuthorityFile } from './harness/certificates/index.ts';
import { startWithOpsPort } from './harness/ops-port.ts';
import type { Installation } from './harness/index.ts';

const file = (name: string): string =>
  fileURLToPath(new URL(`./harness/certificates/${name}`, import.meta.url));
const ca = readFileSync(testAuthorityFile);

let installation: Installation;
let opsPort: number;
let port: number;
before(async () => {
  ({ installation, opsPort } = await startWithOpsPort({
    TLS_CERT: file('p256.pem'),
    TLS_KEY: file('p256.key.pem'),
  }));
  port = Number(new URL(installation.baseUrl).port);
});
after(() => installation.stop());

interface Reply {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  text: string;
}

function get(path: string, options: { port?: number; headers?: string[] } = {}): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        ca,
        host: '127.0.0.1',
        port: options.port ?? port,
        path,
        agent: false,
        headers: options.headers ?? ['Host', 'pay.receiver.example'],
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
        );
      },
    );
    asked.on('error', reject).end();
  });
}

const paths = [
  ...[
    '/',
    '/docs/en/start',
    '/openapi.json',
    '/docs/en/nowhere',
    '/favicon.ico',
    '/payment-page.css',
  ],
  ...['/portal/api/installation', '/portal/api/me', '/portal/api/nowhere', '/assets/nowhere.js'],
  ...['/api-services/services', '/api-services/balance', '/api-services/nowhere'],
  ...['/api/sms/batches/1', '/api/nowhere', '/deep/nowhere', '/nowhere', '/%', '/healthz'],
];
const opsPaths = ['/healthz', '/readyz', '/metrics', '/nowhere', '/%'];

describe('G6 every answer', () => {
  const judge = async (path: string, at: number): Promise<void> => {
    const { headers, status } = await get(path, { port: at });
    const shown = `${at} ${path}: ${status}`;
    assert.equal(headers['strict-transport-security'], 'max-age=31536000', shown);
    assert.equal(headers['x-content-type-options'], 'nosniff', shown);
    assert.match(String(headers['cache-control']), /no-store|no-cache|max-age/, shown);
    const mayBeKept = status === 200 && !/html|json/.test(String(headers['content-type']));
    if (!mayBeKept) assert.doesNotMatch(String(headers['cache-control']), /max-age/, shown);
  };

  it('G6 over TLS asks for TLS from now on, is read as its type alone, and is kept by no cache unless it is a file', async () => {
    for (const path of paths) await judge(path, port);
    for (const path of opsPaths) await judge(path, opsPort);
  });

  it('G6 to a request with two Host headers is a refusal, whatever the path', async () => {
    const headers = ['Host', 'pay.receiver.example', 'host', 'other.receiver.example'];
    for (const path of paths) assert.equal((await get(path, { headers })).status, 400, path);
  });

  const answerTo = (bytes: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', ca }, () => socket.write(bytes));
      let received = '';
      socket.setEncoding('utf8').on('data', (chunk: string) => (received += chunk));
      socket.on('end', () => resolve(received)).on('error', reject);
    });

  it('G6 to a request of HTTP/1.1 without a Host header is a refusal with the same headers', async () => {
    const text = await answerTo('GET /docs/en/start HTTP/1.1\r\nConnection: close\r\n\r\n');
    assert.match(text, /^HTTP\/1\.1 400 /);
    assert.match(text, /x-content-type-options: nosniff/i);
    assert.match(text, /strict-transport-security: /i);
    assert.match(text, /No Host header\./);
    const older = await answerTo('GET /docs/en/start HTTP/1.0\r\n\r\n');
    assert.match(older, /^HTTP\/1\.1 200 /, 'HTTP/1.0 has none');
  });

  it('G6 to bytes that are no request says no more than that', async () => {
    const text = await answerTo('no request\r\n\r\n');
    assert.match(text, /x-content-type-options: nosniff/i);
    assert.match(text, /cache-control: no-store/i);
    assert.doesNotMatch(text, /server:|x-powered-by|node/i);
  });
});

describe('G6 TLS', () => {
  const negotiate = (options: ConnectionOptions): Promise<string> =>
    new Promise((resolve) => {
      const socket = connect({ port, host: '127.0.0.1', ca, ...options }, () => {
        resolve(`${socket.getProtocol()} ${socket.getCipher().name}`);
        socket.destroy();
      });
      socket.on('error', () => resolve('refused'));
    });

  it('G6 TLS 1.2 and 1.3 with authenticated encryption alone: no CBC, nothing older', async () => {
    assert.match(await negotiate({}), /^TLSv1\.3 /);
    const second = { minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' } as const;
    assert.match(await negotiate(second), /^TLSv1\.2 ECDHE-\S+-(?:GCM|CHACHA20)/);
    for (const ciphers of [
      'ECDHE-ECDSA-AES128-SHA256',
      'ECDHE-ECDSA-AES256-SHA384',
      'ECDHE-ECDSA-AES128-SHA',
      'ECDHE-ECDSA-AES256-SHA',
      'ECDHE-ECDSA-AES128-CCM8',
    ])
      assert.equal(await negotiate({ ...second, ciphers: `${ciphers}:@SECLEVEL=0` }), 'refused');
    for (const version of ['TLSv1', 'TLSv1.1'] as const)
      assert.equal(
        await negotiate({
          minVersion: version,
          maxVersion: version,
          ciphers: 'DEFAULT:@SECLEVEL=0',
        }),
        'refused',
        version,
      );
  });
});

describe('G6 the operator’s port', () => {
  it('G6 listens on this machine alone unless OPS_HOST says otherwise, and nothing of it is on the main port', async () => {
    const reached = await new Promise<string>((resolve) => {
      const socket = connectTcp(opsPort, '127.0.0.2', () => resolve('connected'));
      socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''));
    });
    assert.equal(reached, 'ECONNREFUSED');
    assert.match((await get('/metrics', { port: opsPort })).text, /^# HELP/);
    assert.equal((await get('/metrics')).status, 404);
  });
});
