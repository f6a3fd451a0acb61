// S1, S2: proves that an address is the same whatever way a proxy writes it, and that nothing else
// is accepted as one.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { plainAddress, trustForwarded } from './address.ts';

test('S2 ports, brackets, zones and IPv4 inside IPv6 do not make another address', () => {
  for (const text of [
    '192.0.2.1',
    '192.0.2.1:50123',
    '::ffff:192.0.2.1',
    '::ffff:c000:201',
    '[::ffff:192.0.2.1]:443',
    '[::FFFF:192.0.2.1]',
  ])
    assert.equal(plainAddress(text), '192.0.2.1', text);
  for (const text of [
    '2001:db8::1',
    '[2001:db8::1]',
    '[2001:db8::1]:443',
    '2001:0DB8:0:0:0:0:0:0001',
    '2001:db8::1%eth0',
  ])
    assert.equal(plainAddress(text), '2001:db8::1', text);
});

test('S2 what is no address is none', () => {
  const texts = [
    '',
    'unknown',
    '_hidden',
    'x',
    '1.2.3',
    '1.2.3.4.5:1',
    '1.2.3.4:',
    '1.2.3.4:x',
    '[x]:1',
    '[::1',
    '::1]:2',
    '1.2.3.4 ',
    '[::1]x',
  ];
  for (const text of [...texts, '9'.repeat(3_000), `2001:db8::1%${'z'.repeat(3_000)}`])
    assert.equal(plainAddress(text), null, text);
});

test('S2 any text is either no address or one that is plain already, and short', () => {
  const near = fc
    .array(fc.constantFrom('1', '255', '.', ':', '::', '[', ']', '%', 'ff', '/', ' '), {
      maxLength: 20,
    })
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.oneof(near, fc.ipV4(), fc.ipV6(), fc.string()), (text) => {
      const plain = plainAddress(text);
      if (plain === null) return;
      assert.equal(plainAddress(plain), plain);
      assert.ok(plain.length <= 39, plain);
    }),
    { numRuns: 2_000 },
  );
});

test('S2 a trusted proxy is believed with its port, too; what is no address is not', () => {
  const trusts = trustForwarded((address) => address === '10.0.0.1');
  assert.deepEqual(
    ['10.0.0.1', '10.0.0.1:80', '::ffff:10.0.0.1', '10.0.0.2', 'unknown', undefined].map(trusts),
    [true, true, true, false, false, false],
  );
});
