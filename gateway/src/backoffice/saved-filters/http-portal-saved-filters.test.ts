// Saved filters: each member's own, by list; numbers of customers are not kept, and there is an
// end.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { savedFiltersMax } from '@jokko/contract/portal';
import { seatedBrowser } from '../../node/portal/testing/operator.ts';
import { startPortal } from '../../node/portal/testing/portal.ts';
import type { Browser, Portal } from '../../node/portal/testing/portal.ts';

let portal: Portal;
let owner: Browser;
let colleague: Browser;

before(async () => {
  portal = await startPortal();
  owner = (await portal.register('awa@boutique.sn')).browser;
  const { accountId } = (await owner.get('me')).json.membership;
  colleague = await seatedBrowser(portal, 'Moussa', {
    side: 'developer',
    role: 'viewer',
    accountId,
    countries: null,
  });
});
after(() => portal.close());

const list = 'transactions';
const save = (browser: Browser, name: string, search: string) =>
  browser.post('saved-filters/save', { list, name, search });

async function savedBy(browser: Browser, of = list): Promise<[string, string][]> {
  const { items } = (await browser.get(`saved-filters?list=${of}`)).json;
  return items.map(({ name, search }: { name: string; search: string }) => [name, search]);
}

test('a filter is saved under a name, replaced under the same one, and deleted by who saved it alone', async () => {
  assert.equal((await save(owner, 'Échecs', 'status=failed')).status, 200);
  assert.equal((await save(owner, ' Gros ', 'amount=100000-')).status, 200);
  assert.equal((await save(owner, 'Gros', 'amount=500000-')).status, 200);
  assert.equal((await save(colleague, 'Gros', 'amount=7')).status, 200);
  assert.deepEqual(
    (await savedBy(owner)).toSorted(),
    [
      ['Gros', 'amount=500000-'],
      ['Échecs', 'status=failed'],
    ].toSorted(),
  );
  assert.deepEqual(await savedBy(colleague), [['Gros', 'amount=7']]);
  assert.deepEqual(await savedBy(owner, 'operator-transactions'), []);
  const { items } = (await owner.get(`saved-filters?list=${list}`)).json;
  for (const { id } of items) {
    assert.equal((await colleague.post('saved-filters/delete', { id })).code, 'notFound');
    assert.equal((await owner.post('saved-filters/delete', { id })).status, 200);
  }
  assert.deepEqual(await savedBy(owner), []);
  assert.deepEqual(await savedBy(colleague), [['Gros', 'amount=7']]);
});

test('numbers of customers are not saved, and neither is a filter without anything else', async () => {
  await save(owner, 'Awa', 'q=%2B221771234567&status=failed&phonePart=4567');
  assert.deepEqual(await savedBy(owner), [['Awa', 'status=failed']]);
  for (const [name, search, field] of [
    ['Awa', 'q=%2B221771234567', 'search'],
    [' ', 'status=failed', 'name'],
  ] as const)
    assert.deepEqual((await save(owner, name, search)).json.error.fields, [
      { field, problem: 'empty' },
    ]);
});

test('there is a largest number of them, and those that are there can still be replaced', async () => {
  for (let n = 1; n < savedFiltersMax; n++)
    assert.equal((await save(owner, `Filtre ${n}`, `amount=${n}`)).status, 200);
  assert.equal((await savedBy(owner)).length, savedFiltersMax);
  assert.deepEqual((await save(owner, 'Un de trop', 'amount=1')).json.error.fields, [
    { field: 'name', problem: 'tooMany' },
  ]);
  assert.equal((await save(owner, 'Awa', 'amount=1')).status, 200);
});
