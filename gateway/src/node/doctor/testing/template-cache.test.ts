// Proves that a template whose files have another owner than at first is made anew.

import assert from 'node:assert/strict';
import { chownSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { copyTemplate } from './template-cache.ts';

const cache = new URL('../../../../../node_modules/.cache/test-templates/', import.meta.url)
  .pathname;
const entries = (name: string): string[] =>
  readdirSync(cache).filter((entry) => entry.startsWith(name));

test('a template is kept, and made anew once it belongs to another user', async () => {
  const name = `owners-${process.pid}`;
  let made = 0;
  const template = {
    name,
    madeBy: [],
    make: (directory: string) => {
      writeFileSync(join(directory, 'file'), String(++made));
      return Promise.resolve();
    },
  };
  const copied = async (): Promise<string> => {
    const target = mkdtempSync(join(tmpdir(), 'jokko-template-test-'));
    try {
      await copyTemplate(template, target);
      return readFileSync(join(target, 'file'), 'utf8');
    } finally {
      rmSync(target, { recursive: true });
    }
  };
  try {
    assert.deepEqual([await copied(), await copied()], ['1', '1'], 'kept');
    const [kept = '', owners = ''] = entries(name).toSorted();
    // Only root may give a file away; for others it is told to have had another owner.
    if (process.getuid?.() === 0) chownSync(join(cache, kept, 'file'), 12_345, 12_345);
    else writeFileSync(join(cache, owners), '[0]');
    assert.deepEqual([await copied(), await copied()], ['2', '2'], 'made anew, once');
    assert.equal(entries(name).length, 2, 'nothing is left behind');
  } finally {
    for (const entry of entries(name)) rmSync(join(cache, entry), { recursive: true });
  }
});
