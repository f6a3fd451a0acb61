// Proves that a file's name says its suite, and that random tests are in both.

import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { shardsOf, type Suite } from '../shards.ts';

const filesOf = (suite: Suite): string[] => shardsOf(suite).flatMap(({ files }) => files);

test('the gate has every file but those whose name says otherwise, the long tier these and what draws at random, the nightly run all', () => {
  const [fast, long, nightly] = (['fast', 'long', 'nightly'] as const).map(filesOf);
  const isLong = (file: string): boolean => file.endsWith('.long.test.ts');
  assert.deepEqual(fast!.toSorted(), nightly!.filter((file) => !isLong(file)).toSorted());
  assert.ok(nightly!.filter(isLong).every((file) => long!.includes(file)));
  assert.equal(new Set(nightly).size, nightly!.length, 'none twice');
  const inBoth = fast!.filter((file) => long!.includes(file));
  assert.ok(inBoth.includes('contract/test/money.test.ts'), 'properties of money');
  assert.ok(!inBoth.includes('acceptance/s-status.test.ts'));
});

test('whatever looks like a test file is run', () => {
  const found = globSync('**/*{test,spec,Test,Spec}*.?([cm])[jt]s?(x)', {
    cwd: join(import.meta.dirname, '../../..'),
    exclude: (path) => /(^|\/)(node_modules|dist)$/.test(path),
  });
  const isNamedSo = (path: string): boolean => /[._](test|spec)s?\.[cm]?[jt]sx?$/i.test(path);
  assert.deepEqual(found.filter(isNamedSo).toSorted(), filesOf('nightly').toSorted());
});
