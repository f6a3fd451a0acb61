// Where SMS go, as operators read it: the other numbers of a country are those that no carrier has.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { destinationsOf } from './http-sms-destinations.ts';

const country = (prefixes: string[], operators: { name: string; prefixes: string[] }[]) => ({
  countries: [
    {
      code: 'SN',
      callingCode: '221',
      currency: 'XOF',
      price: 15,
      mobile: [{ prefixes, lengths: [9] }],
      operators,
    },
  ],
  routes: [],
});
const rows = (document: object) =>
  destinationsOf(document).map(({ operator, prefixes }) => [operator, prefixes.join(' ')]);

test('the other numbers of a country are the prefixes that none of its operators has', () => {
  const orange = { name: 'Orange', prefixes: ['77', '78'] };
  assert.deepEqual(rows(country(['70', '77', '781'], [orange])), [
    [null, '70'],
    ['Orange', '77 78'],
  ]);
  // A part of a prefix is not all of it.
  assert.deepEqual(rows(country(['7'], [orange]))[0], [null, '7']);
});

test('no row stands for nobody', () => {
  const orange = { name: 'Orange', prefixes: ['77'] };
  assert.deepEqual(rows(country(['77'], [orange])), [['Orange', '77']]);
  assert.deepEqual(rows(country([], [])), [[null, '']]);
});
