// C6: proves that the pin of every kind of key is what OpenSSL computes, and that it is checked on
// every connection, resumed or not. On real TLS receivers.

import assert from 'node:assert/strict';
import { createHash, X509Certificate } from 'node:crypto';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import type { SecureVersion } from 'node:tls';
import { readFileSync } from 'node:fs';
import {
  testAuthorityFile,
  testCertificate,
  testPin,
  type CertificateName,
} from '../../../../acceptance/harness/certificates/index.ts';
import { until } from '../../../../acceptance/harness/until.ts';
import type { DialSettings } from './dial.ts';
import { createAddressGuard } from './guard.ts';
import { pinOf, pinSetOf, rawPointPinOf, type PinSet } from './pin.ts';
import { createPoster, type Poster, type PostResult } from './post.ts';
import { probeReceiver } from './probe.ts';
import { createResolver } from './resolver.ts';
import { secureContextOf } from './tls.ts';

const keys = ['rsa', 'p256', 'p384', 'ed25519'] as const;
const otherPin = createHash('sha256').update('another key').digest('base64');
const certificateOf = (name: CertificateName) => new X509Certificate(testCertificate(name).cert);

let server: Server;
let settings: DialSettings;
let poster: Poster;
let resumed: number;
let connections: number;

before(async () => {
  server = createServer(testCertificate('rsa'), (request, response) => {
    request.resume();
    response.end('OK');
  });
  // A connection that nobody uses while the machine stands still stays open.
  server.keepAliveTimeout = 0;
  server.on('secureConnection', (socket) => {
    connections++;
    if (socket.isSessionReused()) resumed++;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
beforeEach(() => {
  resumed = connections = 0;
  const secureContext = secureContextOf([readFileSync(testAuthorityFile, 'utf8')]);
  const guard = createAddressGuard({ loopbackAllowed: true, networks: [], ownHosts: [] });
  settings = { guard, resolver: createResolver([]), secureContext };
  poster = createPoster(settings);
});
afterEach(() => {
  poster.close();
  server.closeAllConnections();
});
after(() => void server.close());

function present(name: CertificateName, maxVersion: SecureVersion = 'TLSv1.3'): void {
  server.setSecureContext({ ...testCertificate(name), maxVersion });
}
/** One that is used again all the same is found reset, and the next post goes out on a new one. */
async function hangUp(): Promise<void> {
  server.closeAllConnections();
  const connected = () =>
    new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));
  await until('nobody is connected', async () => (await connected()) === 0);
}
const origin = (scheme = 'https') =>
  `${scheme}://localhost:${(server.address() as AddressInfo).port}`;
function post(pins: PinSet | null, scheme = 'https'): Promise<PostResult> {
  const url = `${origin(scheme)}/`;
  return poster.post({
    url,
    headers: {},
    body: '{}',
    timeoutMs: 60_000,
    bodyMaxBytes: 16_384,
    pins,
  });
}

test('C6 the pin is that of OpenSSL for RSA, EC and Ed25519; a renewed certificate keeps it', () => {
  for (const key of keys) assert.equal(pinOf(certificateOf(key).publicKey), testPin(key), key);
  assert.equal(pinOf(certificateOf('renewed').publicKey), testPin('rsa'));
  assert.notEqual(certificateOf('renewed').fingerprint256, certificateOf('rsa').fingerprint256);
});

test('C6 the raw point of an EC key is the end of its SubjectPublicKeyInfo; other keys have none', () => {
  for (const [key, pointBytes] of [
    ['p256', 65],
    ['p384', 97],
  ] as const) {
    const spki = certificateOf(key).publicKey.export({ type: 'spki', format: 'der' });
    assert.equal(
      rawPointPinOf(certificateOf(key).publicKey),
      createHash('sha256').update(spki.subarray(-pointBytes)).digest('base64'),
    );
  }
  assert.deepEqual(
    [
      rawPointPinOf(certificateOf('rsa').publicKey),
      rawPointPinOf(certificateOf('ed25519').publicKey),
    ],
    [null, null],
  );
});

for (const key of keys) {
  test(`C6 ${key}: the right pin, one of two, a wrong one`, async () => {
    present(key);
    const right = await post(pinSetOf([testPin(key)]));
    assert.deepEqual(
      [right.status, right.pinResult, right.pinSeen, right.tlsVersion],
      [200, 'match', testPin(key), 'TLSv1.3'],
    );
    assert.equal(right.certificate?.subject, `CN=${key}.receiver.example`);
    assert.ok(right.phases.tlsMs !== null);
    const oneOfTwo = await post(pinSetOf([otherPin, testPin(key)]));
    assert.deepEqual(
      [oneOfTwo.status, oneOfTwo.reused],
      [200, false],
      'a connection is not used under other pins',
    );
    const wrong = await post(pinSetOf([otherPin]));
    assert.deepEqual(
      [wrong.status, wrong.errorClass, wrong.pinResult],
      [null, 'pin_mismatch', 'mismatch'],
    );
    assert.equal(wrong.pinSeen, testPin(key), 'what was seen is told');
  });
}

test('C6 without pins the key is seen and told all the same', async () => {
  present('p256');
  const { pinSeen, pinResult, status } = await post(null);
  assert.deepEqual([status, pinSeen, pinResult], [200, testPin('p256'), 'none']);
});

test('C6 no pin makes up for the normal checks: expired, wrong name, self-signed', async () => {
  for (const name of ['expired', 'wrong-name', 'self-signed'] as const) {
    present(name);
    for (const pins of [null, pinSetOf([testPin('p256')])])
      assert.equal((await post(pins)).errorClass, 'tls_error', name);
  }
});

// Node ends with a segmentation fault when it looks at such a certificate in its own way: without
// the care of tls.ts these end the test file.
test('C6 a key on a curve that Node has no name for is refused in the handshake, TLS 1.2 and 1.3, by deliveries and by the probe', async () => {
  for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
    present('brainpool', version);
    assert.equal((await post(null)).errorClass, 'tls_error', version);
    assert.deepEqual(await probeReceiver(settings, new URL(origin()), 60_000), {
      ok: false,
      errorClass: 'tls_error',
    });
  }
});

test('C6 such a key in the middle of a trusted chain is a key like any other, and the name is checked all the same', async () => {
  for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
    present('under-brainpool', version);
    const { status, pinSeen, certificate } = await post(pinSetOf([testPin('p256')]));
    assert.deepEqual(
      [status, pinSeen, certificate?.subject],
      [200, testPin('p256'), 'CN=under-brainpool.receiver.example'],
      version,
    );
    const probe = await probeReceiver(settings, new URL(origin()), 60_000);
    assert.ok(probe.ok);
    assert.deepEqual(
      [probe.presented.pin, probe.presented.problem, probe.presented.chain.length],
      [testPin('p256'), null, 2],
    );
    await hangUp();
  }
});

test('C6 a certificate without a subject is one all the same', async () => {
  present('no-subject');
  const { status, certificate } = await post(null);
  assert.deepEqual([status, certificate?.subject], [200, undefined], 'what Node says of it');
  const probe = await probeReceiver(settings, new URL(origin()), 60_000);
  assert.ok(probe.ok);
  assert.deepEqual([probe.presented.chain[0]!.subject, probe.presented.problem], ['', null]);
});

test('C6 every new connection shows its certificate, TLS 1.2 and 1.3: none is resumed', async () => {
  for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
    present('rsa', version);
    for (const pins of [null, pinSetOf([testPin('rsa')])]) {
      for (let round = 0; round < 4; round++) {
        const result = await post(pins);
        assert.deepEqual(
          [result.status, result.pinSeen, result.tlsVersion],
          [200, testPin('rsa'), version],
        );
        await hangUp();
      }
    }
  }
  assert.equal(connections, 16);
  assert.equal(resumed, 0);
});

test('C6 a key that changes between two connections is refused on the second', async () => {
  present('rsa');
  const pins = pinSetOf([testPin('rsa')]);
  assert.equal((await post(pins)).status, 200);
  present('p256');
  assert.equal((await post(pins)).reused, true, 'an open connection goes on');
  await hangUp();
  assert.equal((await post(pins)).errorClass, 'pin_mismatch');
  present('renewed');
  assert.equal((await post(pins)).status, 200, 'a new certificate for the old key');
});

test('C6 a pinned host is never spoken to without TLS', async () => {
  const before = connections;
  const { errorClass, status, address, pinResult } = await post(pinSetOf([testPin('rsa')]), 'http');
  assert.deepEqual(
    [errorClass, status, address, connections, pinResult],
    ['pin_mismatch', null, null, before, 'no_tls'],
  );
});
