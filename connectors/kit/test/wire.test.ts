// Proves that amounts, JSON and table rows from a provider are read exactly as written, and
// rejected otherwise.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  amountFromWire,
  amountToWire,
  keyedValue,
  listMember,
  queryRow,
  objectFromWire,
  refusedByDigits,
  unlisted,
  wordMember,
} from '../index.ts';
import { queryThenReplay } from '../index.ts';
import { createTestContext } from '../conformance/index.ts';

test('amounts look as providers expect', () => {
  assert.equal(amountToWire(13_500_000n), '1350');
  assert.equal(amountToWire(125_000n), '12.5');
  assert.equal(amountToWire(1n), '0.0001');
  assert.equal(amountToWire(0n), '0');
});

test('every amount survives the wire', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 9_007_199_254_740_991n }),
      (amount) => amountFromWire(amountToWire(amount)) === amount,
    ),
  );
});

test('what is no decimal string is no amount', () => {
  for (const text of [
    '',
    '-1',
    '+1',
    '1e3',
    '0x10',
    ' 1',
    '1.',
    '.5',
    '1.23456',
    '1,5',
    '1.0.0',
    1.23456,
    1e21,
    -1,
    NaN,
    null,
    undefined,
    ['1'],
  ]) {
    assert.equal(amountFromWire(text), null, String(text));
  }
});

test('zeros behind the point, and a number in the place of a text, are the same amount', () => {
  for (const told of ['1350', '1350.0', '1350.00000', 1350, 1350.0])
    assert.equal(amountFromWire(told), 13_500_000n, String(told));
  assert.equal(amountFromWire(12.5), 125_000n);
});

test('a status word is read in any letters', () => {
  for (const status of ['SUCCESS', 'success', ' Success '])
    assert.equal(wordMember({ status }, 'status'), 'SUCCESS');
  assert.equal(wordMember({ status: 1 }, 'status'), undefined);
});

test('garbage is no object', () => {
  for (const text of ['', 'null', '[]', '"x"', '1', '{', '<html>', '{"a":1}x'])
    assert.equal(objectFromWire(Buffer.from(text)), null, text);
  assert.deepEqual(objectFromWire(Buffer.from('{"a":1}')), { a: 1 });
  assert.deepEqual(objectFromWire(Buffer.from('\ufeff{"a":1}')), { a: 1 }, 'byte order mark');
});

test('keyed lists skip what is no item', () => {
  const items = listMember(
    { list: [1, null, { key: 'a' }, { key: 'b', value: 2 }, { key: 'b', value: 'x' }] },
    'list',
  );
  assert.equal(keyedValue(items, 'a'), undefined);
  assert.equal(keyedValue(items.slice(2), 'b'), 'x');
  assert.deepEqual(listMember({ list: 'no' }, 'list'), []);
});

test('a table has no rows by inheritance', () => {
  const table = { known: { payout: 'row' } };
  assert.equal(queryRow(table, 'payout', 'known'), 'row');
  for (const code of ['constructor', 'toString', '__proto__', 'unknown'])
    assert.equal(queryRow(table, 'payout', code), undefined, code);
});

test('an unlisted code is unknown and logged, cut to a bearable length', () => {
  const context = createTestContext({}, () => Promise.reject(new Error('not used')));
  const outcome = unlisted(
    context.log,
    { connector: 'c', operation: 'payout', code: 'x'.repeat(5000) },
    { ours: 'r' },
    queryThenReplay(5000),
  );
  assert.equal(outcome.kind, 'unknown');
  assert.equal(outcome.cause, 'unlisted');
  assert.equal(context.lines.length, 1);
  assert.equal(String(context.lines[0]?.details['code']).length, 64);
});

test('an unlisted code of a server that gave up is no word of a provider', () => {
  for (const [httpStatus, cause] of [
    [400, 'unlisted'],
    [408, 'timeout'],
    [500, 'http5xx'],
  ] as const) {
    const context = createTestContext({}, () => Promise.reject(new Error('not used')));
    const found = { connector: 'c', operation: 'payout', code: 'odd', httpStatus };
    const outcome = unlisted(context.log, found, { ours: 'r' }, queryThenReplay(5000));
    assert.equal(outcome.cause, cause);
    assert.equal(context.lines.length, 1);
  }
});

test('digits that refuse name their catalogue entry', () => {
  assert.deepEqual(refusedByDigits(53), {
    catalogue: 'provider_low',
    catalogueId: 53,
    retryable: 'never',
    provider: 'sandbox digits 7053',
  });
});
