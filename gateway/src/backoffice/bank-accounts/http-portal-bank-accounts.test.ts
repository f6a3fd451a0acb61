// Our own bank accounts over HTTP: who may, what is refused, and what the audit log keeps.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { operatorBrowser } from '../../node/portal/testing/operator.ts';
import { startPortal } from '../../node/portal/testing/portal.ts';
import type { Browser, Portal } from '../../node/portal/testing/portal.ts';

let portal: Portal;
let finance: Browser;
let support: Browser;

before(async () => {
  portal = await startPortal();
  finance = await operatorBrowser(portal, 'Awa', { role: 'finance' });
  support = await operatorBrowser(portal, 'Sidy', { role: 'support' });
});
after(() => portal.close());

const path = 'operator/bank-accounts';
const account = {
  name: 'Exploitation',
  bank: 'CBAO',
  number: 'sn08 SN01 0015 2000',
  currency: 'XOF',
};

test('F11 a bank account is opened once, seen by all, closed and never changed', async () => {
  assert.equal((await support.post(path, account)).code, 'notAllowed');
  const refused = async (change: Partial<typeof account>): Promise<string> =>
    (await finance.post(path, { ...account, ...change })).json.error.fields[0].field;
  assert.equal(await refused({ currency: 'ABC' }), 'currency');
  assert.equal(await refused({ number: '  ' }), 'number');
  assert.equal(await refused({ name: ' ' }), 'name');
  const { id } = (await finance.post(path, account)).json;
  const same = { ...account, name: 'Autre', number: 'SN08SN0100152000' };
  assert.equal((await finance.post(path, same)).code, 'conflict', 'number and currency');
  assert.equal((await finance.post(path, { ...account, number: '1' })).code, 'conflict', 'name');
  const [listed] = (await support.get(path)).json.items;
  assert.deepEqual(
    [listed.number, listed.openedBy, listed.closedAt],
    ['SN08SN0100152000', 'Awa', null],
  );
  assert.equal((await support.post(`${path}/close`, { id })).code, 'notAllowed');
  assert.equal((await finance.post(`${path}/close`, { id })).status, 200);
  assert.equal((await finance.post(`${path}/close`, { id })).code, 'conflict');
  const again = (await finance.post(path, account)).json;
  const { items } = (await support.get(path)).json;
  assert.deepEqual(
    items.map((each: { id: number; closedBy: string | null }) => [each.id, each.closedBy]),
    [
      [again.id, null],
      [id, 'Awa'],
    ],
  );
  const entries = await portal.db.database.query<{ action: string; body: string }>({
    name: 'test_audit_of_bank_accounts',
    text: `select action, body from audit_entry where action like 'bank-account.%' order by number`,
  });
  assert.deepEqual(
    entries.map(({ action }) => action),
    ['bank-account.open', 'bank-account.close', 'bank-account.open'],
  );
  assert.match(entries[0]!.body, /SN08SN0100152000/);
});
