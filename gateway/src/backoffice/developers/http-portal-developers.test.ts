// The page of a developer: its figures come from the books, its notes stay with the operator, and
// both are noted.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { operatorBrowser, seatedBrowser } from '../../node/portal/testing/operator.ts';
import { startPortal, type Browser, type Portal } from '../../node/portal/testing/portal.ts';

let portal: Portal;
let operator: Browser;
let accountId: number;

before(async () => {
  portal = await startPortal();
  operator = await operatorBrowser(portal, 'Awa');
  accountId = await openAccount('Teranga');
});
after(() => portal.close());

async function openAccount(name: string): Promise<number> {
  const account = { name, currency: 'XOF', language: 'fr', allServices: false };
  return (await operator.post('operator/developers', account)).json.id;
}
const activity = async (id = accountId) =>
  (await operator.get(`operator/developers/${id}/activity`)).json;

test('a new developer has no business yet, an unknown one is not found', async () => {
  const { volume, payments, claims, keys, notes } = await activity(await openAccount('Pirogue'));
  assert.deepEqual([volume.whole, volume.currencies, payments, notes], [true, [], [], []]);
  assert.deepEqual(
    [claims, keys],
    [
      { count: 0, first: [] },
      { count: 0, newest: [] },
    ],
  );
  assert.equal((await operator.get('operator/developers/999/activity')).code, 'notFound');
});

test('figures, last payments, open claims and valid keys are those of this developer', async () => {
  await portal.db.sql(`
    set session_replication_role = replica;
    insert into operation (account_id, id, external_id, fingerprint, code_service, direction, route,
      phone_given, phone, amount, commission,
      currency, details, state, balance_before, balance_after, created_at, updated_at)
    select account, 9000 + n, account || '-' || n, '\\x01', 'OPA_SN_API_CASH_IN', 'DEBIT', 'R',
      '77', '+221770000000', n * 10000, 10000,
      'XOF', '{}', case n when 3 then 'FAILED' else 'SUCCESS' end, 0, 0,
        now() - n * interval '1 day', now()
    from generate_series(1, 8) n, unnest(array[${accountId}, 77]) account;
    insert into claim (account_id, operation_id, reference, subject, message, status) values
      (${accountId}, 9001, 'C00000000000001', 'Where is it?', 'x', 'OPENED'),
      (${accountId}, 9002, 'C00000000000002', 'Twice', 'x', 'RESOLVED'),
      (77, 9001, 'C00000000000003', 'Of another', 'x', 'OPENED')`);
  const member = await seatedBrowser(portal, 'Binta', {
    side: 'developer',
    role: 'owner',
    accountId,
    countries: null,
  });
  for (const name of ['old', 'shop'])
    await member.post('keys', {
      name,
      scope: 'full',
      services: null,
      allowFrom: null,
      expiresInDays: null,
    });
  const [, old] = (await member.get('keys')).json.items;
  assert.equal((await member.post('keys/revoke', { id: old.id })).status, 200);
  const { volume, payments, claims, keys } = await activity();
  assert.deepEqual(volume.currencies, [
    { currency: 'XOF', opened: 8, succeeded: 7, failed: 1, amount: '33', fees: '7' },
  ]);
  assert.deepEqual(
    payments.map(({ id, status }: { id: string; status: string }) => `${id} ${status}`),
    ['9001 success', '9002 success', '9003 failed', '9004 success', '9005 success'],
  );
  assert.equal(claims.count, 1);
  assert.equal(claims.first[0].subject, 'Where is it?');
  assert.deepEqual([keys.count, keys.newest[0].name], [1, 'shop']);
  assert.equal((await member.get(`operator/developers/${accountId}/activity`)).code, 'notAllowed');
});

test('a note says who and when, is noted without its text, and is never changed', async () => {
  const support = await operatorBrowser(portal, 'Moussa', { role: 'support' });
  const note = { id: accountId, text: ' Calls on Fridays ' };
  assert.equal((await support.post('operator/developers/note', note)).status, 200);
  const blank = await support.post('operator/developers/note', { ...note, text: ' ' });
  assert.equal(blank.status, 400);
  const unknown = await support.post('operator/developers/note', { ...note, id: 999 });
  assert.equal(unknown.code, 'notFound');
  const viewer = await operatorBrowser(portal, 'Vieux', { role: 'viewer' });
  assert.equal((await viewer.post('operator/developers/note', note)).code, 'notAllowed');
  const { notes } = await activity();
  assert.deepEqual(
    notes.map(({ author, text }: { author: string; text: string }) => [author, text]),
    [['Moussa', 'Calls on Fridays']],
  );
  const { items } = (await operator.get(`operator/audit?action=account.note`)).json;
  assert.deepEqual(
    items.map((entry: { email: string; subject: string }) => [entry.email, entry.subject]),
    [['Moussa@x.sn', `account/${accountId}`]],
  );
  assert.doesNotMatch(JSON.stringify(items), /Fridays/);
  await assert.rejects(portal.db.sql(`update account_note set text = 'x'`));
});
