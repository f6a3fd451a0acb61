// Proves that each action which the gateway records has a sentence, and that what an entry changed
// is shown by member, before and after.

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { changesOf } from '../src/pages/audit/changes.ts';
import { sentenceMessages } from '../src/pages/audit/sentence-messages.ts';

const gateway = new URL('../../gateway/src/', import.meta.url);

test('each action of the audit log has a sentence', () => {
  const files = globSync('**/*.ts', { cwd: gateway, exclude: ['**/*.test.ts', '**/testing/**'] });
  assert.ok(files.length > 500);
  const actions = files.flatMap((file) => {
    const text = readFileSync(new URL(file, gateway), 'utf8');
    return [...text.matchAll(/\baction: (?:\w+ \? '([a-z-]+\.[a-z-]+)' : )?'([a-z-]+\.[a-z-]+)'/g)]
      .flatMap(([, one, other]) => [one, other])
      .filter((action) => action !== undefined);
  });
  assert.ok(actions.length > 100);
  const known = new Set(Object.keys(sentenceMessages));
  assert.deepEqual([...new Set(actions)].filter((action) => !known.has(action)).toSorted(), []);
});

test('what is the same before and after is left out', () => {
  const old = JSON.stringify({ currency: 'XOF', minimum: '5000', name: 'Awa', gone: true });
  const now = JSON.stringify({
    currency: 'XOF',
    minimum: '7000',
    gone: null,
    of: { codes: ['a', 'b'] },
  });
  assert.deepEqual(changesOf(old, now), [
    { field: 'minimum', before: '5000', after: '7000' },
    { field: 'gone', before: 'true', after: null },
    { field: 'of.codes', before: null, after: 'a, b' },
  ]);
  assert.deepEqual(changesOf(null, null), []);
});
