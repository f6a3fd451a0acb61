// Checks which servers and leases a start refuses (reliability 4.16, F18).

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settingsOf } from '../../platform/db/connection-settings.ts';
import { checkLease, judgeConnection, judgeSettings } from '../../platform/db/boot-check.ts';

const good: [string, string][] = [
  ['server_version_num', '180004'],
  ['fsync', 'on'],
  ['full_page_writes', 'on'],
  ['synchronous_commit', 'on'],
  ['data_checksums', 'on'],
  ['wal_level', 'replica'],
  ['archive_mode', 'on'],
  ['synchronous_standby_names', ''],
  ['default_transaction_isolation', 'read committed'],
];
const live = { mode: 'live', superuser: false } as const;

test('4.16 a server that is set up well passes without a word', () => {
  assert.deepEqual(judgeSettings(new Map(good), live), []);
});

for (const [name, setting] of [
  ['fsync', 'off'],
  ['full_page_writes', 'off'],
  ['synchronous_commit', 'off'],
  ['synchronous_commit', 'local'],
  ['synchronous_commit', 'remote_write'],
  ['default_transaction_isolation', 'serializable'],
] as const) {
  test(`4.16 ${name} = ${setting}: live refuses, sandbox warns`, () => {
    const settings = new Map([...good, [name, setting] as const]);
    const [refused, ...others] = judgeSettings(settings, live);
    assert.equal(refused?.level, 'refuse');
    assert.match(refused?.message ?? '', new RegExp(`${name} = ${setting}`));
    assert.deepEqual(others, []);
    assert.deepEqual(
      judgeSettings(settings, { mode: 'sandbox', superuser: false }).map(
        (finding) => finding.level,
      ),
      ['warn'],
    );
  });
}

test('4.16 a server older than 15 is refused in both modes', () => {
  const settings = new Map([...good, ['server_version_num', '140012'] as const]);
  for (const mode of ['live', 'sandbox'] as const)
    assert.equal(judgeSettings(settings, { mode, superuser: false })[0]?.level, 'refuse');
});

test('4.16 no checksums, no copy and a superuser are warned of', () => {
  const settings = new Map([
    ...good,
    ['data_checksums', 'off'] as const,
    ['archive_mode', 'off'] as const,
  ]);
  const levels = judgeSettings(settings, { mode: 'live', superuser: true }).map(
    (finding) => finding.level,
  );
  assert.deepEqual(levels, ['warn', 'warn', 'warn']);
});

test('F18 a lease covers the longest exchange and 15 s', () => {
  assert.deepEqual(checkLease(30_000, { 'a callback': 15_000 }, 'live'), []);
  assert.equal(checkLease(29_999, { 'a callback': 15_000 }, 'live')[0]?.level, 'refuse');
  assert.equal(checkLease(2_000, { 'a callback': 15_000 }, 'sandbox')[0]?.level, 'warn');
});

test('F57 a connection that lost its settings is found', () => {
  const demanded = settingsOf('statement', 18);
  assert.deepEqual(judgeConnection(demanded, demanded, 'live'), []);
  const [finding] = judgeConnection(
    demanded,
    new Map([...demanded, ['lock_timeout', '0']]),
    'live',
  );
  assert.equal(finding?.level, 'refuse');
  assert.match(finding?.message ?? '', /lock_timeout = 0 although it was set to 3000/);
});
