// Are keys what S04 asks for: recognisable, checked, and random?

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isWellFormedApiKey, makeApiKey, makeWebhookSecret } from './keys.ts';

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
  for (const text of ['', 'jk_test_', `${key} `, `${key}\n`, key.slice(1)]) assert.equal(isWellFormedApiKey(text), false);
});

test('C5 a webhook secret is 24 random bytes', () => {
  const secret = makeWebhookSecret();
  assert.equal(Buffer.from(secret.slice('whsec_'.length), 'base64').length, 24);
  assert.notEqual(secret, makeWebhookSecret());
});
