// T14, cases 80 to 84 of the table of addresses: proves that a forbidden machine is never connected
// to, whatever a name resolves to and whenever it changes. Through the transport that callbacks
// use, with a name server of the test's own.

import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { startNameServer, type NameServer } from '../../../../acceptance/harness/name-server.ts';
import { createAddressGuard } from './guard.ts';
import { watchOwnAddresses } from './own-addresses.ts';
import { createPoster, type Poster, type PostResult } from './post.ts';
import { createResolver } from './resolver.ts';
import { secureContextOf } from './tls.ts';
import { loopbackHosts, refusedHosts } from './testing/refused.ts';

const rounds = 1_000;
/** Longer than any stall of the machine. */
const patientMs = 60_000;

let names: NameServer;
let forbidden: Server | undefined;
let allowed: Server;
let connections: { forbidden: number; allowed: number };
let poster: Poster;

/**
 * 127.0.0.2 stands for a public address, which the operator's networks allow; 127.0.0.1 and ::1 are
 * what is refused.
 */
before(async () => {
  names = await startNameServer();
  // Both listen on one port; another process may have it on one of the addresses.
  for (let tries = 0; forbidden === undefined; tries++) {
    allowed = await listenOn('allowed', '127.0.0.2', 0);
    forbidden = await listenOn('forbidden', '127.0.0.1', portOf()).catch((error: unknown) => {
      allowed.close();
      if (tries > 5) throw error;
      return undefined;
    });
  }
});
beforeEach(() => {
  connections = { forbidden: 0, allowed: 0 };
  const guard = createAddressGuard({
    loopbackAllowed: false,
    networks: ['127.0.0.2'],
    ownHosts: [],
  });
  poster = createPoster({
    guard,
    resolver: createResolver([names.address], patientMs),
    secureContext: secureContextOf(),
  });
});
afterEach(() => poster.close());
after(async () => {
  forbidden?.close();
  allowed.close();
  await names.close();
});

function listenOn(host: 'forbidden' | 'allowed', address: string, port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      connections[host]++;
      socket.on('error', () => {});
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\nOK');
    });
    server.once('error', reject);
    server.listen(port, address, () => resolve(server));
  });
}
const portOf = (): number => (allowed.address() as AddressInfo).port;
function send(host: string): Promise<PostResult> {
  const url = `http://${host}:${portOf()}/callback`;
  return poster.post({
    url,
    headers: {},
    body: '{}',
    timeoutMs: patientMs,
    bodyMaxBytes: 16_384,
    pins: null,
  });
}
async function assertBlocked(host: string): Promise<void> {
  const { errorClass, address, status, phases } = await send(host);
  assert.deepEqual(
    [errorClass, address, status, phases.connectMs],
    ['blocked_target', null, null, null],
    host,
  );
}

test('T14 the fixture is real: an allowed name is reached, and the forbidden listener counts', async () => {
  names.addressesOf.set('good.example', ['127.0.0.2']);
  assert.equal((await send('good.example')).status, 200);
  assert.deepEqual(connections, { forbidden: 0, allowed: 1 });
  const open = createPoster({
    guard: createAddressGuard({ loopbackAllowed: true, networks: [], ownHosts: [] }),
    resolver: createResolver([names.address], patientMs),
    secureContext: secureContextOf(),
  });
  names.addressesOf.set('inside.example', ['127.0.0.1']);
  const url = `http://inside.example:${portOf()}/`;
  await open.post({
    url,
    headers: {},
    body: '{}',
    timeoutMs: patientMs,
    bodyMaxBytes: 16_384,
    pins: null,
  });
  open.close();
  assert.equal(connections.forbidden, 1);
});

const many = (address: string): string[] => Array.from({ length: 6 }, () => address);
const privateNames: [string, string[]][] = [
  ['80 a name whose A is this machine', ['127.0.0.1']],
  ['81 a name whose AAAA alone is this machine', ['::1']],
  ['82 a name with a good and a private address', ['127.0.0.2', '127.0.0.1']],
  ['82 the same in the other order, by both families', ['127.0.0.2', '::1']],
  ['82 a mapped address', ['127.0.0.2', '::ffff:7f00:1']],
  ['82 an address behind a translator (NAT64)', ['127.0.0.2', '64:ff9b::7f00:1']],
  ['82 one of a local translator', ['64:ff9b:1::7f00:1']],
  ['82 a tunnelled address', ['127.0.0.2', '2002:7f00:1::']],
  ['82 a compatible address', ['::7f00:1']],
  ['82 a private address among many good ones', [...many('127.0.0.2'), '10.0.0.1']],
];
for (const [title, addresses] of privateNames) {
  test(`T14 ${title}`, async () => {
    names.addressesOf.set('bad.example', addresses);
    for (const host of ['bad.example', 'bad.example.', 'BAD.example']) await assertBlocked(host);
    assert.deepEqual(connections, { forbidden: 0, allowed: 0 });
  });
}

test('T14 83 an alias of an internal name', async () => {
  names.addressesOf.set('db.corp.example', ['127.0.0.1']);
  names.aliasOf.set('alias.example', 'db.corp.example');
  for (const host of ['alias.example', 'alias.example.', 'Alias.example'])
    await assertBlocked(host);
  assert.equal(connections.forbidden, 0);
});

test('T14 own names and those of metadata services are not even asked for', async () => {
  names.asked.length = 0;
  for (const host of ['metadata.google.internal', 'localhost']) await assertBlocked(host);
  assert.deepEqual(names.asked, []);
});

test('T14 1 to 79 every host of the table is refused at the connection too, should its text ever have been taken', async () => {
  names.asked.length = 0;
  const guard = createAddressGuard({
    loopbackAllowed: false,
    networks: ['127.0.0.2'],
    ownHosts: ['pay.example'],
  });
  const strict = createPoster({
    guard,
    resolver: createResolver([names.address], patientMs),
    secureContext: secureContextOf(),
  });
  const taken: string[] = [];
  for (const [number, host] of [...loopbackHosts, ...refusedHosts]) {
    for (const scheme of ['http', 'https']) {
      const url = `${scheme}://${host}:${portOf()}/callback`;
      const { errorClass } = await strict.post({
        url,
        headers: {},
        body: '{}',
        timeoutMs: patientMs,
        bodyMaxBytes: 16_384,
        pins: null,
      });
      if (errorClass !== 'blocked_target') taken.push(`${number} ${url}: ${errorClass}`);
    }
  }
  strict.close();
  assert.deepEqual(taken, []);
  assert.deepEqual([connections.forbidden, names.asked], [0, []]);
});

test('T14 78 an alias of the own name, and its address itself, once that is known', async () => {
  const own = '8.8.4.4';
  names.addressesOf.set('pay.example', [own]);
  names.addressesOf.set('alias-of-pay.example', [own]);
  const strictly = async (networks: string[], host: string, timeoutMs = patientMs) => {
    const guard = createAddressGuard({
      loopbackAllowed: false,
      networks,
      ownHosts: ['pay.example'],
    });
    const resolver = createResolver([names.address], patientMs);
    const learnOwnAddresses = watchOwnAddresses(resolver, ['pay.example'], guard.setOwnAddresses);
    const strict = createPoster({
      guard,
      resolver,
      secureContext: secureContextOf(),
      learnOwnAddresses,
    });
    const url = `http://${host}:${portOf()}/`;
    const { errorClass } = await strict.post({
      url,
      headers: {},
      body: '{}',
      timeoutMs,
      bodyMaxBytes: 16_384,
      pins: null,
    });
    strict.close();
    return errorClass;
  };
  for (const host of ['alias-of-pay.example', own, `[::ffff:8.8.4.4]`])
    assert.equal(await strictly([], host), 'blocked_target', host);
  assert.notEqual(
    await strictly([own], 'alias-of-pay.example', 100),
    'blocked_target',
    'unless the operator lists it',
  );
  names.addressesOf.delete('pay.example');
  assert.notEqual(
    await strictly([], 'alias-of-pay.example', 100),
    'blocked_target',
    'a name without an address refuses none',
  );
});

test(`T14 84 ${rounds} rounds of a name that alternates between a good and a private address`, async () => {
  let asked = 0;
  // Both families alternate, out of step with each other and with the connections.
  names.addressesOf.set('rebinding.example', (type) => {
    asked++;
    if (type === 'AAAA') return asked % 3 === 0 ? ['::1'] : [];
    return asked % 4 < 2 ? ['127.0.0.2'] : ['127.0.0.1'];
  });
  const classes = new Map<string, number>();
  for (let round = 0; round < rounds; round++) {
    const { errorClass } = await send('rebinding.example');
    classes.set(String(errorClass), (classes.get(String(errorClass)) ?? 0) + 1);
  }
  assert.equal(connections.forbidden, 0);
  assert.ok(asked >= rounds, `asked ${asked} times: the name was not kept`);
  assert.deepEqual(
    [...classes.keys()].toSorted(),
    ['blocked_target', 'null'],
    'both faces were seen',
  );
  assert.equal(connections.allowed, classes.get('null'));
});
