// Proves which of this machine's ports others may name: none of the installation's own services, in
// no spelling, and none at all where others than this machine are served (G1).

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from './config.ts';
import { ownServicesOf } from './own-services.ts';
import { dialSettingsOf } from './receivers.ts';
import { callbackAddressProblem } from '../payments/callbacks/index.ts';
import { createOwnServices } from '../platform/outbound/own-services.ts';

const databaseUrl = 'postgres://jokko:secret@127.0.0.1:15432/jokko?host=%2Ftmp%2Fpostgres';
const environment = {
  PORT: '18080',
  OPS_PORT: '18081',
  SIMULATOR_URL: 'http://127.0.0.1:18082',
  SIMULATOR_SMPP_PORT: '18083',
};
const ownPorts = [18_080, 18_081, 18_082, 18_083, 15_432];

function problemIn(given: { [name: string]: string }, callbackUrl: string): string | null {
  const read = readConfig({ ...environment, ...given });
  assert.ok(read.ok, JSON.stringify(read));
  const { guard } = dialSettingsOf(read.config, null, databaseUrl);
  return callbackAddressProblem(callbackUrl, { guard, httpAllowed: true });
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
