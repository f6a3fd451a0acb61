// Proves which mappings of columns are refused, field by field, at their bounds.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mappingFaults, type Mapping } from './mapping.ts';
import { testMapping } from './testing/files.ts';

const { words } = testMapping;
const faultsOf = (changes: Partial<Mapping>): string[] =>
  mappingFaults({ ...testMapping, ...changes });

test('a mapping that cannot be meant is refused by field', () => {
  const columns = {
    ...testMapping.columns,
    amount: null,
    ourReference: null,
    providerReference: null,
  };
  assert.deepEqual(mappingFaults({ ...testMapping, columns }), [
    'columns.amount',
    'columns.ourReference',
  ]);
  assert.deepEqual(mappingFaults({ ...testMapping, direction: 'columns' }), ['columns.amountOut']);
  assert.deepEqual(
    mappingFaults({ ...testMapping, fees: { in: { percent: 'x', fixed: '0' }, out: null } }),
    ['fees.in'],
  );
  for (const timeZone of ['+05:00', '-03', 'Nowhere/Else'])
    assert.deepEqual(mappingFaults({ ...testMapping, timeZone }), ['timeZone']);
  assert.deepEqual(mappingFaults(testMapping), []);
});

test('a list is as long as its bound, and no longer', () => {
  const many = (count: number): string[] =>
    Array.from({ length: count }, (_, index) => `w${index}`);
  const withWords = (success: string[]): string[] => faultsOf({ words: { ...words, success } });
  assert.deepEqual([withWords(many(20)), withWords(many(21))], [[], ['words.success']]);
  const long = 'x'.repeat(100);
  assert.deepEqual([withWords([long]), withWords([`${long}x`])], [[], ['words.success']]);
  assert.deepEqual(withWords(['ok', ' ']), ['words.success']);
  assert.deepEqual(
    [faultsOf({ routes: many(50) }), faultsOf({ routes: many(51) })],
    [[], ['routes']],
  );
});

test('minutes and rows are within their bounds', () => {
  const grace = (graceMinutes: number): string[] => faultsOf({ graceMinutes });
  assert.deepEqual([grace(0), grace(1_440)], [[], []]);
  assert.deepEqual([grace(-1), grace(1_441)], [['graceMinutes'], ['graceMinutes']]);
  const heading = (headingRow: number): string[] => faultsOf({ headingRow });
  assert.deepEqual([heading(1), heading(1_000)], [[], []]);
  assert.deepEqual([heading(0), heading(1_001)], [['headingRow'], ['headingRow']]);
});

test('a column of the direction needs a word for one of both', () => {
  const direction = (ofIn: string[], ofOut: string[], by: Mapping['direction'] = 'column') =>
    faultsOf({
      direction: by,
      columns: { ...testMapping.columns, direction: 'Sens' },
      words: { ...words, in: ofIn, out: ofOut },
    });
  assert.deepEqual(direction([], []), ['words.in']);
  for (const [ofIn, ofOut] of [
    [['C'], []],
    [[], ['D']],
    [['C'], ['D']],
  ] as const)
    assert.deepEqual(direction([...ofIn], [...ofOut]), []);
  assert.deepEqual(direction([], [], 'sign'), []);
});

test('a column of the status needs a word for what succeeded', () => {
  const faults = (status: string | null): string[] =>
    faultsOf({
      columns: { ...testMapping.columns, status },
      words: { ...words, success: [] },
    });
  assert.deepEqual([faults('Statut'), faults(null)], [['words.success'], []]);
});

test('an agreed fee is of up to a hundred percent, with four decimals', () => {
  const faults = (percent: string, fixed = '0'): string[] =>
    faultsOf({ fees: { in: { percent, fixed }, out: null } });
  for (const [percent, fixed] of [['0'], ['100'], ['1.0001', '0.0001']] as const)
    assert.deepEqual(faults(percent, fixed), [], percent);
  for (const [percent, fixed] of [['100.0001'], ['1.00001'], ['1', '0.00001'], ['-1']] as const)
    assert.deepEqual(faults(percent, fixed), ['fees.in'], percent);
});
