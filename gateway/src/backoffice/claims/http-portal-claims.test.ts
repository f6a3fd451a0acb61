// S01, S5: claims of others are not there, and each side makes only its own moves.

import { defined } from '@jokko/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { storeMembership } from '../users/memberships.ts';
import { storeUser, storeTotp } from '../users/users.ts';
import { beginSession } from '../users/sessions.ts';
import { makeTotpSecret } from '../users/totp.ts';
import { startPortal } from '../../node/portal/testing/portal.ts';
import type { Browser, Portal } from '../../node/portal/testing/portal.ts';

let portal: Portal;
let operator: Browser;

before(async () => {
  portal = await startPortal();
  const { database, secrets } = portal.users;
  const userId = (await storeUser(database, {
    email: 'op@x.sn',
    name: 'Op',
    language: 'fr',
    passwordHash: 'none',
  }))!;
  await storeMembership(database, userId, {
    side: 'operator',
    role: 'support',
    accountId: null,
    countries: null,
  });
  await storeTotp(database, secrets, userId, { secret: makeTotpSecret(), step: 0 });
  const caller = { address: '127.0.0.1', agent: 'test' };
  operator = portal.browser(
    await beginSession(database, { userId, stage: 'done', secondFactor: true, caller }, null),
  );
});
after(() => portal.close());

/** An operation of the account, as the writer leaves it. */
async function operationOf(accountId: number, id: number): Promise<void> {
  await portal.db
    .sql(`insert into operation (account_id, id, external_id, fingerprint, code_service, direction,
      route, phone_given, phone,
      amount, commission, currency, details, state, balance_before, balance_after, created_at,
        updated_at)
    values (${accountId}, ${id}, 'ext-${id}', '', 'OPA_SN_API_CASH_IN', 'CREDIT', 'r', '770000001',
      '+221770000001',
      5000000, 0, 'XOF', '{}', 'SUCCESS', 0, 0, now(), now())`);
}

test('a claim: opened once, seen by its account and operators alone, moved by each side as its table says', async () => {
  const { browser: owner } = await portal.register('awa@boutique.sn');
  const { browser: stranger } = await portal.register('other@boutique.sn');
  const { accountId } = (await owner.get('me')).json.membership;
  await operationOf(accountId, 7091659672946);
  const claim = { transaction: 'T7091659672946', subject: 'Rien', message: 'Rien n’est arrivé' };
  const refused = await stranger.post('claims', claim);
  assert.deepEqual(refused.json.error.fields, [{ field: 'transaction', problem: 'notAllowed' }]);
  assert.equal(
    (await owner.post('claims', { ...claim, subject: ' ' })).json.error.fields[0].field,
    'subject',
  );
  const { json: opened } = await owner.post('claims', claim);
  assert.deepEqual(opened, { reference: opened.reference, opened: true });
  const again = await owner.post('claims', { ...claim, transaction: 'ext-7091659672946' });
  assert.deepEqual(again.json, { reference: opened.reference, opened: false });

  const path = `claims/${opened.reference}`;
  assert.equal((await stranger.get(path)).code, 'notFound');
  assert.equal((await stranger.post(`${path}/message`, { message: 'x' })).code, 'notFound');
  assert.equal((await stranger.post(`${path}/move`, { to: 'CLOSED' })).code, 'notFound');
  assert.deepEqual((await stranger.get('claims')).json.items, []);
  assert.equal((await owner.get(`operator/${path}`)).code, 'notAllowed');
  assert.deepEqual((await owner.get(path)).json.moves, []);
  assert.equal(
    (await owner.post(`${path}/move`, { to: 'IN_PROGRESS' })).code,
    'conflict',
    'taking up is the operator’s',
  );

  assert.deepEqual(
    (await operator.get('operator/claims')).json.items.map(
      ({ reference }: { reference: string }) => reference,
    ),
    [opened.reference],
  );
  assert.deepEqual((await operator.get(`operator/${path}`)).json.moves, ['IN_PROGRESS']);
  const move = (to: string, comment?: string) =>
    operator.post(`operator/${path}/move`, { to, ...defined({ comment }) });
  const waiting = async () => ({
    queue: (await operator.get('operator/claims')).json.items.map(
      ({ reference }: { reference: string }) => reference,
    ),
    ...(await operator.get(`operator/${path}`)).json,
  });
  const unanswered = await waiting();
  assert.deepEqual([unanswered.answeredAt, unanswered.waitsSince], [null, unanswered.openedAt]);
  assert.equal((await move('RESOLVED', 'early')).code, 'conflict');
  assert.equal((await move('IN_PROGRESS')).status, 200);
  assert.equal((await move('REJECTED')).json.error.fields[0].field, 'comment');
  assert.equal((await move('REJECTED', 'It arrived.')).status, 200);
  const answered = await waiting();
  assert.deepEqual(
    [answered.queue, answered.waitsSince],
    [[], null],
    'who was answered waits no more',
  );
  assert.ok(answered.answeredAt >= unanswered.openedAt);
  assert.equal((await owner.post(`${path}/message`, { message: 'Not so.' })).status, 200);
  const objected = await waiting();
  assert.deepEqual(objected.queue, [opened.reference], 'an objection waits for the operator');
  assert.ok(objected.waitsSince > answered.answeredAt);
  assert.equal(
    (await operator.post(`operator/${path}/message`, { message: 'It did.' })).status,
    200,
  );
  assert.deepEqual((await waiting()).queue, []);
  assert.equal((await owner.post(`${path}/message`, { message: 'No.' })).status, 200);
  assert.equal((await owner.post(`${path}/move`, { to: 'CLOSED' })).status, 200);
  assert.deepEqual((await waiting()).queue, []);
  assert.equal(
    (await owner.post(`${path}/message`, { message: 'late' })).code,
    'conflict',
    'nothing is said about a closed one',
  );
  assert.equal(
    (await owner.post(`${path}/move`, { to: 'IN_PROGRESS', message: 'Still nothing.' })).status,
    200,
  );

  const reopened = await waiting();
  assert.ok(reopened.queue.length === 1 && reopened.waitsSince > objected.waitsSince);
  assert.equal(reopened.answeredAt, answered.answeredAt, 'the first answer stays the first');
  const { json: seen } = await owner.get(path);
  assert.equal(seen.comment, 'It arrived.', 'a developer’s words are no comment of the operator');
  assert.deepEqual(
    seen.events.map(({ side, by, to, message }: Record<string, unknown>) => [
      side,
      by,
      to,
      message,
    ]),
    [
      ['operator', null, 'IN_PROGRESS', null],
      ['operator', null, 'REJECTED', 'It arrived.'],
      ['developer', 'Awa', null, 'Not so.'],
      ['operator', null, null, 'It did.'],
      ['developer', 'Awa', null, 'No.'],
      ['developer', 'Awa', 'CLOSED', null],
      ['developer', 'Awa', 'IN_PROGRESS', 'Still nothing.'],
    ],
  );
  for (const status of ['IN_PROGRESS', 'CLOSED']) {
    const right = status === 'CLOSED' ? 0 : 1;
    assert.equal((await owner.get(`claims?status=${status}`)).json.items.length, right, status);
    assert.equal(
      (await operator.get(`operator/claims?status=${status}`)).json.items.length,
      right,
      status,
    );
  }
});

test('whose membership is for one country sees the claims of that country alone', async () => {
  const { browser: owner } = await portal.register('limited@boutique.sn');
  const { membership, user } = (await owner.get('me')).json;
  await operationOf(membership.accountId, 7091659672999);
  const { json } = await owner.post('claims', {
    transaction: '7091659672999',
    subject: 's',
    message: 'm',
  });
  await portal.db.sql(`update membership set countries = '{CM}' where user_id = ${user.id}`);
  assert.deepEqual((await owner.get('claims')).json.items, []);
  assert.equal((await owner.get(`claims/${json.reference}`)).code, 'notFound');
  await portal.db.sql(`update membership set countries = '{SN}' where user_id = ${user.id}`);
  assert.equal((await owner.get('claims')).json.items.length, 1);
});
