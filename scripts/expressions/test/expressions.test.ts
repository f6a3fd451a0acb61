// Proves that each kind of expression that takes more than linear time is found, and none that does
// not; and where expressions are looked for.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findExpressions } from '../find-expressions.ts';
import { findSlowText } from '../measure.ts';

const slow = [
  ['an end that is searched from each place', '0+$', ''],
  ['spaces around a separator', '\\s*;\\s*', ''],
  ['an element up to its end', '<row\\b([^<>]*?)(?:\\/>|>(.*?)<\\/row>)', 'gs'],
  ['two repetitions side by side', '^a\\s*(b)?\\s*c$', ''],
  ['a repetition in a repetition', '^(a+)+$', ''],
  ['any text before a word', '.*x', 'g'],
  ['a look ahead', '\\B(?=(\\d{3})+$)', 'g'],
] as const;
for (const [name, pattern, flags] of slow)
  test(`slow: ${name}`, () => assert.notEqual(findSlowText(pattern, flags), null));

const quick = [
  ['^\\d+$', ''],
  ['=\\s*', 'g'],
  ['0{1,40}$', ''],
  ['\\b(\\w+)="([^"]*)"', 'g'],
  ['\\$\\{([^{}]*)\\}', 'g'],
  ['-?(?:0|[1-9]\\d*)(?:\\.\\d+)?', 'y'],
  ['^(?:\\+|00)?[\\d ]{1,40}$', ''],
] as const;
for (const [pattern, flags] of quick)
  test(`quick: ${pattern}`, () => assert.equal(findSlowText(pattern, flags), null));

const found = (text: string): (string | number)[] => {
  const { expressions, computed } = findExpressions('source.ts', text);
  return [...expressions.map(({ pattern, flags }) => `/${pattern}/${flags}`), ...computed];
};

test('literals, RegExp and schemas are found; what the file does not say is named by its line', () => {
  assert.deepEqual(found('const a: RegExp = /a+/g;'), ['/a+/g']);
  assert.deepEqual(found("const most = 3; new RegExp(`^a{1,${most + 1}}$`, 'i');"), [
    '/^a{1,4}$/i',
  ]);
  assert.deepEqual(found("const part = 'b+'; RegExp('a' + part);"), ['/ab+/']);
  assert.deepEqual(found("const schema = { pattern: '^a+$' };"), ['/^a+$/u']);
  assert.deepEqual(found("const route = { pattern: '/accounts/:id' };"), []);
  assert.deepEqual(found("import { b } from './b.ts';\nnew RegExp(b);"), [2]);
});
