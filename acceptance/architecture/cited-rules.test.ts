// Proves that every rule id that a comment or a test cites is explained in docs/rules/, that each
// rule has tests that cite it and a place where it is decided, and that RULES.md is current.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { families } from '../../docs/rules/families.ts';
import { citedRules, readCitations } from '../../scripts/rule-citations.ts';
import { decidedIn, rulesPage } from '../../scripts/rules-page.ts';

const root = join(import.meta.dirname, '../..');
const citations = readCitations();
const rules = families.flatMap((family) => Object.keys(family.rules).map((id) => ({ id, family })));

test('an id is cited by comments, titles and checks, and by nothing else', () => {
  const text = `
// O5: one of them, and UTF-8 (0115).
const X12 = 'X12; Linux';
it('C4 C1 answers', () => {});
eachNode(\`F63 \${round}\`, run);
  id: 'I-08',
rows.includes('T1 paid');`;
  assert.deepEqual([...citedRules(text)], ['O5', 'I-08', 'C4', 'C1', 'F63']);
});

test('every rule that is cited is in docs/rules/', () => {
  const known = new Set(rules.map(({ id }) => id));
  const strange = [...citations].filter(([id]) => !known.has(id));
  assert.deepEqual(strange, [], 'explain it there, or say it in words');
});

test('every rule has one sentence, a place where it is decided, and tests that cite it', () => {
  assert.equal(new Set(rules.map(({ id }) => id)).size, rules.length, 'an id is explained twice');
  const bare = rules.filter(({ id, family }) => {
    const cited = citations.get(id);
    if (cited === undefined || cited.tests.length === 0) return true;
    const places = decidedIn(id, family, cited);
    return places.length === 0 || places.some((place) => !existsSync(join(root, place)));
  });
  assert.deepEqual(
    bare.map(({ id }) => id),
    [],
  );
  assert.deepEqual(
    rules
      .filter(({ id, family }) => !/^[A-Z`][^|\n]+\.$/.test(family.rules[id]!))
      .map(({ id }) => id),
    [],
    'a sentence ends with its full stop',
  );
});

test('RULES.md is written from them: run `npm run docs`', () => {
  assert.equal(readFileSync(join(root, 'RULES.md'), 'utf8'), rulesPage());
});
