// Checks that a printed text hides nothing.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printable } from './printable.ts';

test('what is not seen is printed by its code', () => {
  assert.equal(printable('gpj\u202e.exe\u00ad'), 'gpj‹U+202E›.exe‹U+00AD›');
  assert.equal(printable('Se\u0300ne'), 'Sène');
});
