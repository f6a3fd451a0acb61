// Proves that each page that a comment, a test or a page names is in the repository: a stranger has
// no other, and a page that has moved takes its readers along.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '../..');
const texts = /\.(?:ts|tsx|mjs|sql|md|yaml|css)$/;
const page = /(?<![\w./-])[\w./-]{0,120}\w\.md\b/g;

/** Stands for any. */
const patterns: ReadonlySet<string> = new Set(['decisions/NNNN-title.md']);

const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n');
const pages = files.filter((file) => file.endsWith('.md'));

/**
 * By the end of its path: pages name their neighbors without folders, and folders from where they
 * stand. A guide is also named by its address.
 */
function isOurs(named: string): boolean {
  const path = named
    .replace(/^(?:\.{1,2}\/)+/, '')
    .replace(/^\/docs\/(en|fr)\//, 'docs/site/content/$1/');
  return pages.some((known) => known === path || known.endsWith(`/${path}`));
}

test('the scan knows a page by the end of its path', () => {
  assert.deepEqual(
    ['README.md', '../docs/sms.md', 'wave.md', 'providers/wave.md', 'sheets/wave.md'].map(isOurs),
    [true, true, true, true, false],
  );
});

test('every page that is named is in the repository', () => {
  const strange = files
    .filter((file) => texts.test(file) && basename(file) !== 'cited-pages.test.ts')
    .flatMap((file) =>
      (readFileSync(join(root, file), 'utf8').match(page) ?? [])
        .filter((named) => !patterns.has(named) && !isOurs(named))
        .map((named) => `${file}: ${named}`),
    );
  assert.deepEqual(strange, []);
});
