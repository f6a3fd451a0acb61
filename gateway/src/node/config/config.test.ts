// Proves that the configuration reports all its errors at once, and that live mode refuses what is
// not safe.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig } from './config.ts';
import type { Config } from './config.ts';
import { checkLease } from '../../platform/db/boot-check.ts';

const secretKey = Buffer.from(Array.from({ length: 32 }, (_, index) => index)).toString('base64');

function accept(environment: { [name: string]: string }): Config {
  const read = readConfig(environment);
  if (!read.ok) assert.fail(JSON.stringify(read.faults));
  return read.config;
}
function faultyNames(environment: { [name: string]: string }): string[] {
  const read = readConfig(environment);
  return read.ok ? [] : read.faults.map((fault) => fault.name);
}

test('nothing set: the defaults of the design', () => {
  const config = accept({});
  assert.equal(config.mode, 'sandbox');
  assert.equal(config.host, '127.0.0.1');
  assert.equal(config.port, 8080);
  assert.equal(config.dataDir, `${process.cwd()}/data`);
  assert.equal(config.databaseUrl, null);
  assert.equal(config.leaseMs, 30_000);
  assert.equal(config.logLevel, 'info');
  assert.equal(config.secretKey, null);
});

test('empty variables count as absent', () => {
  assert.equal(accept({ PORT: '', PUBLIC_URL: ' ', DATABASE_URL: '' }).port, 8080);
});

test('a secret may stand in a file, and not in both places', () => {
  const directory = mkdtempSync(join(tmpdir(), 'jokko-config-'));
  const file = join(directory, 'key');
  writeFileSync(file, `${secretKey}\n`);
  const { secretKey: read } = accept({ JOKKO_SECRET_KEY_FILE: file });
  assert.equal(read?.toString('base64'), secretKey);
  assert.deepEqual(faultyNames({ JOKKO_SECRET_KEY_FILE: file, JOKKO_SECRET_KEY: secretKey }), [
    'JOKKO_SECRET_KEY',
  ]);
  rmSync(directory, { recursive: true });
  assert.deepEqual(faultyNames({ DATABASE_URL_FILE: file }), ['DATABASE_URL']);
});

test('all faults are told at once, by name', () => {
  const names = faultyNames({
    PORT: '80800',
    HOST: 'a b',
    PUBLIC_URL: 'ftp://x',
    DATABASE_URL: 'mysql://x',
    JOKKO_MODE: 'production',
    JOKKO_SECRET_KEY: 'short',
    TRUSTED_PROXIES: '10.0.0.0/8, 10.0.0.0/40',
    LOG_LEVEL: 'loud',
    OPS_PORT: '-1',
    JOKKO_LEASE_MS: '1s',
    JOKKO_DNS_SERVERS: 'dns.example',
    JOKKO_OUTBOUND_ALLOW: '10.0.0.0/8, 0.0.0.0/0',
    JOKKO_EXTRA_CA: import.meta.filename,
    TLS_CERT: '/no/such/file',
    JOKKO_NODE_ID: 'a b',
    SIM_ANSWER: 'maybe',
  });
  assert.deepEqual(names.sort(), [
    'DATABASE_URL',
    'HOST',
    'JOKKO_DNS_SERVERS',
    'JOKKO_EXTRA_CA',
    'JOKKO_LEASE_MS',
    'JOKKO_MODE',
    'JOKKO_NODE_ID',
    'JOKKO_OUTBOUND_ALLOW',
    'JOKKO_SECRET_KEY',
    'LOG_LEVEL',
    'OPS_PORT',
    'PORT',
    'PUBLIC_URL',
    'SIM_ANSWER',
    'TLS_CERT',
    'TRUSTED_PROXIES',
  ]);
});

test('values are read as written', () => {
  const config = accept({
    PORT: '0',
    PUBLIC_URL: 'https://pay.example:8443/',
    DATABASE_URL: 'postgres://u:p@db.example/jokko',
    TRUSTED_PROXIES: '10.0.0.0/8, ::1',
    JOKKO_DNS_SERVERS: '127.0.0.1:5353,[::1]:53',
    JOKKO_SECRET_KEY: secretKey,
    JOKKO_LEASE_MS: '2000',
  });
  assert.equal(config.publicUrl, 'https://pay.example:8443');
  assert.deepEqual(config.trustedProxies, ['10.0.0.0/8', '::1']);
  assert.deepEqual(config.dnsServers, ['127.0.0.1:5353', '[::1]:53']);
  assert.equal(config.secretKey?.length, 32);
  assert.equal(config.leaseMs, 2_000);
});

test('O11 PUBLIC_URL with a path is refused with the base to use and what to do', () => {
  for (const given of ['https://pay.example/gateway', 'https://pay.example/gateway/']) {
    const read = readConfig({ PUBLIC_URL: given });
    assert.deepEqual(read.ok ? [] : read.faults.map(({ name }) => name), ['PUBLIC_URL'], given);
    assert.match(
      JSON.stringify(read),
      /must not have a path: use https:\/\/pay\.example,.*host name/,
    );
  }
});

test('S24 live mode needs its own secret key, and refuses one that is not random', () => {
  assert.deepEqual(faultyNames({ JOKKO_MODE: 'live' }), ['JOKKO_SECRET_KEY']);
  assert.deepEqual(
    faultyNames({ JOKKO_MODE: 'live', JOKKO_SECRET_KEY: Buffer.alloc(32).toString('base64') }),
    ['JOKKO_SECRET_KEY'],
  );
  assert.equal(accept({ JOKKO_MODE: 'live', JOKKO_SECRET_KEY: secretKey }).mode, 'live');
});

test('F18 where money is real, the usual lease covers the longest call that a route may make', () => {
  for (const JOKKO_MODE of ['rehearsal', 'live'] as const) {
    const { leaseMs } = accept({ JOKKO_MODE, JOKKO_SECRET_KEY: secretKey });
    assert.deepEqual(checkLease(leaseMs, { 'a call': 60_000 }, JOKKO_MODE), []);
  }
});

test('live beyond loopback needs TLS or a trusted proxy', () => {
  const live = { JOKKO_MODE: 'live', JOKKO_SECRET_KEY: secretKey, HOST: '0.0.0.0' };
  const file = new URL(import.meta.url).pathname;
  assert.deepEqual(faultyNames(live), ['HOST']);
  assert.deepEqual(faultyNames({ ...live, TLS_CERT: file }), ['TLS_KEY']);
  assert.deepEqual(faultyNames({ ...live, TLS_CERT: file, TLS_KEY: file }), []);
  assert.deepEqual(faultyNames({ ...live, TRUSTED_PROXIES: '10.0.0.1' }), []);
  assert.deepEqual(faultyNames({ ...live, HOST: '::1' }), []);
  assert.deepEqual(faultyNames({ HOST: '0.0.0.0' }), []);
});
