// S07: proves that sealed secrets open only where they belong, and under every key of the ring.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyIdOf, keyIdOfKey, makeSecretKey, openKeyRing, WrongKeyError } from './key-ring.ts';

test('S07 a sealed secret opens in its row only, unchanged only, and never twice the same', () => {
  const ring = openKeyRing(makeSecretKey());
  const sealed = ring.seal('whsec_é', 'account/webhook_secret_sealed/1');
  assert.equal(ring.unseal(sealed, 'account/webhook_secret_sealed/1'), 'whsec_é');
  assert.throws(() => ring.unseal(sealed, 'account/webhook_secret_sealed/2'));
  assert.notDeepEqual(sealed, ring.seal('whsec_é', 'account/webhook_secret_sealed/1'));
  for (let index = 0; index < sealed.length; index++) {
    const changed = Buffer.from(sealed);
    changed[index]! ^= 1;
    assert.throws(() => ring.unseal(changed, 'account/webhook_secret_sealed/1'), `byte ${index}`);
    assert.throws(
      () => ring.unseal(sealed.subarray(0, index), 'account/webhook_secret_sealed/1'),
      `length ${index}`,
    );
  }
});

test('S07 another key-encryption key is told apart from a damaged value', () => {
  const sealed = openKeyRing(makeSecretKey()).seal('x', 'here');
  assert.throws(() => openKeyRing(makeSecretKey()).unseal(sealed, 'here'), WrongKeyError);
});

test('S07 old keys open and do not seal', () => {
  const [first, second, third] = [makeSecretKey(), makeSecretKey(), makeSecretKey()];
  const ring = openKeyRing(third, [first, second]);
  for (const key of [first, second, third])
    assert.equal(ring.unseal(openKeyRing(key).seal('x', 'here'), 'here'), 'x');
  assert.deepEqual(ring.keyIds, [third, first, second].map(keyIdOfKey));
  const sealed = ring.seal('y', 'here');
  assert.equal(keyIdOf(sealed), keyIdOfKey(third));
  assert.throws(() => openKeyRing(first, [second]).unseal(sealed, 'here'), WrongKeyError);
  assert.equal(keyIdOf(Buffer.from('no sealed value, though it is long enough')), null);
});

test('S07 a key of another length is refused', () => {
  assert.throws(() => openKeyRing(Buffer.alloc(31)), /32 bytes/);
  assert.throws(() => openKeyRing(makeSecretKey(), [Buffer.alloc(33)]), /32 bytes/);
});
