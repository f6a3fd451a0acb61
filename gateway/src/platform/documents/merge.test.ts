// Checks the difference of two texts of a document, and the merge of two users' changes. Pure.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changesBetween, mergeDocuments } from './index.ts';

const parts = { services: ({ code }: { [member: string]: unknown }) => String(code), texts: null };
const comparison = {
  secretOf: (sealed: string) => (sealed.startsWith('sealed ') ? sealed.slice(9) : null),
};
const base = {
  services: [
    { code: 'A', minimum: 5, price: { percent: 1 } },
    { code: 'B', minimum: 7 },
  ],
  texts: { 1: { fr: 'un' } },
  words: ['STOP'],
};
const changes = (after: object) =>
  changesBetween(base, after, parts, comparison).map(({ entry, kind, fields }) => [
    entry,
    kind,
    fields.map(({ field }) => field),
  ]);

test('entries added, removed, changed and moved are told by name and field; the same said otherwise is no change', () => {
  assert.deepEqual(
    changes({
      ...base,
      services: [{ price: { percent: '1' }, minimum: '5', code: 'A' }, base.services[1]],
    }),
    [],
  );
  assert.deepEqual(changes({ ...base, services: [base.services[1], base.services[0]] }), [
    ['', 'moved', []],
  ]);
  const other = {
    services: [{ code: 'A', minimum: 6, price: {} }, { code: 'C' }],
    texts: { 1: { fr: 'un', en: 'one' } },
    words: ['STOP', 'FIN'],
  };
  assert.deepEqual(changes(other), [
    ['A', 'changed', ['minimum', 'price.percent']],
    ['C', 'added', ['code']],
    ['1', 'changed', ['en']],
    ['', 'changed', ['']],
    ['B', 'removed', ['code', 'minimum']],
  ]);
});

test('a secret that was sealed again is the same, and another one is told without being shown', () => {
  const withSecret = (sealed: string) => ({
    services: [{ code: 'A', config: { key: { sealed } } }],
  });
  const between = (a: string, b: string) =>
    changesBetween(withSecret(a), withSecret(b), parts, comparison);
  assert.deepEqual(between('sealed 1 x', 'sealed 2 x'), []);
  const [change] = between('sealed 1 x', 'sealed 1 y');
  assert.deepEqual(change?.fields, [
    { field: 'config.key', before: '••••••', after: '••••••', secret: true },
  ]);
});

const merge = (mine: object, theirs: object, take: 'mine' | 'theirs' = 'mine') =>
  mergeDocuments(
    { base, mine: { ...base, ...mine }, theirs: { ...base, ...theirs } },
    { parts, comparison, take },
  );

test('what only one user changed is taken over, members of one entry too', () => {
  const merged = merge(
    {
      services: [{ ...base.services[0], minimum: 50 }, base.services[1], { code: 'MINE' }],
      texts: { 1: { fr: 'un' }, 2: { fr: 'deux' } },
    },
    { services: [{ ...base.services[0], maximum: 90 }, { code: 'THEIRS' }], words: ['FIN'] },
  );
  assert.deepEqual(merged, {
    document: {
      services: [
        { code: 'A', minimum: 50, price: { percent: 1 }, maximum: 90 },
        { code: 'THEIRS' },
        { code: 'MINE' },
      ],
      texts: { 1: { fr: 'un' }, 2: { fr: 'deux' } },
      words: ['FIN'],
    },
    conflicts: [],
  });
});

test('a field that both changed is a conflict, and the one who is asked decides', () => {
  const changed = (minimum: number) => ({
    services: [{ ...base.services[0], minimum }, base.services[1]],
  });
  for (const [take, minimum] of [
    ['mine', 50],
    ['theirs', 60],
  ] as const) {
    const merged = merge(changed(50), changed(60), take);
    assert.deepEqual(merged.conflicts, [{ part: 'services', entry: 'A', field: 'minimum' }]);
    assert.equal((merged.document as typeof base).services[0]?.minimum, minimum);
  }
  assert.deepEqual(merge(changed(50), changed(50)).conflicts, []);
});

test('an entry that one removed and the other changed is a conflict as a whole', () => {
  const gone = { services: [base.services[1]] };
  const changed = { services: [{ ...base.services[0], minimum: 60 }, base.services[1]] };
  const merged = merge(gone, changed);
  assert.deepEqual(merged.conflicts, [{ part: 'services', entry: 'A', field: '' }]);
  assert.equal((merged.document as typeof base).services.length, 1);
  assert.equal((merge(gone, changed, 'theirs').document as typeof base).services.length, 2);
});
