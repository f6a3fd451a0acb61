// Proves which tests are found to reach a place of a source file: those that run it, and for what a
// module evaluates when it is loaded, those that run what names it.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { reachOf } from '../coverage.ts';
import { measuredVariable, measureVariable, type MeasuredTest } from '../measure-tests.ts';

const source = `const limit: number = 5;
const twice = { most: limit * 2 };
export const shown = 7;
export function isAbove(amount: number): string {
  if (amount > twice.most) return 'above';
  return 'not ' + shown;
}
export const isOne = (amount: number): boolean => amount === 1;
const half = (amount: number): number => Math.floor(amount / 2);
export function sumOfMany(): number {
  let sum = 0;
  for (let one = 0; one < 1_000; one += 1) sum += half(one);
  return sum;
}
`;
const tests = `import { test } from 'node:test';
import { isAbove, isOne, sumOfMany } from './source.ts';
test('above', () => void isAbove(11));
test('not above', () => void isAbove(1));
test('one', () => void isOne(1));
const often = () => { for (let time = 0; time < 3_000; time += 1) sumOfMany(); };
test('many', often);
test('many again', often);
`;
let directory: string;
let measured: MeasuredTest[];
before(() => {
  directory = mkdtempSync(join(tmpdir(), 'reach-'));
  const written = join(directory, 'measured');
  writeFileSync(join(directory, 'source.ts'), source);
  writeFileSync(join(directory, 'source.test.ts'), tests);
  const { NODE_TEST_CONTEXT: _, ...environment } = process.env;
  const { status, stdout } = spawnSync(
    process.execPath,
    [
      `--import=${new URL('../measure-tests.ts', import.meta.url).href}`,
      join(directory, 'source.test.ts'),
    ],
    {
      cwd: directory,
      env: {
        ...environment,
        [measureVariable]: written,
        [measuredVariable]: JSON.stringify(['source.ts']),
      },
      encoding: 'utf8',
    },
  );
  assert.equal(status, 0, stdout);
  const lines = readFileSync(written, 'utf8').trim().split('\n');
  measured = lines.map((line) => JSON.parse(line) as MeasuredTest);
});
after(() => rmSync(directory, { recursive: true }));

const reaching = (place: string): (string | null)[] =>
  reachOf('source.ts', source)(
    measured.slice(1).map(({ name, ran }) => ({ name, runs: [ran] })),
    source.indexOf(place),
  ).map(({ name }) => name);

test('a place is reached by the tests that run it', () => {
  assert.equal(measured[0]!.name, null, 'what runs before the first test stands apart');
  assert.deepEqual(reaching('amount > twice'), ['above', 'not above']);
  assert.deepEqual(reaching(`'above'`), ['above']);
  assert.deepEqual(reaching(`'not '`), ['not above']);
  assert.deepEqual(reaching('amount === 1'), ['one']);
  const places = measured.flatMap(({ ran }) => Object.keys(ran));
  assert.deepEqual(new Set(places), new Set(['source.ts']), 'read in any working tree');
});

test('a function that was compiled into its caller meanwhile is reached all the same', () => {
  assert.deepEqual(reaching('amount / 2'), ['many', 'many again']);
});

test('what is evaluated once is reached where it is named; what is exported, wherever it is loaded', () => {
  assert.deepEqual(reaching('5;'), ['above', 'not above']);
  assert.deepEqual(reaching('limit * 2'), ['above', 'not above']);
  assert.deepEqual(reaching('7;'), ['above', 'not above', 'one', 'many', 'many again']);
});

test('a place is reached by tests of which one runs it and another one passes it over', () => {
  const together = [{ runs: measured.map(({ ran }) => ran) }];
  assert.equal(reachOf('source.ts', source)(together, source.indexOf("'above'")).length, 1);
});
