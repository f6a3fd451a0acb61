// F39: proves that every address that is not a public machine's is recognized as such, also where
// an IPv4 address hides inside an IPv6 one.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createAddressGuard, isLoopbackAddress, isPublicAddress } from './guard.ts';

const publicAddresses = [
  '8.8.8.8',
  '172.15.255.255',
  '172.32.0.1',
  '100.63.255.255',
  '100.128.0.1',
  '169.253.1.1',
  '2a00:1450:4007::1',
];

const notPublic: { [group: string]: string[] } = {
  'loopback and zero': ['127.0.0.1', '127.255.255.254', '0.0.0.0', '0.1.2.3', '::', '::1'],
  'IPv4 inside IPv6': [
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:10.0.0.1',
    '::127.0.0.1',
    '::a00:1',
    '::ffff:0:127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::7f00:1',
    '2002:7f00:1::',
    '2001:0:7f00:1::',
  ],
  'IPv6 local and special': [
    'fe80::1',
    'fc00::1',
    'fd00:ec2::254',
    'ff02::1',
    'fec0::1',
    '100::1',
    '5f00::1',
    '3fff::1',
    '2001:db8::1',
  ],
  'IPv6 outside what is handed out': ['1::1', '4000::1', '8000::1', 'e000::1'],
  'cloud metadata': [
    '169.254.169.254',
    '169.254.170.2',
    '::ffff:169.254.169.254',
    '168.63.129.16',
    '::ffff:168.63.129.16',
    '100.100.100.200',
  ],
  'IPv4 private and special': [
    ...[
      '10.0.0.1',
      '172.16.0.1',
      '172.31.255.255',
      '192.168.1.1',
      '100.64.0.1',
      '100.127.255.255',
      '192.0.0.192',
      '192.0.0.170',
    ],
    ...[
      '192.0.2.1',
      '198.51.100.1',
      '203.0.113.1',
      '198.18.0.1',
      '198.19.255.255',
      '192.88.99.1',
      '224.0.0.1',
      '240.0.0.1',
      '255.255.255.255',
    ],
  ],
  'no address at all': [
    '',
    'localhost',
    '127.1',
    '8.8.8.8.',
    '8.8.8.8:80',
    '[2a00:1450:4007::1]',
    '0x08080808',
  ],
};

for (const [group, addresses] of Object.entries(notPublic)) {
  test(`F39 not public: ${group}`, () => {
    assert.deepEqual(addresses.filter(isPublicAddress), []);
  });
}

test('F39 public addresses are public, right beside the private ranges too', () => {
  assert.deepEqual(
    publicAddresses.filter((address) => !isPublicAddress(address)),
    [],
  );
});

test('F39 no private IPv4 address becomes public by being written inside an IPv6 one', () => {
  const byte = fc.integer({ min: 0, max: 255 });
  const privateAddresses = fc.oneof(
    fc.tuple(fc.constant(127), byte, byte, byte),
    fc.tuple(fc.constant(10), byte, byte, byte),
    fc.tuple(fc.constant(192), fc.constant(168), byte, byte),
    fc.tuple(fc.constant(169), fc.constant(254), byte, byte),
  );
  fc.assert(
    fc.property(privateAddresses, ([a, b, c, d]) => {
      const high = ((a << 8) | b).toString(16);
      const low = ((c << 8) | d).toString(16);
      const spellings = ['::', '::ffff:', '::ffff:0:', '64:ff9b::', '64:ff9b:1::'].map(
        (prefix) => `${prefix}${high}:${low}`,
      );
      assert.deepEqual(
        [...spellings, `2002:${high}:${low}::1`, `2001:0:${high}:${low}::`].filter(isPublicAddress),
        [],
      );
    }),
  );
});

test('loopback is this machine in either family, and nothing else', () => {
  for (const address of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])
    assert.ok(isLoopbackAddress(address), address);
  for (const address of ['0.0.0.0', '::', '10.0.0.1', '128.0.0.1', '::2', 'localhost', '8.8.8.8'])
    assert.ok(!isLoopbackAddress(address), address);
});

test('local names are asked for only where the operator lists networks; the own ones never', () => {
  const names = ['merchant', 'shop.lan', 'metadata.google.internal', 'shop.example', 'pay.example'];
  const asked = (networks: string[]) => {
    const guard = createAddressGuard({
      loopbackAllowed: false,
      networks,
      ownHosts: ['pay.example'],
    });
    return names.filter((name) => guard.mayName(name, 443));
  };
  assert.deepEqual(asked([]), ['shop.example']);
  assert.deepEqual(asked(['10.1.0.0/16']), ['merchant', 'shop.lan', 'shop.example']);
});
