// Proves that what the audit log records is read in words: members, subjects, and what an entry
// changed, before and after. Actions without a sentence, and members and words of the program
// without a name, do not compile.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditSubjects } from '../../contract/src/portal/audit-subjects.ts';
import { nameOfField, wordsOfValue } from '../src/pages/audit/change-words.ts';
import { changesOf } from '../src/pages/audit/changes.ts';
import { nameOfSubject, pageOfSubject, typedSubject } from '../src/pages/audit/subject.ts';

test('a subject is read, named, opened and typed in words', () => {
  const words = Object.fromEntries(
    Object.entries(auditSubjects).map(([kind, [french]]) => [kind, french]),
  ) as Record<keyof typeof auditSubjects, string>;
  assert.equal(nameOfSubject('wish/3', words), 'demande 3');
  assert.equal(nameOfSubject('an old form', words), 'an old form');
  assert.equal(pageOfSubject('transaction/7091', 7), '/transactions/7/7091');
  assert.equal(pageOfSubject('callback/7091_2', 7), '/transactions/7/7091');
  assert.equal(pageOfSubject('an old form', 7), null);
  const typed = ['Demande 3', 'request #3', 'wish/3', 'demande de service n° 4', 'price plan 2'];
  assert.deepEqual(typed.map(typedSubject), [
    'wish/3',
    'wish/3',
    'wish/3',
    'service-request/4',
    'price-plan/2',
  ]);
});

test('members and the program’s own words are named, what people wrote is not touched', () => {
  assert.equal(nameOfField('next', 'fr'), 'étape suivante');
  assert.equal(nameOfField('limits.fees', 'fr'), 'limits › frais');
  assert.equal(wordsOfValue('totp', 'fr'), 'application d’authentification');
  assert.equal(nameOfField('valueDate', 'fr'), 'date de valeur');
  assert.equal(wordsOfValue('true', 'en'), 'yes');
  assert.equal(wordsOfValue('IN_PROGRESS', 'fr'), 'en cours');
  assert.equal(wordsOfValue('Vu, merci', 'fr'), 'Vu, merci');
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
