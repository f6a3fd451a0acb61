// Proves that ARCHITECTURE.md is short enough to be read, that it and the pages that it leads to
// name files that are there, and that every folder of the gateway says what it is.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readFolders, wherePage } from '../../scripts/where-page.ts';

const root = join(import.meta.dirname, '../..');
const bytesMax = 9_000;
const pages = [
  'ARCHITECTURE.md',
  'docs/architecture/tasks.md',
  'docs/architecture/failures.md',
  'docs/architecture/where.md',
];

const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
const read = (page: string): string => readFileSync(join(root, page), 'utf8');

/**
 * Files and folders that a page names in code, each form of `{one,other}`; a pattern names none.
 */
function pathsOf(text: string): string[] {
  return [...text.matchAll(/`([\w./{},-]+(?:\/|\.(?:ts|tsx|txt)))`/g)]
    .flatMap(([, path]) => {
      const [, before, forms, after] = /^(.*)\{(.+)\}(.*)$/.exec(path!) ?? [];
      return forms === undefined
        ? [path!]
        : forms.split(',').map((form) => `${before}${form}${after}`);
    })
    .filter((path) => !path.startsWith('/'));
}

const isThere = (path: string): boolean =>
  files.some((file) =>
    path.endsWith('/') ? `/${file}`.includes(`/${path}`) : `/${file}`.endsWith(`/${path}`),
  );

test('ARCHITECTURE.md is short enough to be read', () => {
  assert.ok(Buffer.byteLength(read('ARCHITECTURE.md')) <= bytesMax);
});

test('the files and folders that these pages name are there', () => {
  const named = pages.flatMap((page) => pathsOf(read(page)).map((path) => ({ page, path })));
  assert.ok(named.length > 200, 'paths were found');
  assert.deepEqual(
    named.filter(({ path }) => !isThere(path)),
    [],
  );
});

test('every folder of the gateway says in its first sentence what it is', () => {
  const silent = readFolders().filter(({ sentence }) => !/^[A-Z“].+\.$/.test(sentence));
  assert.deepEqual(silent, []);
  assert.equal(read('docs/architecture/where.md'), wherePage(), 'run `npm run docs`');
});
