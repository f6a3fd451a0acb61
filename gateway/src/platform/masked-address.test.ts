// What addresses are shown as, alone and in what is written to the logs.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { maskedUrl, withMaskedAddresses } from './masked-address.ts';

test('an address is shown without what may be its secret', () => {
  for (const [given, shown] of [
    ['https://hooks.example/services/T0/B0/s3cr3t', 'https://hooks.example/…'],
    ['https://shop.example:8443/?token=s3cr3t', 'https://shop.example:8443/…'],
    ['https://s3cr3t@shop.example', 'https://shop.example/'],
    ['https://shop.example\\s3cr3t', 'https://shop.example/…'],
    ['postgres://jokko:s3cr3t@db:5432/jokko', 'postgres://db:5432/…'],
    ['smtps://jokko:s3cr3t@mail.example:465', 'smtps://mail.example:465/'],
    ['https://shop.example', 'https://shop.example'],
    ['no address, s3cr3t', '…'],
  ] as const)
    assert.equal(maskedUrl(given), shown, given);
});

test('in a sentence, in JSON and in a stack trace each address is masked, and files are not', () => {
  for (const [given, shown] of [
    [
      'asked (https://a.example/x?k=s3cr3t), then ftp://u:p@b',
      'asked (https://a.example/…), then ftp://b/',
    ],
    ['{"to":"https://a.example/s3cr3t","n":1}', '{"to":"https://a.example/…","n":1}'],
    [
      String.raw`{"to":"\"https://a.example/s3cr3t\"\n"}`,
      String.raw`{"to":"\"https://a.example/…\"\n"}`,
    ],
    [String.raw`{"to":"https://a.example\\ns3cr3t"}`, '{"to":"https://a.example/…"}'],
    ["{ input: 'postgres://u:s3cr3t@a:1,b:2/name' }", "{ input: 'postgres://…' }"],
    ['key_https://a.example/s3cr3t', 'key_https://a.example/…'],
    ['at file:///srv/jokko/main.ts:3:1', 'at file:///srv/jokko/main.ts:3:1'],
    ['nothing://', 'nothing://'],
  ] as const)
    assert.equal(withMaskedAddresses(given), shown, given);
});

test('both logs mask addresses wherever they stand in a line', () => {
  const program = `
    const { openLog, openRequestLog } = await import(${JSON.stringify(new URL('log.ts', import.meta.url).href)});
    const lines = openRequestLog('info', 'one');
    for (const log of [openLog('info', 'one'), openLog('info', 'one', 'people'), lines.log]) {
      log.info({ to: 'https://a.example/s3cr3t' }, 'sent to https://b.example/?k=s3cr3t');
      try { new URL('postgres://u:s3cr3t@a:1,b:2/name'); } catch (error) { log.error(error); }
    }
    lines.flush();`;
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  });
  assert.doesNotMatch(stderr, /s3cr3t/);
  assert.equal(stderr.match(/https:\/\/a\.example\/…/g)?.length, 3);
  assert.equal(stderr.match(/https:\/\/b\.example\/…/g)?.length, 3);
});
