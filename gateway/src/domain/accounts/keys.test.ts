// Are keys what S04 asks for: recognisable, checked, and random; and do sealed secrets open only where they belong (S07)?

import assert from 'node:assert/strict';
import { createHmac, hkdfSync } from 'node:crypto';
import { test } from 'node:test';
import { isWellFormedApiKey, makeApiKey, makeWebhookSecret } from './keys.ts';
import { makeSecretKey, openSecrets, WrongKeyError } from './secrets.ts';

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

test('C2 the hash of a key depends on the installation', () => {
  const keyEncryptionKey = makeSecretKey();
  const secrets = openSecrets(keyEncryptionKey);
  assert.deepEqual(secrets.hashKey('a'), openSecrets(keyEncryptionKey).hashKey('a'));
  assert.notDeepEqual(secrets.hashKey('a'), secrets.hashKey('b'));
  assert.notDeepEqual(secrets.hashKey('a'), openSecrets(makeSecretKey()).hashKey('a'));
});

test('C2 what is stored is HMAC-SHA256 under a pepper derived from the key-encryption key', () => {
  const keyEncryptionKey = makeSecretKey();
  const pepper = Buffer.from(hkdfSync('sha256', keyEncryptionKey, Buffer.alloc(0), 'jokko/api-key-pepper/1', 32));
  for (const key of ['', 'é', makeApiKey('live', 1), 'x'.repeat(1_000)]) {
    assert.deepEqual(openSecrets(keyEncryptionKey).hashKey(key), createHmac('sha256', pepper).update(key).digest());
  }
});

test('S07 a sealed secret opens in its row only, unchanged only, and never twice the same', () => {
  const secrets = openSecrets(makeSecretKey());
  const sealed = secrets.seal('whsec_é', 'account/webhook_secret_sealed/1');
  assert.equal(secrets.unseal(sealed, 'account/webhook_secret_sealed/1'), 'whsec_é');
  assert.throws(() => secrets.unseal(sealed, 'account/webhook_secret_sealed/2'));
  assert.notDeepEqual(sealed, secrets.seal('whsec_é', 'account/webhook_secret_sealed/1'));
  for (let index = 0; index < sealed.length; index++) {
    const changed = Buffer.from(sealed);
    changed[index]! ^= 1;
    assert.throws(() => secrets.unseal(changed, 'account/webhook_secret_sealed/1'), `byte ${index}`);
    assert.throws(() => secrets.unseal(sealed.subarray(0, index), 'account/webhook_secret_sealed/1'), `length ${index}`);
  }
});

test('S07 another key-encryption key is told apart from a damaged value', () => {
  const sealed = openSecrets(makeSecretKey()).seal('x', 'here');
  assert.throws(() => openSecrets(makeSecretKey()).unseal(sealed, 'here'), WrongKeyError);
});
