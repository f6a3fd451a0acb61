// Proves that keys fulfil S04: recognizable, checked, and random.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { modes } from '../../platform/db/mode.ts';
import fc from 'fast-check';
import { isWellFormedApiKey, keyIdText, makeApiKey, makeWebhookSecret, readKeyId } from './keys.ts';

test('S04 a key names its mode and its row, holds 43 random characters and a check', () => {
  assert.match(makeApiKey('sandbox', 1), /^jk_test_1_[0-9A-Za-z]{43}_[0-9A-Za-z]{6}$/);
  assert.match(makeApiKey('live', 123_456), /^jk_live_2n9c_[0-9A-Za-z]{43}_[0-9A-Za-z]{6}$/);
  assert.equal(new Set(Array.from({ length: 1_000 }, () => makeApiKey('live', 1))).size, 1_000);
});

test('S04 one wrong character is seen without asking the database', () => {
  const key = makeApiKey('sandbox', 77);
  assert.equal(isWellFormedApiKey(key), true);
  for (let index = 0; index < key.length; index++) {
    const changed = key.slice(0, index) + (key[index] === 'x' ? 'y' : 'x') + key.slice(index + 1);
    assert.equal(isWellFormedApiKey(changed), false, changed);
  }
  for (const text of ['', 'jk_test_', `${key} `, `${key}\n`, key.slice(1)])
    assert.equal(isWellFormedApiKey(text), false);
});

const mode = fc.constantFrom(...modes);
const id = fc.integer({ min: 1, max: 2 ** 31 - 1 });

test('S04 property: every key is well formed and names its row; a changed character, a swap or a cut is seen', () => {
  const edit = fc.record({
    at: fc.nat(),
    kind: fc.constantFrom('replace', 'swap', 'drop', 'double', 'cut'),
    by: fc.constantFrom(...'aZ09_x'),
  });
  const property = fc.property(mode, id, edit, (of, number, { at, kind, by }) => {
    const key = makeApiKey(of, number);
    assert.ok(isWellFormedApiKey(key) && key.startsWith(`${keyIdText(of, number)}_`));
    assert.deepEqual(readKeyId(keyIdText(of, number)), { mode: of, keyId: number });
    assert.equal(readKeyId(key), null);
    const index = at % (key.length - 1);
    const [head, here, next, tail] = [
      key.slice(0, index),
      key[index]!,
      key[index + 1]!,
      key.slice(index + 2),
    ];
    const changed = {
      replace: head + by + next + tail,
      swap: head + next + here + tail,
      drop: head + next + tail,
      double: head + here + here + next + tail,
      cut: head,
    };
    if (changed[kind as keyof typeof changed] !== key)
      assert.equal(isWellFormedApiKey(changed[kind as keyof typeof changed]), false);
  });
  // Prints its seed when it fails.
  fc.assert(property, { numRuns: 2_000 });
});

test('S04 what is no key id is none', () => {
  for (const text of [
    '',
    'jk_test_',
    'jk_test_0',
    'jk_test_01',
    'jk_demo_1',
    'jk_test_1_',
    'JK_TEST_1',
    'jk_test_zzzzzzz',
    '1',
    ' jk_test_1',
  ]) {
    assert.equal(readKeyId(text), null, text);
  }
});

test('C5 a webhook secret is 24 random bytes', () => {
  const secret = makeWebhookSecret();
  assert.equal(Buffer.from(secret.slice('whsec_'.length), 'base64').length, 24);
  assert.notEqual(secret, makeWebhookSecret());
});
