// Proves that SECURITY.md names every chapter of ASVS 5.0, and that each test it names exists under
// its title.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '../..');
const chapters = 17;
const row = /^\| V(\d+) [^|]+ \| ([^|]+) \| ([^|]+) \|$/gm;
const named = /`([\w./-]+\.test\.ts)` “([^”]+)”/g;

const rows = [...readFileSync(join(root, 'SECURITY.md'), 'utf8').matchAll(row)].map(
  ([, chapter, what, proof]) => ({ chapter: Number(chapter), what: what!, proof: proof! }),
);

test('SECURITY.md has every chapter of ASVS 5.0, in order', () => {
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
  assert.deepEqual(missing, [], 'renamed or removed: change the line in SECURITY.md with the test');
});
