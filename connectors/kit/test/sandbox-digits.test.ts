// Proves that the outcome digits decide as docs/sandbox.md says: which digits, and from which
// field.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountOfRib } from '@jokko/contract';
import { readSandboxDigits, sandboxDigitsOf } from '../index.ts';
import type { Intent } from '../index.ts';
import { sampleIntent } from '../conformance/index.ts';

test('every number with four digits is read as documented', () => {
  for (let number = 0; number <= 9999; number += 1) {
    const text = `+22177${String(number).padStart(4, '0')}`;
    const read = readSandboxDigits(text);
    if (number >= 7001 && number <= 7136)
      assert.deepEqual(read, { kind: 'refuseNow', catalogueId: number - 7000 }, text);
    else if (number >= 9001 && number <= 9136)
      assert.deepEqual(read, { kind: 'failLater', catalogueId: number - 9000 }, text);
    else if (number >= 8000 && number <= 8007)
      assert.deepEqual(read, { kind: 'special', digits: number }, text);
    else if (number === 8020) assert.deepEqual(read, { kind: 'unheardOf' }, text);
    else assert.equal(read, null, text);
  }
});

test('what is shorter than four digits, or does not end with digits, decides nothing', () => {
  for (const text of ['', '7', '701', '700a', 'x7001x', '70 01', '７００１'])
    assert.equal(readSandboxDigits(text), null, text);
});

test('each kind is read from its own field first', () => {
  for (const kind of [
    'card',
    'bank_transfer',
    'remit_receive',
    'bill_pay',
    'reload',
    'airtime',
    'chat',
    'remit_send',
    'collect',
    'payout',
  ] as const) {
    assert.deepEqual(
      sandboxDigitsOf(sampleIntent(kind, { digits: '9053' })),
      { kind: 'failLater', catalogueId: 53 },
      kind,
    );
  }
});

test('a field without outcome digits leaves the decision to the phone', () => {
  for (const kind of ['card', 'bank_transfer', 'remit_receive', 'bill_pay', 'reload'] as const) {
    const intent: Intent = { ...sampleIntent(kind, { digits: '0001' }), phone: '+221770008007' };
    assert.deepEqual(sandboxDigitsOf(intent), { kind: 'special', digits: 8007 }, kind);
    const both: Intent = { ...sampleIntent(kind, { digits: '9001' }), phone: '+221770008007' };
    assert.deepEqual(sandboxDigitsOf(both), { kind: 'failLater', catalogueId: 1 }, kind);
  }
});

test('a rib is read from its account number, with or without spaces, never from its key', () => {
  assert.equal(accountOfRib('SN012 01234 123456787001 93'), '123456787001');
  assert.equal(accountOfRib('SN0120123412345678700193'), '123456787001');
  const intent = sampleIntent('bank_transfer');
  const rib = {
    ...intent,
    extra: { ...intent.extra, rib: 'SN012 01234 123456787001 93' },
  } as Intent;
  assert.deepEqual(sandboxDigitsOf(rib), { kind: 'refuseNow', catalogueId: 1 });
});
