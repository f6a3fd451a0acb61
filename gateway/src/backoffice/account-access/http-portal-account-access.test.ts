// S02: nobody of the operator gets into a developer's account alone, by an invitation or a new
// password, and the account is told.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { operatorBrowser } from '../../node/portal/testing/operator.ts';
import { password, startPortal } from '../../node/portal/testing/portal.ts';
import type { Browser, Portal } from '../../node/portal/testing/portal.ts';

let portal: Portal;
let asker: Browser;
let other: Browser;
let owner: Browser;
let accountId: number;
let count = 0;

before(async () => {
  portal = await startPortal();
  asker = await operatorBrowser(portal, 'Awa');
  other = await operatorBrowser(portal, 'Moussa', { role: 'finance' });
  owner = (await portal.register('owner@boutique.sn')).browser;
  accountId = (await owner.get('me')).json.membership.accountId;
});
after(() => portal.close());

const tokenOf = ({ json }: { json: { link: string } }): string => json.link.split('#')[1]!;
const accept = (token: string) =>
  portal.browser().post('invitations/accept', { token, name: 'N', password });
const invite = (id: number, reason: string, email = `new${++count}@x.sn`) =>
  asker.post('operator/developers/invite', { id, email, role: 'owner', reason });
const previewOf = async (id: number) =>
  (await other.get(`operator/approval-requests/${id}/preview`)).json;
const approve = (id: number) => other.post('operator/approval-requests/approve', { id, note: '' });

test('the first member of an empty account is invited by one user; as soon as somebody is on the way, or there is money, it takes two', async () => {
  const open = async () =>
    (
      await asker.post('operator/developers', {
        name: 'Teranga',
        currency: 'XOF',
        language: 'fr',
        allServices: false,
      })
    ).json.id as number;
  const empty = await open();
  const first = await invite(empty, '');
  assert.equal(first.json.approvalRequest, null);
  assert.deepEqual(
    (await invite(empty, ' ')).json.error.fields,
    [{ field: 'reason', problem: 'empty' }],
    'one is on the way',
  );
  assert.equal((await accept(tokenOf(first))).status, 200);
  const rich = await open();
  assert.equal((await asker.get(`operator/developers/${rich}`)).json.invitesAlone, true);
  await portal.db.sql(`update balance set available = 5 where account_id = ${rich}`);
  assert.equal((await asker.get(`operator/developers/${rich}`)).json.invitesAlone, false);
  assert.equal(typeof (await invite(rich, 'no portal yet')).json.approvalRequest, 'number');
});

test('whom the operator invites into an account of somebody else gets in once a second user agrees; its people see it coming', async () => {
  const made = await invite(accountId, 'the owner has left', 'x@jokko.sn');
  const token = tokenOf(made);
  for (const call of [
    () => accept(token),
    () => portal.browser().post('invitations/view', { token }),
  ])
    assert.equal((await call()).code, 'linkNotValid');
  const [reported] = (await owner.get('home')).json.letIn;
  assert.deepEqual(
    [reported.email, reported.role, reported.what],
    ['x@jokko.sn', 'owner', 'waits'],
  );
  const [open] = (await owner.get('team')).json.invitations;
  assert.deepEqual([open.byOperator, open.waits], [true, true]);
  const [approvalRequest] = (await other.get('operator/approval-requests?state=open')).json.items;
  assert.deepEqual(
    [approvalRequest.kind, approvalRequest.what, approvalRequest.accountId],
    ['developer-invitation', 'x@jokko.sn as_owner', accountId],
  );
  assert.deepEqual(await previewOf(made.json.approvalRequest), {
    lines: [
      {
        subject: 'access',
        name: 'x@jokko.sn',
        asked: null,
        before: { word: 'no_access' },
        after: { word: 'as_owner' },
      },
    ],
    refusal: null,
  });
  assert.equal((await approve(made.json.approvalRequest)).json.state, 'done');
  assert.equal((await accept(token)).status, 200);
  assert.equal((await owner.get('home')).json.letIn[0].what, 'joined');
});

test('what is refused, or withdrawn by the account, lets nobody in', async () => {
  const [refused, withdrawn] = [await invite(accountId, 'r'), await invite(accountId, 'r')];
  assert.equal(
    (
      await other.post('operator/approval-requests/refuse', {
        id: refused.json.approvalRequest,
        note: '',
      })
    ).status,
    200,
  );
  const { invitations } = (await owner.get('team')).json;
  assert.equal(invitations.length, 1);
  assert.equal((await owner.post('team/withdraw', { id: invitations[0].id })).status, 200);
  assert.equal((await previewOf(withdrawn.json.approvalRequest)).refusal, 'link ended');
  assert.deepEqual((await approve(withdrawn.json.approvalRequest)).json, {
    state: 'failed',
    failure: 'link ended',
  });
  for (const made of [refused, withdrawn])
    assert.equal((await accept(tokenOf(made))).code, 'linkNotValid');
});

test('a new password for a member comes by two users, and not for who works for the operator', async () => {
  const [{ id: member }] = (await asker.get(`operator/developers/${accountId}`)).json.members;
  const made = await asker.post('operator/developers/reset', {
    id: accountId,
    member,
    secondFactors: true,
    reason: 'lost phone',
  });
  const reset = () =>
    portal.browser().post('reset', { token: tokenOf(made), password: 'encore-un-autre-secret' });
  assert.equal((await reset()).code, 'linkNotValid');
  assert.equal((await approve(made.json.approvalRequest)).json.state, 'done');
  const [entry] = (await asker.get('operator/audit?action=reset-link.make')).json.items;
  assert.equal(entry.accountId, accountId);
  assert.equal((await reset()).status, 200);
  assert.equal((await owner.get('me')).code, 'signedOut');
  await portal.db.sql(
    `insert into membership (user_id, side, role) select id, 'operator', 'viewer' from portal_user
      where email = 'owner@boutique.sn'`,
  );
  const again = { id: accountId, member, secondFactors: false, reason: 'r' };
  assert.equal((await asker.post('operator/developers/reset', again)).code, 'conflict');
  assert.equal(
    (await asker.post('operator/developers/reset', { ...again, member: 9_999 })).code,
    'notFound',
  );
});

test('links of who has left the operator let nobody in', async () => {
  const leaver = await operatorBrowser(portal, 'Leaver');
  const { id } = (await leaver.get('me')).json.membership;
  const body = { id: accountId, email: 'late@x.sn', role: 'viewer', reason: 'r' };
  const made = await leaver.post('operator/developers/invite', body);
  assert.equal((await approve(made.json.approvalRequest)).json.state, 'done');
  assert.equal((await asker.post('team/remove', { id })).status, 200);
  assert.equal((await accept(tokenOf(made))).code, 'linkNotValid');
});
