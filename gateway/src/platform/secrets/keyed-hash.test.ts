// Proves that the keyed hash is HMAC-SHA256, by comparison with Node's own, whatever key and text.

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { keyedHash } from './keyed-hash.ts';

test('RFC 4231, test cases 1, 2 and 6', () => {
  const cases = [
    [
      Buffer.alloc(20, 0x0b),
      'Hi There',
      'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
    ],
    [
      Buffer.from('Jefe'),
      'what do ya want for nothing?',
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    ],
    [
      Buffer.alloc(131, 0xaa),
      'Test Using Larger Than Block-Size Key - Hash Key First',
      '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
    ],
  ] as const;
  for (const [key, text, expected] of cases)
    assert.equal(keyedHash(key)(text).toString('hex'), expected);
});

/** Texts of whole characters, most of them beyond ASCII. */
const anyText = fc.uint16Array().map((units) => String.fromCharCode(...units).toWellFormed());

test('the same as createHmac, in however many parts the text comes', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 200 }),
      fc.array(fc.oneof(anyText, fc.uint8Array()), { maxLength: 5 }),
      (key, parts) => {
        const bytes = parts.map((part) => (typeof part === 'string' ? part : Buffer.from(part)));
        const expected = bytes
          .reduce((mac, part) => mac.update(part), createHmac('sha256', key))
          .digest('hex');
        assert.equal(keyedHash(Buffer.from(key))(...bytes).toString('hex'), expected);
      },
    ),
  );
});

test('the same as createHmac for large texts, which are hashed in pieces', () => {
  const key = Buffer.from('key');
  for (const size of [65_400, 65_536, 65_537, 1_000_000]) {
    const parts = ['POST:1:', Buffer.alloc(size, 'a'), 'é'.repeat(size)];
    const expected = parts
      .reduce((mac, part) => mac.update(part), createHmac('sha256', key))
      .digest('hex');
    assert.equal(keyedHash(key)(...parts).toString('hex'), expected);
  }
});

test('the same in turns with other work', async () => {
  const mac = keyedHash(Buffer.from('key'));
  const pieces = ['é'.repeat(70_000), Buffer.alloc(70_000, 'a'), ''];
  assert.deepEqual(await mac.inTurns(['POST:1:'], pieces), mac('POST:1:', ...pieces));
  assert.deepEqual(await mac.inTurns([]), mac(''));
});
