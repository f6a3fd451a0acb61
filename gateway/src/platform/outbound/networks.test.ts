// Checks which lists of networks are refused, and which cause a warning.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { delicateNetworks, networksProblem } from './networks.ts';

test('T14 networks of an operator are a list; the whole of a family is none, in however many pieces', () => {
  for (const list of [
    [],
    ['10.0.0.0/8', '172.16.0.0/12', '192.168.7.7', 'fd00::/8', '127.0.0.2/32'],
    ['10.0.0.0/8', '10.0.0.0/8', '10.1.0.0/16'],
  ]) {
    assert.equal(networksProblem(list), null, list.join());
  }
  for (const list of [
    ['0.0.0.0/0'],
    ['::/0'],
    ['0.0.0.0/1', '128.0.0.0/1'],
    ['0.0.0.0/2', '64.0.0.0/2', '128.0.0.0/2', '192.0.0.0/3', '224.0.0.0/4'],
    Array.from({ length: 64 }, (_, index) => `${index}.0.0.0/8`),
    ['::/1', '8000::/1'],
    ['10.0.0.0/8', '128.0.0.0/1'],
  ]) {
    assert.match(networksProblem(list) ?? '', /a quarter/, list.join());
  }
});

test('T14 a range of mapped addresses would fit none, and is refused', () => {
  for (const text of ['::ffff:10.0.0.0/104', '::ffff:a00:1', '::FFFF:10.0.0.1/128'])
    assert.match(networksProblem([text]) ?? '', /write them as IPv4/, text);
});

test('T14 link-local addresses and metadata services are reported', () => {
  const reported = [
    '169.254.169.254',
    '169.254.0.0/16',
    '160.0.0.0/4',
    'fe80::/64',
    'fd00::/8',
    '100.64.0.0/10',
  ];
  assert.deepEqual(
    delicateNetworks([...reported, '10.0.0.0/8', '192.168.7.7', 'fc00::/8', '127.0.0.2']),
    reported,
  );
});
