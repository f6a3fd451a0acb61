// Proves that the wheel of the Python SDK is what its record says, in the same bytes each time.

import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { packPython } from './pack-python.ts';

const root = join(import.meta.dirname, '../..');

test('the wheel has the same bytes each time, and takes the place of another version', () => {
  const folder = mkdtempSync(join(tmpdir(), 'jokko-wheel-'));
  try {
    writeFileSync(join(folder, 'jokko-0.1.0-py3-none-any.whl'), '');
    packPython(root, folder);
    const [wheel = '', ...others] = readdirSync(folder);
    assert.match(wheel, /^jokko-\d+\.\d+\.\d+-py3-none-any\.whl$/);
    assert.deepEqual(others, []);
    const first = readFileSync(join(folder, wheel));
    packPython(root, folder);
    assert.deepEqual(readFileSync(join(folder, wheel)), first);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
