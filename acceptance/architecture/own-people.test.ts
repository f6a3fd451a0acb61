// Keeps one place that decides whether only this machine's own people reach the gateway
// (platform/http/guards/own-people.ts), and one that knows which hosts are this machine.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTest, readSources } from './imports.ts';

const sources = readSources().filter(
  ({ path }) => path.startsWith('gateway/src/') && !isTest(path) && !path.includes('/testing/'),
);

/** Files in which the pattern stands, but for those that may have it. */
const found = (pattern: RegExp, may: readonly string[]): string[] =>
  sources
    .filter(({ path, text }) => pattern.test(text) && !may.includes(path))
    .map(({ path }) => path);

const platform = 'gateway/src/platform';

test('G1 nobody judges by HOST who can reach the gateway', () => {
  assert.deepEqual(
    found(/\blistensToThisMachine\b/, [
      `${platform}/http/guards/own-people.ts`,
      // Whether a certificate is needed depends on where bytes travel, not on who sends them.
      'gateway/src/node/config/config.ts',
    ]),
    [],
  );
  const hosts =
    /isThisMachine\([^)]*host\b|isLoopback\w*\([^)]*[cC]onfig|config\.host\b[^\n]*(===|includes|test\()/;
  assert.deepEqual(
    found(hosts, [
      `${platform}/http/guards/own-people.ts`,
      `${platform}/outbound/guard.ts`,
      `${platform}/outbound/own-services.ts`,
      `${platform}/mail/server.ts`,
      'gateway/src/backoffice/golive/checklist.ts',
      // Where another node listens, not who reaches this one.
      'gateway/src/node/start/peers.ts',
    ]),
    [],
  );
});

test('G1 loopback is spelled out in one place', () => {
  const spelled =
    /127\\?\\\.|startsWith\('127|new Set\(\[[^\]]*'(localhost|127\.0\.0\.1|::1)'|=== '::1'/;
  assert.deepEqual(found(spelled, [`${platform}/outbound/guard.ts`]), []);
});

test('G1 what proxies say is read in one place', () => {
  const headers =
    /'(x-forwarded[a-z-]*|forwarded|via|x-real-ip|[a-z-]*client-?ip|cf-[a-z-]*|cdn-loop|x-envoy-[a-z-]*)'/;
  assert.deepEqual(
    found(headers, [
      `${platform}/http/guards/own-people.ts`,
      // For whom it is said, where that is believed or counted.
      `${platform}/http/guards/unlisted-proxy.ts`,
    ]),
    [],
  );
});

test('H5 one place listens for requests, where every address has the limits of the server', () => {
  assert.deepEqual(found(/\b\w*[aA]pp\.listen\(/, [`${platform}/http/listen.ts`]), []);
});
