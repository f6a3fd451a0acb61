// Proves that addresses lead where they should, and that a filter survives the way into the
// address and back.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchPath, pathOf } from '../src/router/path.ts';
import {
  changeSearch,
  choiceParam,
  dayParam,
  filterParam,
  readSearch,
  refusedIn,
  textParam,
} from '../src/router/search.ts';

test('a path fits its pattern, with its parameters decoded', () => {
  assert.deepEqual(matchPath('/', '/'), {});
  assert.deepEqual(matchPath('/keys', '/keys/'), {});
  assert.deepEqual(matchPath('/transactions/:id', '/transactions/a%2Fb'), { id: 'a/b' });
  for (const [pattern, path] of [
    ['/keys', '/'],
    ['/keys', '/keys/1'],
    ['/keys/:id', '/keys'],
    ['/keys/:id', '/keys/%zz'],
  ] as const) {
    assert.equal(matchPath(pattern, path), null, `${pattern} ${path}`);
  }
});

test('a path is written with encoded values and read back the same', () => {
  const path = pathOf('/transactions/:id/:part', { id: 'é/?#', part: 'calls' });
  assert.equal(path, '/transactions/%C3%A9%2F%3F%23/calls');
  assert.deepEqual(matchPath('/transactions/:id/:part', path), { id: 'é/?#', part: 'calls' });
});

const fields = {
  q: textParam(),
  state: filterParam(['ok', 'failed']),
  order: choiceParam(['new', 'old'], 'new'),
  from: dayParam(),
  mine: filterParam(['yes']),
};

test('filters that nobody set are at their fallback, and nonsense counts as not set', () => {
  const none = { q: '', state: '', order: 'new', from: '', mine: '' };
  assert.deepEqual(readSearch(fields, ''), none);
  assert.deepEqual(readSearch(fields, '?state=x&order=&from=2026-13-40&mine=maybe'), none);
});

test('nonsense in the address is named, and what stands there as it may is not', () => {
  assert.deepEqual(refusedIn(fields, '?state=LOST&order=up&from=2026-13-40&mine=maybe'), [
    'state',
    'order',
    'from',
    'mine',
  ]);
  assert.deepEqual(
    refusedIn(fields, '?q=x&state=ok&order=new&from=2026-11-21&mine=yes&open=7&other='),
    [],
  );
  assert.deepEqual(refusedIn(fields, `?q=${'x'.repeat(201)}&state=&order=`), ['q']);
});

test('a change keeps the other filters and leaves out what is at its fallback', () => {
  const search = changeSearch(fields, '?open=7', {
    q: 'a b&c',
    state: 'failed',
    order: 'new',
    from: '2026-11-21',
    mine: 'yes',
  });
  assert.equal(search, '?open=7&q=a+b%26c&state=failed&from=2026-11-21&mine=yes');
  assert.deepEqual(readSearch(fields, search), {
    q: 'a b&c',
    state: 'failed',
    order: 'new',
    from: '2026-11-21',
    mine: 'yes',
  });
  assert.equal(changeSearch(fields, search, { q: '', state: '', from: '', mine: '' }), '?open=7');
});
