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

const merge = (mine: object, theirs: object) =>
  mergeDocuments(
    { base, mine: { ...base, ...mine }, theirs: { ...base, ...theirs } },
    parts,
    comparison,
  );

test('entries that only one user changed are taken over, in the order of what is in force', () => {
  const merged = merge(
    {
      services: [{ ...base.services[0], minimum: 50 }, base.services[1], { code: 'MINE' }],
      texts: { 1: { fr: 'un' }, 2: { fr: 'deux' } },
    },
    { services: [base.services[0], { code: 'THEIRS' }], words: ['FIN'] },
  );
  assert.deepEqual(merged, {
    services: [
      { code: 'A', minimum: 50, price: { percent: 1 } },
      { code: 'THEIRS' },
      { code: 'MINE' },
    ],
    texts: { 1: { fr: 'un' }, 2: { fr: 'deux' } },
    words: ['FIN'],
  });
});

test('an entry that both changed differently is merged by nobody, nor one that one of them removed', () => {
  const changed = (minimum: number) => ({
    services: [{ ...base.services[0], minimum }, base.services[1]],
  });
  const gone = { services: [base.services[1]] };
  assert.equal(merge(changed(50), changed(60)), null);
  assert.equal(merge(gone, changed(60)), null);
  assert.equal(merge(changed(60), gone), null);
  assert.equal(merge({ words: ['FIN'] }, { words: ['ARRET'] }), null);
  assert.deepEqual(merge(changed(50), changed(50)), { ...base, ...changed(50) });
  assert.deepEqual(merge(gone, gone), { ...base, ...gone });
});
