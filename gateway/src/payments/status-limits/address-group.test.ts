// Proves that one machine is one caller, whatever way its address is written.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { addressGroup, readAddressGroup } from './address-group.ts';

test('S2 an IPv4 address stands alone, also mapped into IPv6', () => {
  assert.equal(addressGroup('192.0.2.1'), '192.0.2.1');
  assert.equal(addressGroup('::ffff:192.0.2.1'), '192.0.2.1');
  assert.equal(addressGroup('::ffff:c000:201'), '192.0.2.1');
  assert.notEqual(addressGroup('192.0.2.2'), '192.0.2.1');
});

test('S2 the addresses of an IPv6 /64 are one caller, those of the next are another', () => {
  const group = fc.integer({ min: 0, max: 0xffff });
  // Global addresses: mapped IPv4 stands in another block.
  const network = fc.tuple(fc.integer({ min: 0x2000, max: 0x3fff }), group, group, group);
  const hosts = fc.tuple(group, group, group, group);
  const text = (parts: number[]) => parts.map((part) => part.toString(16)).join(':');
  fc.assert(
    fc.property(network, hosts, hosts, (prefix, one, other) => {
      const expected = addressGroup(text([...prefix, 0, 0, 0, 0]));
      const [start, bits] = ipaddr.parseCIDR(expected);
      assert.deepEqual([(start as ipaddr.IPv6).parts, bits], [[...prefix, 0, 0, 0, 0], 64]);
      assert.equal(addressGroup(text([...prefix, ...one])), expected);
      assert.equal(addressGroup(text([...prefix, ...other]).toUpperCase()), expected);
      const next = [prefix[0], prefix[1], prefix[2], prefix[3] ^ 1];
      assert.notEqual(addressGroup(text([...next, ...one])), expected);
    }),
  );
});

test('S2 short and long spellings of an IPv6 address are one caller', () => {
  assert.equal(addressGroup('::1'), '::/64');
  assert.equal(addressGroup('2001:db8::1'), '2001:db8::/64');
  assert.equal(
    addressGroup('2001:db8::1'),
    addressGroup('2001:0db8:0000:0000:0000:0000:0000:0001'),
  );
  assert.equal(addressGroup('fe80::1%eth0'), 'fe80::/64');
});

test('S2 what is no address is one caller: no text makes a new one', () => {
  for (const text of [
    null,
    'unknown',
    '',
    'x',
    '_hidden',
    '1.2.3',
    '1.2.3.4.5:1',
    '[x]:1',
    '[::1',
    '::1]:2',
  ])
    assert.equal(addressGroup(text), 'unknown', String(text));
});

test('an operator may write an address, or a group as it is listed', () => {
  assert.equal(readAddressGroup('2001:db8::7'), '2001:db8::/64');
  assert.equal(readAddressGroup('2001:db8::/64'), '2001:db8::/64');
  assert.equal(readAddressGroup('192.0.2.1'), '192.0.2.1');
  assert.equal(readAddressGroup('unknown'), 'unknown');
  for (const text of ['shop', '192.0.2.1/64', '192.0.2.0/24', '2001:db8::/48', ''])
    assert.equal(readAddressGroup(text), null, text);
});
