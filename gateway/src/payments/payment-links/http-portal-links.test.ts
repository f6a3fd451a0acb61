// Payment links over the portal: who makes, pauses and resumes them, and what the audit log says.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { seatedBrowser } from '../../node/portal/testing/operator.ts';
import { startPortal, type Browser, type Portal } from '../../node/portal/testing/portal.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { createPaymentLink } from './index.ts';

let portal: Portal;
let accountId: number;
let owner: Browser;

before(async () => {
  portal = await startPortal();
  await portal.register('first@boutique.sn');
  const [row] = await portal.db.database.query<{ id: number }>({
    name: 'last_account',
    text: 'select max(id) as id from account',
  });
  accountId = row!.id;
  await portal.db.sql(
    `insert into account_service (account_id, code_service)
      values (${accountId}, 'OPA_SN_API_CASH_OUT')
     on conflict do nothing`,
  );
  owner = await seat('owner', 'finance');
});
after(() => portal.close());

const seat = (name: string, role: 'finance' | 'developer' | 'viewer') =>
  seatedBrowser(portal, name, { side: 'developer', role, accountId, countries: null });

const body = {
  id: 'link-1',
  uses: 'one',
  amount: '1500',
  minimum: null,
  maximum: null,
  description: 'Cours de danse',
  expiresInMinutes: null,
  callbackUrl: '',
};
const actions = async (): Promise<string[]> => {
  const rows = await portal.db.database.query<{ action: string }>({
    name: 'actions_on_links',
    text: `select action from audit_entry where action like 'payment-link.%' order by number`,
  });
  return rows.map(({ action }) => action);
};

test('a user makes a link; the same body again answers the same one, another body is refused', async () => {
  const made = await owner.post('payment-links', body);
  assert.equal(made.status, 200, JSON.stringify(made.json));
  assert.match(made.json.url, /\/pay\/link\/[0-9a-z]+-[0-9a-f]{32}$/);
  assert.deepEqual((await owner.post('payment-links', body)).json, made.json);
  assert.equal((await owner.post('payment-links', { ...body, amount: '1501' })).status, 409);
  assert.deepEqual(await actions(), ['payment-link.create']);
  const { items, next } = (await owner.get('payment-links')).json;
  assert.deepEqual([items.length, next], [1, null]);
  const { id, status, uses, amount, payments, earned } = items[0];
  assert.deepEqual(
    [id, status, uses, amount, payments, earned],
    ['link-1', 'ACTIVE', 'one', '1500', 0, '0'],
  );
});

test('what is wrong is told by its field', async () => {
  const wrong: [object, string][] = [
    [{ amount: '1.5' }, 'amount'],
    [{ amount: null, minimum: '10', maximum: '5' }, 'maximum'],
    [{ callbackUrl: 'ftp://boutique.sn' }, 'callbackUrl'],
  ];
  for (const [members, field] of wrong) {
    const refused = await owner.post('payment-links', { ...body, id: 'link-wrong', ...members });
    assert.deepEqual(
      refused.json.error.fields.map((fault: { field: string }) => fault.field),
      [field],
      JSON.stringify(refused.json),
    );
  }
});

test('it is paused and resumed, each written down once', async () => {
  for (let time = 0; time < 2; time += 1)
    assert.equal((await owner.post('payment-links/pause', { id: 'link-1' })).json.status, 'PAUSED');
  assert.equal((await owner.post('payment-links/resume', { id: 'link-1' })).json.status, 'ACTIVE');
  assert.deepEqual((await actions()).slice(1), ['payment-link.pause', 'payment-link.resume']);
  assert.equal((await owner.post('payment-links/pause', { id: 'link-9' })).status, 404);
});

test('who handles no money reads links, and makes or pauses none', async () => {
  for (const role of ['developer', 'viewer'] as const) {
    const reader = await seat(role, role);
    assert.equal((await reader.get('payment-links')).json.items.length, 1);
    assert.equal((await reader.post('payment-links', { ...body, id: 'x' })).status, 403);
    assert.equal((await reader.post('payment-links/pause', { id: 'link-1' })).status, 403);
  }
});

test('a button that is pressed twice makes one link, and one entry of the audit log', async () => {
  const { database } = portal.db;
  const before = await actions();
  const twice = { ...body, id: 'link-twice' };
  const request = {
    id: twice.id,
    uses: 'one' as const,
    amount: twice.amount,
    description: twice.description,
    callbackUrl: '',
  };
  const amount = { amount: 15_000_000n, minimum: null, maximum: null };
  const terms = { accountId, request, amount, currency: 'XOF', services: null, apiKey: '' };
  let second: ReturnType<Browser['post']> | undefined;
  await inTransaction(database, async (session) => {
    const first = await createPaymentLink(session, terms);
    assert.ok(first.isNew);
    second = owner.post('payment-links', twice);
    while (!(await waitsForLock())) await setTimeout(20);
  });
  const made = await second!;
  assert.equal(made.status, 200, JSON.stringify(made.json));
  assert.deepEqual(await actions(), before);
});

/** Whether somebody waits for a row that another transaction writes. */
async function waitsForLock(): Promise<boolean> {
  const rows = await portal.db.database.query({
    name: 'waiting_for_locks',
    text: `select from pg_stat_activity where datname = current_database()
      and wait_event_type = 'Lock'`,
  });
  return rows.length > 0;
}
