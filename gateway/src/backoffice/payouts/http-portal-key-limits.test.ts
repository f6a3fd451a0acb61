// The payout limit of a key over the portal: who changes it, that a higher one needs two users of
// the account, and that a rotated key hands it on.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { seatedBrowser } from '../../node/portal/testing/operator.ts';
import { startPortal, type Browser, type Portal } from '../../node/portal/testing/portal.ts';

let portal: Portal;
let accountId: number;
let asker: Browser;
let other: Browser;

const seat = (name: string, role: 'owner' | 'finance' | 'viewer' | 'developer', account: number) =>
  seatedBrowser(portal, name, { side: 'developer', role, accountId: account, countries: null });

before(async () => {
  portal = await startPortal();
  await portal.register('first@boutique.sn');
  accountId = await lastAccount();
  asker = await seat('asker', 'owner', accountId);
  other = await seat('other', 'finance', accountId);
});
after(() => portal.close());

async function lastAccount(): Promise<number> {
  const [row] = await portal.db.database.query<{ id: number }>({
    name: 'last_account',
    text: 'select max(id) as id from account',
  });
  return row!.id;
}

const anyLimits = { scope: 'full', services: null, allowFrom: null, expiresInDays: null };
async function newKey(): Promise<number> {
  await asker.post('keys', { name: 'Caisse', ...anyLimits });
  return (await asker.get('keys')).json.items[0].id as number;
}
const limitOf = async (key: number): Promise<string> =>
  (await asker.get(`payout-limits?key=${key}`)).json.limit;
const ask = (key: number, limit: string, by = asker) =>
  by.post('payout-limits', { key, limit, reason: 'Salaires' });

test('one user lowers the limit of a key; a higher one counts once another user approves', async () => {
  const key = await newKey();
  assert.equal(await limitOf(key), '1000000', 'a key of the sandbox begins with it');
  assert.deepEqual((await ask(key, '5000')).json, { approvalRequestId: null });
  assert.equal(await limitOf(key), '5000');
  const { approvalRequestId: id } = (await ask(key, '7000.5')).json;
  assert.ok(id > 0);
  assert.equal(await limitOf(key), '5000', 'nothing counts before');
  const [shown] = (await other.get('payout-limits/requests')).json.items;
  assert.deepEqual(
    [shown.id, shown.name, shown.limit, shown.inForce, shown.own, shown.reason],
    [id, 'Caisse', '7000.5', '5000', false, 'Salaires'],
  );
  const note = '';
  assert.equal((await asker.post('payout-limits/approve', { id, note })).code, 'ownRequest');
  assert.deepEqual((await other.post('payout-limits/approve', { id, note })).json, {
    state: 'done',
  });
  assert.equal(await limitOf(key), '7000.5');
  assert.deepEqual((await other.get('payout-limits/requests')).json.items, []);
  const changes = await portal.db.database.query<{ body: string }>({
    name: 'changes_of_limit',
    text: `select body from audit_entry where action = 'key.payout-limit' order by number`,
  });
  assert.deepEqual(
    changes.map(({ body }) => {
      const { old, new: now } = JSON.parse(body) as Record<string, { limit: string }>;
      return [old?.limit, now?.limit];
    }),
    [
      ['1000000', '5000'],
      ['5000', '7000.5'],
    ],
  );
  await asker.post('keys/roll', { id: key, overlapHours: 0 });
  const next = (await asker.get('keys')).json.items[0].id as number;
  assert.notEqual(next, key);
  assert.equal(await limitOf(next), '7000.5', 'handed on');
  assert.equal((await asker.get(`payout-limits?key=${key}`)).code, 'notFound', 'it has ended');
});

test('what was approved counts only while what both saw is so', async () => {
  const key = await newKey();
  const { approvalRequestId: stale } = (await ask(key, '2000000')).json;
  await ask(key, '10');
  assert.deepEqual(
    (await other.post('payout-limits/approve', { id: stale, note: '' })).json,
    { state: 'failed' },
    'lowered meanwhile',
  );
  assert.equal(await limitOf(key), '10');
  const { approvalRequestId: late } = (await ask(key, '20')).json;
  await asker.post('keys/revoke', { id: key });
  assert.deepEqual((await other.post('payout-limits/approve', { id: late, note: '' })).json, {
    state: 'failed',
  });
});

test('a request is refused or withdrawn, and neither other accounts nor viewers touch a limit', async () => {
  const key = await newKey();
  const requested = async (): Promise<number> =>
    (await ask(key, '3000000')).json.approvalRequestId as number;
  const refused = await requested();
  assert.equal(
    (await other.post('payout-limits/refuse', { id: refused, note: 'non' })).status,
    200,
  );
  const withdrawn = await requested();
  assert.equal((await asker.post('payout-limits/withdraw', { id: withdrawn })).status, 200);
  const open = await requested();
  await portal.register('second@boutique.sn');
  const stranger = await seat('stranger', 'owner', await lastAccount());
  const viewer = await seat('viewer', 'viewer', accountId);
  const developer = await seat('developer', 'developer', accountId);
  for (const way of ['approve', 'refuse'])
    assert.equal(
      (await stranger.post(`payout-limits/${way}`, { id: open, note: '' })).code,
      'notFound',
    );
  assert.equal((await stranger.post('payout-limits/withdraw', { id: open })).code, 'notFound');
  assert.equal((await stranger.get(`payout-limits?key=${key}`)).code, 'notFound');
  assert.equal((await ask(key, '1', stranger)).code, 'notFound');
  for (const by of [viewer, developer]) {
    assert.equal((await ask(key, '1', by)).code, 'notAllowed');
    assert.equal(
      (await by.post('payout-limits/approve', { id: open, note: '' })).code,
      'notAllowed',
    );
  }
  assert.equal(await limitOf(key), '1000000');
});
