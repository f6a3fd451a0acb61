// Proves that what is shown in many places is written in one: commissions, and names of values of
// the installation, which nobody is shown.

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('../src/', import.meta.url));
const files = globSync('**/*.{ts,tsx}', { cwd: source });
const having = (found: RegExp): string[] =>
  files.filter((file) => found.test(readFileSync(join(source, file), 'utf8'))).sort();

test('a commission is written by one function', () => {
  assert.deepEqual(having(/\.percent\(number\(|% \+ \$/), ['pages/services/commission.ts']);
});

test('French spaces are made in one place', () => {
  assert.deepEqual(having(/replace\([^)]*« /), []);
  assert.deepEqual(having(/withFrenchSpaces\(/), ['language/message.ts']);
});
