// Checks what a key may do, and from where.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAddressList, isAddressRange } from './address-list.ts';
import { compileAccess, keyScopes, permits, type KeyScope } from './key-access.ts';

test('keys: each scope permits what its name says', () => {
  const may = (scope: KeyScope) =>
    (['read', 'write', 'refund', 'listen'] as const).filter((one) => permits(scope, one));
  assert.deepEqual(Object.fromEntries(keyScopes.map((scope) => [scope, may(scope)])), {
    full: ['read', 'write', 'refund'],
    'no-refunds': ['read', 'write'],
    'read-only': ['read'],
    listen: ['read', 'listen'],
  });
});

test('keys: addresses are judged by number, not by spelling', () => {
  const { allowFrom } = compileAccess(1, {
    scope: 'full',
    services: null,
    allowFrom: ['192.0.2.0/28', '198.51.100.7', '2001:db8::/32'],
  });
  const inside = [
    '192.0.2.0',
    '192.0.2.15',
    '198.51.100.7',
    '::ffff:192.0.2.1',
    '::ffff:c000:201',
    '2001:db8::1',
    '2001:0DB8:0:0::1',
  ];
  const outside = [
    '192.0.2.16',
    '198.51.100.8',
    '127.0.0.1',
    '::ffff:198.51.100.8',
    '2001:db9::1',
    '::1',
    '',
    'unknown',
    '192.0.2.1:80',
  ];
  for (const address of inside) assert.equal(allowFrom!.has(address), true, address);
  for (const address of outside) assert.equal(allowFrom!.has(address), false, address);
  assert.equal(createAddressList([]).has('127.0.0.1'), false);
  for (const address of ['10.1.2.3', '::1'])
    assert.equal(createAddressList(['0.0.0.0/0', '::/0']).has(address), true, address);
});

test('keys: what is no range is refused', () => {
  for (const range of [
    '192.0.2.1',
    '192.0.2.0/24',
    '0.0.0.0/0',
    '2001:db8::/32',
    '::1',
    '::ffff:192.0.2.1',
  ]) {
    assert.ok(isAddressRange(range), range);
    createAddressList([range]);
  }
  for (const text of [
    '',
    'x',
    '192.0.2',
    '192.0.2.1/33',
    '192.0.2.1/',
    '192.0.2.1/-1',
    '192.0.2.1/08',
    '::1/129',
    'fe80::1%eth0',
    '1.2.3.4/8/8',
  ]) {
    assert.equal(isAddressRange(text), false, text);
  }
});
