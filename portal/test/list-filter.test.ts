// Tests how the declared filters of a list become search parameters and a query.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  numberOrNone,
  queryOf,
  searchFieldsOf,
  unfiltered,
  type AnyFilter,
} from '../src/ui/list-filter.ts';
import { readSearch } from '../src/router/search.ts';

const options = [
  { value: 'open', label: 'Open' },
  { value: 'closed', label: 'Closed' },
];
const filters: readonly AnyFilter[] = [
  { name: 'q', member: 'transactionId', label: 'Search' },
  { name: 'of', label: 'Which', options, fallback: 'open' },
  { name: 'state', label: 'State', options, all: 'All' },
  { name: 'account', label: 'Account', toQuery: numberOrNone },
  { name: 'batch', linked: true },
  { days: true, members: { from: 'since', until: 'until' } },
];
const read = (search: string) =>
  readSearch(searchFieldsOf(filters), search) as Record<string, string>;

test('What the address does not say, or says wrongly, filters nothing', () => {
  assert.deepEqual(queryOf(filters, read('?state=lost&account=seven&from=soon'), 'UTC'), {
    of: 'open',
  });
});

test('A filter goes out under the name that the query has for it', () => {
  const search = read('?q=17&of=closed&state=open&account=7&batch=3&from=2026-11-21');
  assert.deepEqual(queryOf(filters, search, 'UTC'), {
    transactionId: '17',
    of: 'closed',
    state: 'open',
    account: '7',
    batch: '3',
    since: '2026-11-21T00:00:00.000Z',
  });
});

test('Clearing the filters leaves alone what came with a link', () => {
  assert.deepEqual(unfiltered(filters), {
    q: '',
    of: 'open',
    state: '',
    account: '',
    from: '',
    until: '',
  });
});
