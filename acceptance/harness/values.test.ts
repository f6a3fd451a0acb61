// Proves that phone numbers differ although all blocks of the run are taken, as late in a long run:
// two orders to one number would look like one that was executed twice.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

test('a process gives no number twice when others have taken all blocks', async (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'jokko-blocks-'));
  for (let first = 0; first < 10_000; first += 100)
    mkdirSync(join(directory, `phones-from-${first}`));
  const { TMPDIR, JOKKO_TEST_CLUSTER } = process.env;
  t.after(() => {
    Object.assign(process.env, { TMPDIR, JOKKO_TEST_CLUSTER });
    if (TMPDIR === undefined) delete process.env['TMPDIR'];
    if (JOKKO_TEST_CLUSTER === undefined) delete process.env['JOKKO_TEST_CLUSTER'];
    rmSync(directory, { recursive: true });
  });
  Object.assign(process.env, { TMPDIR: directory, JOKKO_TEST_CLUSTER: 'none' });
  // A module of its own, which has taken no block yet.
  const { uniquePhone } = await import(`./values.ts?${Date.now()}`);
  const phones = Array.from({ length: 2_000 }, () => uniquePhone('0000', 10));
  assert.equal(new Set(phones).size, phones.length);
});
