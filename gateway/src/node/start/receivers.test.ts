// Proves which of this machine's ports others may name: none of the installation's own services, in
// no spelling, and none at all where others than this machine are served (G1).

import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { readConfig } from '../config/config.ts';
import { databasesOf, ownServicesOf } from './own-services.ts';
import { dialSettingsOf } from './receivers.ts';
import { callbackAddressProblem } from '../../payments/callbacks/index.ts';
import { watchOwnPeople } from '../../platform/http/guards/own-people.ts';
import { createOwnServices, knownServices } from '../../platform/outbound/own-services.ts';

const databaseUrl = 'postgres://jokko:secret@127.0.0.1:15432/jokko?host=%2Ftmp%2Fpostgres';
const environment = {
  PORT: '18080',
  OPS_PORT: '18081',
  SIMULATOR_URL: 'http://127.0.0.1:18082',
  SIMULATOR_SMPP_PORT: '18083',
};
const ownPorts = [18_080, 18_081, 18_082, 18_083, 15_432];

function guardOf(given: { [name: string]: string }) {
  const read = readConfig({ ...environment, ...given });
  assert.ok(read.ok, JSON.stringify(read));
  const people = watchOwnPeople(read.config);
  const services = knownServices(ownServicesOf(read.config, databaseUrl));
  const { publicUrl } = read.config;
  return { people, services, ...dialSettingsOf(read.config, { publicUrl, services, people }) };
}

function problemIn(given: { [name: string]: string }, callbackUrl: string): string | null {
  const { guard } = guardOf(given);
  return callbackAddressProblem(callbackUrl, { guard, httpAllowed: true })?.problem ?? null;
}

const spellings = [
  ...['127.0.0.1', '127.9.8.7', 'localhost', 'LOCALHOST.', 'shop.localhost', '2130706433'],
  ...['0x7f.1', '0177.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '[0:0:0:0:0:ffff:7f00:1]'],
];

test('G1 a sandbox of this machine calls loopback, and none of its own ports in any spelling', () => {
  for (const host of spellings) {
    assert.equal(problemIn({}, `http://${host}:19000/`), null, host);
    for (const port of ownPorts)
      assert.equal(problemIn({}, `http://${host}:${port}/`), 'urlNotAllowed', `${host}:${port}`);
  }
});

test('G1 a sandbox that others reach calls loopback only where the operator lists it', () => {
  for (const HOST of ['0.0.0.0', '::', '10.0.0.7', 'sandbox.example']) {
    for (const host of spellings)
      assert.equal(
        problemIn({ HOST }, `http://${host}:19000/`),
        'urlNotAllowed',
        `${HOST} ${host}`,
      );
    const listed = { HOST, JOKKO_OUTBOUND_ALLOW: '127.0.0.0/8' };
    assert.equal(problemIn(listed, 'http://127.0.0.1:19000/'), null);
    assert.equal(problemIn(listed, 'http://127.0.0.1:15432/'), 'urlNotAllowed');
  }
});

test('G1 a test inbox of the sandbox is answered here, at our own addresses and nowhere else', () => {
  const path = '/inbox/abcdefghijklmnopqrstuv';
  const PUBLIC_URL = 'https://sandbox.example';
  const isAnsweredHere = (given: { [name: string]: string }, url: string): boolean =>
    guardOf(given).guard.isAnsweredHere(new URL(url));
  assert.ok(isAnsweredHere({}, `http://127.0.0.1:18080${path}`));
  assert.ok(isAnsweredHere({}, `http://localhost:18080${path}/500`));
  assert.ok(isAnsweredHere({ PUBLIC_URL }, `${PUBLIC_URL}${path}/silence`));
  assert.ok(isAnsweredHere({ HOST: '0.0.0.0' }, `http://[::1]:18080${path}`));
  const problem = problemIn({}, `http://u:p@127.0.0.1:18080${path}`);
  assert.equal(problem, 'urlNotAllowed', 'what no address may have');
  for (const url of [
    `http://127.0.0.1:19000${path}`,
    `http://localhost:6379${path}`,
    `http://127.0.0.1:25${path}/500`,
    `${PUBLIC_URL}:8443${path}`,
    `http://127.0.0.1:18080${path}/x`,
    `http://127.0.0.1:18080${path}x`,
    'http://127.0.0.1:18080/inbox/short',
    'http://127.0.0.1:18080/portal/api/me',
    `https://shop.example${path}`,
    `http://10.0.0.1${path}`,
  ])
    assert.ok(!isAnsweredHere({ PUBLIC_URL }, url), url);
});

test('G1 nothing is a test inbox where money is real', () => {
  for (const JOKKO_MODE of ['rehearsal', 'live']) {
    const JOKKO_SECRET_KEY = Buffer.from('0123456789abcdefghijklmnopqrstuv').toString('base64');
    const read = readConfig({ PORT: '18080', JOKKO_MODE, JOKKO_SECRET_KEY });
    assert.ok(read.ok, JSON.stringify(read));
    const publicUrl = 'http://127.0.0.1:18080';
    const known = { services: knownServices([]), people: watchOwnPeople(read.config) };
    const { guard } = dialSettingsOf(read.config, { publicUrl, ...known });
    assert.ok(!guard.isAnsweredHere(new URL(`${publicUrl}/inbox/abcdefghijklmnopqrstuv`)));
  }
});

const servingOthers = [
  { HOST: '0.0.0.0' },
  { HOST: '127.0.0.1', PUBLIC_URL: 'https://sandbox.example' },
  { HOST: '127.0.0.1', TRUSTED_PROXIES: '127.0.0.1' },
  { HOST: '::1', TRUSTED_PROXIES: '10.0.0.0/8', PUBLIC_URL: 'http://localhost:18080' },
];

test('G1 a sandbox that is said to serve others calls loopback in no spelling, wherever it listens', () => {
  for (const given of servingOthers)
    for (const host of spellings)
      assert.equal(
        problemIn(given, `http://${host}:19000/`),
        'urlNotAllowed',
        `${JSON.stringify(given)} ${host}`,
      );
});

test('G1 a stranger who comes through a program of this machine shuts loopback for good', () => {
  const { guard, people } = guardOf({});
  assert.ok(guard.mayConnect('127.0.0.1', 19_000));
  const socket = { remoteAddress: '127.0.0.1' } as Socket;
  people.note({ headers: { host: 'sandbox.example', via: '1.1 proxy' }, socket });
  people.note({ headers: { host: 'localhost' }, socket });
  for (const address of ['127.0.0.1', '127.9.8.7', '::1', '::ffff:127.0.0.1'])
    assert.ok(!guard.mayConnect(address, 19_000), address);
  assert.ok(!guard.mayName('shop.localhost', 19_000));
});

test('G1 mail server, other nodes and further cells are own services, also those that come later', () => {
  const mail = { JOKKO_SMTP_URL: 'smtp://localhost', JOKKO_MAIL_FROM: 'Jokko <j@example.sn>' };
  const { guard, services } = guardOf(mail);
  assert.ok(!guard.mayConnect('127.0.0.1', 587));
  assert.ok(guard.mayConnect('127.0.0.1', 6_000));
  services.put('cells', databasesOf('postgres://u:p@127.0.0.1:6000/cell'));
  assert.ok(!guard.mayConnect('127.0.0.1', 6_000));
  services.put('nodes', [{ host: '10.0.0.8', port: 7_000 }]);
  assert.ok(!guard.mayConnect('127.0.0.1', 6_000), 'the cells stay');
  assert.ok(!guard.mayConnect('10.0.0.8', 7_000));
  services.put('cells', []);
  assert.ok(guard.mayConnect('127.0.0.1', 6_000));
});

test('G1 own ports are refused at every address of this machine, and the database at its own', () => {
  const services = createOwnServices(
    [
      { host: '0.0.0.0', port: 8_080 },
      { host: '10.0.0.9', port: 5_432 },
      { host: 'db.example', port: 5_432 },
    ],
    () => ['10.0.0.7', 'fd00::7'],
  );
  assert.deepEqual(services.names, ['db.example']);
  services.setAddresses(['10.0.0.10']);
  const refused = ['127.0.0.1', '::1', '0.0.0.0', '::', '10.0.0.7', 'fd00::7', '::ffff:10.0.0.7'];
  for (const address of refused) assert.ok(services.has(address, 8_080), address);
  for (const address of ['10.0.0.9', '10.0.0.10']) {
    assert.ok(services.has(address, 5_432), address);
    assert.ok(!services.has(address, 8_080), address);
  }
  assert.ok(!services.has('10.0.0.8', 8_080));
});

test('G1 the services of a database URL are its servers, sockets included', () => {
  const { config } = readConfig(environment) as { config: Parameters<typeof ownServicesOf>[0] };
  const of = (url: string) => ownServicesOf(config, url).slice(4);
  assert.deepEqual(of('postgres://u:p@db1.example,10.0.0.9:6543/jokko'), [
    { host: 'db1.example', port: 5_432 },
    { host: '10.0.0.9', port: 6_543 },
  ]);
  assert.deepEqual(of('postgres:///jokko?host=/run/postgresql&port=6000'), [
    { host: '127.0.0.1', port: 6_000 },
  ]);
});
