// Keeps one place that masks addresses (platform/masked-address.ts), and few through which lines go
// out: who writes another log, or prints past the output of commands, prints whole addresses.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTest, readSources } from './imports.ts';

const sources = readSources().filter(
  ({ path }) => /^(gateway|connectors)\/.*\.ts$/.test(path) && !isTest(path),
);
const found = (pattern: RegExp): string[] =>
  sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path);

const platform = 'gateway/src/platform';

test('what many read goes out where addresses are masked', () => {
  assert.deepEqual(found(/\bpino\(/), [`${platform}/log.ts`]);
  assert.deepEqual(found(/insert into audit_entry\b/), [`${platform}/audit/record.ts`]);
  assert.deepEqual(found(/\bconsole\.\w+\(|std(?:out|err)\.write\(/), ['gateway/src/main.ts']);
  assert.deepEqual(found(/\bwithMaskedAddresses\b/), [
    'gateway/src/cli/output.ts',
    'gateway/src/main.ts',
    `${platform}/log.ts`,
    `${platform}/masked-address.ts`,
  ]);
  assert.deepEqual(found(/\bmaskedValue\b/), [
    `${platform}/audit/list.ts`,
    `${platform}/audit/record.ts`,
    `${platform}/masked-address.ts`,
  ]);
});

test('no second place masks an address', () => {
  // Scheme and host put together, or what is secret blanked out.
  assert.deepEqual(found(/\.origin\}\/|\{protocol\}\/\/|\.(?:password|username|search) = /), [
    // The queue of a receiver: a key, with its port always named.
    'gateway/src/payments/callbacks/destination.ts',
    // The bank's form is opened with a query of ours besides its own.
    'gateway/src/payments/payment-pages/payment-page.ts',
    `${platform}/masked-address.ts`,
  ]);
});
