// O4: the table of addresses, as far as the text alone can be judged (cases 1 to 79; by their
// numbers there). Names that resolve to what is refused, 80 to 84, are in
// outbound/rebinding.test.ts.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FieldProblem } from '@jokko/contract';
import { createAddressGuard } from '../../platform/outbound/guard.ts';
import {
  loopbackHosts,
  refusedAddresses,
  refusedHosts,
} from '../../platform/outbound/testing/refused.ts';
import { callbackAddressProblem, type AddressPolicy } from './address.ts';

const publicOnly = createAddressGuard({
  loopbackAllowed: false,
  networks: [],
  ownHosts: ['pay.example', '203.0.114.9'],
});
const withLoopback = createAddressGuard({
  loopbackAllowed: true,
  networks: [],
  ownHosts: ['pay.example', '203.0.114.9'],
});
const live: AddressPolicy = { guard: publicOnly, httpAllowed: false };
/** A live account for which the operator allowed http. */
const liveHttp: AddressPolicy = { guard: publicOnly, httpAllowed: true };
const sandbox: AddressPolicy = { guard: withLoopback, httpAllowed: true };

const problems = (urls: string[], policy: AddressPolicy) =>
  urls.map((url) => [url, callbackAddressProblem(url, policy)?.problem ?? null]);
const all = (urls: string[], problem: FieldProblem | null) => urls.map((url) => [url, problem]);
const withScheme = (scheme: string, hosts: [number, string][]) =>
  hosts.map(([, host]) => `${scheme}://${host}/callback`);

test('O4 the table of hosts has no gap', () => {
  const numbers = [...loopbackHosts, ...refusedHosts, ...refusedAddresses]
    .map(([number]) => number)
    .toSorted((a, b) => a - b);
  assert.deepEqual(
    numbers,
    Array.from({ length: 79 }, (_, index) => index + 1),
  );
});

test('O4 live: this machine in every spelling is refused, by http and https', () => {
  const https = withScheme('https', loopbackHosts);
  assert.deepEqual(problems(https, live), all(https, 'urlNotAllowed'));
  const http = withScheme('http', loopbackHosts);
  assert.deepEqual(problems(http, liveHttp), all(http, 'urlNotAllowed'));
});

test('O4 sandbox: this machine may be called, in every spelling', () => {
  const urls = [
    ...withScheme('http', loopbackHosts),
    'http://127.0.0.1:8081/callback',
    'https://localhost:9443/x?y=z',
  ];
  assert.deepEqual(problems(urls, sandbox), all(urls, null));
});

test('O4 private, special, translated and metadata hosts are refused, in the sandbox too', () => {
  for (const [scheme, policy] of [
    ['https', live],
    ['http', liveHttp],
    ['http', sandbox],
  ] as const) {
    const urls = withScheme(scheme, refusedHosts);
    assert.deepEqual(problems(urls, policy), all(urls, 'urlNotAllowed'));
  }
});

test('O4 user info, parser tricks, other schemes and ports are refused', () => {
  for (const policy of [liveHttp, sandbox]) {
    for (const [number, url, problem] of refusedAddresses)
      assert.equal(
        callbackAddressProblem(url, policy)?.problem ?? null,
        problem,
        `${number} ${url}`,
      );
  }
});

test('O4 live takes https only, unless the operator allowed http for the account', () => {
  assert.equal(callbackAddressProblem('http://good.example/', live)?.problem, 'notHttps');
  assert.equal(callbackAddressProblem('http://good.example/', liveHttp), null);
  assert.equal(callbackAddressProblem('https://good.example/', live), null);
});

const goodPorts = [
  'https://good.example:443/',
  'https://good.example:8443/',
  'https://good.example:1024/',
  'https://good.example:65535/',
];
const badPorts = [
  'https://good.example:80/',
  'https://good.example:0/',
  'https://good.example:22/',
  'https://good.example:1023/',
];
const servicePorts = ['5432', '6379', '3306', '2375', '9200', '11211', '27017'].map(
  (port) => `https://good.example:${port}/`,
);
test('O4 ports 443, 8443 and from 1024 on, minus those of well-known services; 80 with http only', () => {
  assert.deepEqual(problems(goodPorts, live), all(goodPorts, null));
  assert.deepEqual(
    problems([...badPorts, ...servicePorts], live),
    all([...badPorts, ...servicePorts], 'urlNotAllowed'),
  );
  assert.equal(callbackAddressProblem('http://good.example:80/', liveHttp), null);
  assert.equal(
    callbackAddressProblem('http://good.example:443/', liveHttp)?.problem,
    'urlNotAllowed',
  );
});

test('O4 what browsers repair is no address here: spaces, backslashes, control characters, relative ones', () => {
  const urls = [
    '',
    ' https://good.example/',
    'https://good.example/a b',
    'https:\\\\good.example',
    'https://good.example\\@127.0.0.1/',
  ];
  const more = [
    'ht\ntps://good.example/',
    'https://good\u0000.example/',
    '//good.example/',
    '/callback',
    'good.example',
    'https://',
  ];
  assert.deepEqual(problems([...urls, ...more], sandbox), all([...urls, ...more], 'notUrl'));
});

test('O4 the gateway’s own name and address are refused in every spelling', () => {
  const urls = [
    'https://PAY.example./x',
    'https://pay.example:8443/',
    'https://203.0.114.9/',
    'https://0xcb007209/',
  ];
  assert.deepEqual(problems(urls, live), all(urls, 'urlNotAllowed'));
  assert.deepEqual(
    problems(['https://shop.pay.example/'], live),
    all(['https://shop.pay.example/'], null),
    'another name',
  );
});

test('O4 the operator’s networks may be called by address, in live mode too, and nothing beside them', () => {
  const networks = ['10.1.0.0/16', '192.168.7.7', 'fd00:1::/32'];
  const policy = {
    guard: createAddressGuard({ loopbackAllowed: false, networks, ownHosts: [] }),
    httpAllowed: false,
  };
  const good = [
    'https://10.1.2.3/',
    'https://192.168.7.7/',
    'https://[fd00:1::5]/',
    'https://[::ffff:10.1.2.3]/',
    'https://8.8.8.8/',
  ];
  assert.deepEqual(problems(good, policy), all(good, null));
  const bad = [
    'https://10.2.0.1/',
    'https://192.168.7.8/',
    'https://[fd00:2::5]/',
    'https://127.0.0.1/',
    'https://localhost/',
  ];
  assert.deepEqual(problems(bad, policy), all(bad, 'urlNotAllowed'));
});

test('O4 names without a dot and names of local networks are refused, ordinary names and public addresses taken', () => {
  const local = [
    'https://intranet/',
    'https://db.internal/',
    'https://printer.local/',
    'https://printer.LOCAL./',
  ];
  assert.deepEqual(problems(local, live), all(local, 'urlNotAllowed'));
  const good = [
    'https://shop.example/callback?id=1',
    'https://8.8.8.8/',
    'https://[2a00:1450:4007::1]/',
    'https://xn--caf-dma.example/',
    'HTTPS://Shop.Example',
  ];
  assert.deepEqual(problems(good, live), all(good, null));
});
