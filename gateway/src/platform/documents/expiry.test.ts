// Proves that the first end among the secrets of a configuration is found.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import { test } from 'node:test';
import type { ConfigField } from '@jokko/connectors/kit';
import { checkConnectorConfig } from './connector-config.ts';
import { expiriesOf, expiringOf } from './expiry.ts';

const folder = join(import.meta.dirname, '../../../../acceptance/harness/certificates');
const pems = readdirSync(folder)
  .map((file) => readFileSync(join(folder, file), 'utf8'))
  .filter((text) => text.includes('BEGIN CERTIFICATE'));
const label = { fr: 'x', en: 'x' };
const configForm: ConfigField[] = [
  { name: 'cert', type: 'text', lines: true, label, required: false, expiry: 'certificate' },
  { name: 'tokenUntil', type: 'text', label, required: false, expiry: 'date' },
  { name: 'apiKey', type: 'secret', label, required: false },
];

test('a certificate says its end, a date is good until its day is over, and the first comes first', () => {
  const pem = pems[0]!;
  const end = new X509Certificate(pem).validToDate.getTime();
  const found = expiriesOf({ configForm }, { cert: pem, tokenUntil: '2027-03-31', apiKey: 'x' });
  const expected = [
    { field: 'cert', label, atMs: end },
    { field: 'tokenUntil', label, atMs: Date.parse('2027-04-01T00:00:00Z') },
  ].toSorted((one, other) => one.atMs - other.atMs);
  assert.deepEqual(found, expected);
  assert.deepEqual(
    expiringOf(found, Date.parse('2027-03-02T00:00:01Z')).some(
      ({ field }) => field === 'tokenUntil',
    ),
    true,
  );
});

test('what is absent or cannot be read says nothing', () => {
  assert.deepEqual(expiriesOf({ configForm }, {}), []);
  const broken = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----';
  assert.deepEqual(expiriesOf({ configForm }, { cert: broken, tokenUntil: 'soon' }), []);
});

test('a day that is none is refused by the form', () => {
  const connector = { configForm, checkConfig: () => [] };
  const sources = { variables: {}, secrets: { seal: String, open: String } };
  const check = (tokenUntil: string) =>
    checkConnectorConfig({ connector: 'x', config: { tokenUntil } }, { x: connector }, sources);
  assert.deepEqual(check('2027-03-31').problems, []);
  assert.match(check('31/03/2027').problems[0]!.message, /must be a day/);
});
