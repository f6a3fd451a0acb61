// Proves that an error is found by its number, its code, and words of both languages.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findErrors } from '../src/pages/sandbox/find-errors.ts';

const errors = [
  { id: null, code: 'unknown_error', message: { fr: 'Erreur inconnue', en: 'Unknown error' } },
  {
    id: 4,
    code: 'payment-timeout',
    message: { fr: 'Délai de paiement dépassé', en: 'The payer has not validated in time' },
  },
  {
    id: 26,
    code: 'insufficient-balance',
    message: { fr: 'Solde insuffisant', en: 'Insufficient balance' },
  },
  { id: 126, code: 'other', message: { fr: 'Autre', en: 'Other' } },
];
const found = (query: string) => findErrors(errors, query).map(({ id }) => id);

test('errors are found by number, code and words of both languages, with accents or without', () => {
  assert.deepEqual(found(''), [null, 4, 26, 126]);
  assert.deepEqual(found(' 26 '), [26]);
  assert.deepEqual(found('payment-timeout'), [4]);
  assert.deepEqual(found('depasse DELAI'), [4]);
  assert.deepEqual(found('balance'), [26]);
  assert.deepEqual(found('no such words'), []);
});
