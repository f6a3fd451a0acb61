// O4: the table of reliability.md 4.11, as far as the text alone can be judged (cases 1 to 79; by their
// numbers there). Names that resolve to what is refused, 80 to 84, are in outbound/rebinding.test.ts.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FieldProblem } from '@jokko/contract';
import { createAddressGuard } from '../../outbound/guard.ts';
import { callbackAddressProblem, type AddressPolicy } from './address.ts';

const publicOnly = createAddressGuard({ loopbackAllowed: false, networks: [], ownHosts: ['pay.example', '203.0.114.9'] });
const withLoopback = createAddressGuard({ loopbackAllowed: true, networks: [], ownHosts: ['pay.example', '203.0.114.9'] });
const live: AddressPolicy = { guard: publicOnly, httpAllowed: false };
/** A live account for which the operator allowed http. */
const liveHttp: AddressPolicy = { guard: publicOnly, httpAllowed: true };
const sandbox: AddressPolicy = { guard: withLoopback, httpAllowed: true };

/** Hosts that are this machine: the sandbox may call them. */
const loopbackHosts: [number, string][] = [
  [1, '127.0.0.1'],
  [2, '127.1'],
  [3, '2130706433'],
  [4, '0x7f000001'],
  [5, '0177.0.0.1'],
  [6, '017700000001'],
  [7, '0x7f.1'],
  [8, '127.0.0.1.'],
  [9, '127.000.000.001'],
  [13, '[::1]'],
  [14, '[0:0:0:0:0:0:0:1]'],
  [15, '[::ffff:127.0.0.1]'],
  [16, '[::ffff:7f00:1]'],
  [56, '①②⑦.⓪.⓪.①'],
  [57, '１２７.0.0.1'],
  [58, '127。0。0。1'],
  [59, 'localhost'],
  [60, 'LOCALHOST'],
  [61, 'localhost.'],
  [62, 'foo.localhost'],
  [63, 'ⓛocalhost'],
  [64, 'loc\u00adalhost'],
];
/** Hosts that nobody may name. */
const refusedHosts: [number, string][] = [
  [10, '0'],
  [11, '0.0.0.0'],
  [12, '[::]'],
  [17, '[::127.0.0.1]'],
  [18, '[::ffff:0:127.0.0.1]'],
  [19, '[64:ff9b::127.0.0.1]'],
  [20, '[64:ff9b:1::7f00:1]'],
  [21, '[2002:7f00:1::]'],
  [22, '[2001:0:7f00:1::]'],
  [23, '[fe80::1]'],
  [25, '[fd00:ec2::254]'],
  [26, '[fc00::1]'],
  [27, '[ff02::1]'],
  [28, '[fec0::1]'],
  [29, '[100::1]'],
  [30, '[5f00::1]'],
  [31, '[3fff::1]'],
  [32, '[2001:db8::1]'],
  [33, '169.254.169.254'],
  [34, '2852039166'],
  [35, '0xA9FEA9FE'],
  [36, '0251.0376.0251.0376'],
  [37, '[::ffff:169.254.169.254]'],
  [38, '169.254.170.2'],
  [39, '10.0.0.1'],
  [40, '172.16.0.1'],
  [41, '172.31.255.255'],
  [42, '192.168.1.1'],
  [43, '100.64.0.1'],
  [44, '100.100.100.200'],
  [45, '168.63.129.16'],
  [46, '192.0.0.192'],
  [47, '192.0.0.170'],
  [48, '192.0.2.1'],
  [49, '198.51.100.1'],
  [50, '203.0.113.1'],
  [51, '198.18.0.1'],
  [52, '192.88.99.1'],
  [53, '224.0.0.1'],
  [54, '240.0.0.1'],
  [55, '255.255.255.255'],
  [78, 'pay.example'],
  [79, 'metadata.google.internal'],
];
/** Whole addresses that are refused under every policy. */
const refusedAddresses: [number, string, FieldProblem][] = [
  [24, 'http://[fe80::1%25eth0]/', 'notUrl'],
  [65, 'http://user@127.0.0.1/', 'urlNotAllowed'],
  [66, 'http://good.example@127.0.0.1/', 'urlNotAllowed'],
  [67, 'http://127.0.0.1#@good.example/', 'urlNotAllowed'],
  [68, 'http:127.0.0.1', 'notUrl'],
  [69, 'http:///127.0.0.1', 'notUrl'],
  [70, 'http://good.example:80@127.0.0.1:22/', 'urlNotAllowed'],
  [71, 'file:///etc/passwd', 'notUrl'],
  [72, 'ftp://good.example/', 'notUrl'],
  [73, 'gopher://good.example:5432/', 'notUrl'],
  [74, 'data:text/plain,x', 'notUrl'],
  [75, 'javascript:alert(1)', 'notUrl'],
  [76, 'ws://good.example/', 'notUrl'],
  [77, 'https://good.example:25/', 'urlNotAllowed'],
];

const problems = (urls: string[], policy: AddressPolicy) => urls.map((url) => [url, callbackAddressProblem(url, policy)]);
const all = (urls: string[], problem: FieldProblem | null) => urls.map((url) => [url, problem]);
const withScheme = (scheme: string, hosts: [number, string][]) => hosts.map(([, host]) => `${scheme}://${host}/callback`);

test('O4 the table of hosts has no gap', () => {
  const numbers = [...loopbackHosts, ...refusedHosts, ...refusedAddresses].map(([number]) => number).toSorted((a, b) => a - b);
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
  const urls = [...withScheme('http', loopbackHosts), 'http://127.0.0.1:8081/callback', 'https://localhost:9443/x?y=z'];
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
    for (const [number, url, problem] of refusedAddresses) assert.equal(callbackAddressProblem(url, policy), problem, `${number} ${url}`);
  }
});

test('O4 live takes https only, unless the operator allowed http for the account', () => {
  assert.equal(callbackAddressProblem('http://good.example/', live), 'notHttps');
  assert.equal(callbackAddressProblem('http://good.example/', liveHttp), null);
  assert.equal(callbackAddressProblem('https://good.example/', live), null);
});

const goodPorts = ['https://good.example:443/', 'https://good.example:8443/', 'https://good.example:1024/', 'https://good.example:65535/'];
const badPorts = ['https://good.example:80/', 'https://good.example:0/', 'https://good.example:22/', 'https://good.example:1023/'];
const servicePorts = ['5432', '6379', '3306', '2375', '9200', '11211', '27017'].map((port) => `https://good.example:${port}/`);
test('O4 ports 443, 8443 and from 1024 on, minus those of well-known services; 80 with http only', () => {
  assert.deepEqual(problems(goodPorts, live), all(goodPorts, null));
  assert.deepEqual(problems([...badPorts, ...servicePorts], live), all([...badPorts, ...servicePorts], 'urlNotAllowed'));
  assert.equal(callbackAddressProblem('http://good.example:80/', liveHttp), null);
  assert.equal(callbackAddressProblem('http://good.example:443/', liveHttp), 'urlNotAllowed');
});

test('O4 what browsers repair is no address here: spaces, backslashes, control characters, relative ones', () => {
  const urls = ['', ' https://good.example/', 'https://good.example/a b', 'https:\\\\good.example', 'https://good.example\\@127.0.0.1/'];
  const more = ['ht\ntps://good.example/', 'https://good\u0000.example/', '//good.example/', '/callback', 'good.example', 'https://'];
  assert.deepEqual(problems([...urls, ...more], sandbox), all([...urls, ...more], 'notUrl'));
});

test('O4 the gateway’s own name and address are refused in every spelling', () => {
  const urls = ['https://PAY.example./x', 'https://pay.example:8443/', 'https://203.0.114.9/', 'https://0xcb007209/'];
  assert.deepEqual(problems(urls, live), all(urls, 'urlNotAllowed'));
  assert.deepEqual(problems(['https://shop.pay.example/'], live), all(['https://shop.pay.example/'], null), 'another name');
});

test('O4 the operator’s networks may be called by address, in live mode too, and nothing beside them', () => {
  const networks = ['10.1.0.0/16', '192.168.7.7', 'fd00:1::/32'];
  const policy = { guard: createAddressGuard({ loopbackAllowed: false, networks, ownHosts: [] }), httpAllowed: false };
  const good = ['https://10.1.2.3/', 'https://192.168.7.7/', 'https://[fd00:1::5]/', 'https://[::ffff:10.1.2.3]/', 'https://8.8.8.8/'];
  assert.deepEqual(problems(good, policy), all(good, null));
  const bad = ['https://10.2.0.1/', 'https://192.168.7.8/', 'https://[fd00:2::5]/', 'https://127.0.0.1/', 'https://localhost/'];
  assert.deepEqual(problems(bad, policy), all(bad, 'urlNotAllowed'));
});

test('O4 names without a dot and names of local networks are refused, ordinary names and public addresses taken', () => {
  const local = ['https://intranet/', 'https://db.internal/', 'https://printer.local/', 'https://printer.LOCAL./'];
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
