// Proves that docs/security-asvs.md names every chapter of ASVS 5.0, that each test it names exists
// under its title, and that SECURITY.md leads there.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '../..');
const chapters = 17;
const bytesMax = 5_000;
const row = /^\| V(\d+) [^|]+ \| ([^|]+) \| ([^|]+) \|$/gm;
const named = /`([\w./-]+\.test\.ts)` “([^”]+)”/g;

const rows = [...readFileSync(join(root, 'docs/security-asvs.md'), 'utf8').matchAll(row)].map(
  ([, chapter, what, proof]) => ({ chapter: Number(chapter), what: what!, proof: proof! }),
);

test('docs/security-asvs.md has every chapter of ASVS 5.0, in order', () => {
  const found = [...new Set(rows.map(({ chapter }) => chapter))];
  assert.deepEqual(
    found,
    Array.from({ length: chapters }, (_, index) => index + 1),
  );
});

test('each line of it names its tests, a gap, or that it does not apply', () => {
  const silent = rows.filter(
    ({ proof }) => !/^(?:Gap: |Not used)/.test(proof) && [...proof.matchAll(named)].length === 0,
  );
  assert.deepEqual(silent, []);
});

test('each test that it names exists under its title', () => {
  const missing = rows
    .flatMap(({ proof }) => [...proof.matchAll(named)])
    .filter(([, file, title]) => {
      const path = join(root, file!);
      return !existsSync(path) || !readFileSync(path, 'utf8').includes(title!);
    })
    .map(([all]) => all);
  assert.deepEqual(
    missing,
    [],
    'renamed or removed: change the line in docs/security-asvs.md with the test',
  );
});

test('SECURITY.md is short enough to be read, and leads there', () => {
  const page = readFileSync(join(root, 'SECURITY.md'), 'utf8');
  assert.ok(Buffer.byteLength(page) <= bytesMax);
  assert.match(page, /docs\/security-asvs\.md/);
});
