// Proves that decisions/README.md lists every decision, that each number is one decision or is said
// to have gone into one, and that no comment and no page cites a decision that is not there.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { decisionsPage, readDecisions } from '../../scripts/decisions-page.ts';

const root = join(import.meta.dirname, '../..');
const texts = /\.(?:ts|tsx|mjs|sql|md|yaml|yml)$/;
/** `decision 0115`, `decision 0040`, `decisions/0115`, `[0115](…)`, `(0115)`. */
const cited = /\bdecisions?(?: |\/)((?:\d{4}(?:, | and )?)+)|[[(](0\d{3})[\])]/g;

const decisions = readDecisions();
const numbers = new Set(decisions.map(({ number }) => number));

test('decisions/README.md is written from the heads of the decisions: run `npm run docs`', () => {
  assert.equal(readFileSync(join(root, 'decisions/README.md'), 'utf8'), decisionsPage());
});

test('a number is one decision, or has gone into one', () => {
  const all = decisions.flatMap(({ number, merged, superseded }) => [
    number,
    ...merged,
    ...superseded,
  ]);
  assert.deepEqual(
    all.filter((number, index) => all.indexOf(number) !== index),
    [],
  );
  assert.ok(all.length > 100, 'decisions were found');
});

test('every decision that is cited is there', () => {
  const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n');
  const strange = files
    .filter((file) => texts.test(file) && file !== 'decisions/README.md')
    .flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(cited)].flatMap(([all, list, link]) =>
        ((list ?? link)!.match(/\d{4}/g) ?? [])
          .filter((number) => !numbers.has(number))
          .map((number) => `${file}: ${all} (${number})`),
      ),
    );
  assert.deepEqual(strange, []);
});
