// S02, for every kind of approval request and through the routes: one person alone completes none,
// whatever accounts they have, and whoever is not let in by the route decides nothing.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { approvalKindNames, isAccountKind } from '@jokko/contract/portal';
import type { AccountApprovalKind, ApprovalKind } from '@jokko/contract/portal';
import { storeApprovalRequest } from '../../backoffice/approvals/store.ts';
import { openCaseBackOffice, type CaseBackOffice } from '../../backoffice/cases/testing.ts';
import { units } from '../../payments/operations/testing.ts';
import { operatorBrowser, seatedBrowser } from './testing/operator.ts';
import { startPortal, type Answer, type Browser, type Portal } from './testing/portal.ts';

let portal: Portal;
let backOffice: CaseBackOffice;
const accountId = 1;
before(async () => {
  portal = await startPortal({ newMemberHours: 24 });
  backOffice = await openCaseBackOffice(portal.db);
});
after(async () => {
  await backOffice.close();
  await portal.close();
});

const kinds = Object.keys(approvalKindNames) as ApprovalKind[];

/** How a user of the kind's side decides. */
const routes: { readonly [kind in AccountApprovalKind | 'operator']: string } = {
  operator: 'operator/approval-requests',
  'account-refund': 'refunds',
  payout: 'payouts',
  'payout-limit': 'payout-limits',
};
const routeOf = (kind: ApprovalKind): string =>
  isAccountKind(kind) ? routes[kind] : routes.operator;

let count = 0;
/** Somebody with a seat on the side that decides on the kind; `finance` unless said. */
function somebody(kind: ApprovalKind, role: 'admin' | 'finance' | 'viewer' = 'finance') {
  const name = `p${++count}`;
  return isAccountKind(kind)
    ? seatedBrowser(portal, name, { side: 'developer', role, accountId, countries: null })
    : operatorBrowser(portal, name, { role });
}

const idOf = async (browser: Browser): Promise<number> =>
  (
    await portal.db.database.query<{ id: number }>(
      { name: 'id_by_email', text: 'select id from portal_user where email = $1' },
      [(await browser.get('me')).json.user.email],
    )
  )[0]!.id;

const transaction = async (): Promise<string> =>
  (await backOffice.open({ amount: units(50) })).terms.id;

/** A request as its asker has stored it, with a payout batch that waits for it. */
async function asked(kind: ApprovalKind, by: Browser): Promise<{ id: number; body: object }> {
  const askedBy = await idOf(by);
  const id = (await storeApprovalRequest(portal.db.database, {
    kind,
    accountId: isAccountKind(kind) ? accountId : null,
    parameters: kind === 'account-refund' ? { transactionId: await transaction() } : {},
    reason: 'because',
    askedBy,
  }))!;
  if (kind !== 'payout') return { id, body: { id, note: '' } };
  const [batch] = await portal.db.database.query<{ id: number }>(
    {
      name: 'waiting_batch',
      text: `insert into payout_batch (account_id, name, file_name, state, approval_request_id,
        made_by)
        values ($1, 'B', 'b.csv', 'awaiting_approval', $2, $3) returning id`,
    },
    [accountId, id, askedBy],
  );
  return { id, body: { id: batch!.id, approvalRequest: id, note: '' } };
}

const stateOf = async (id: number): Promise<string> =>
  (
    await portal.db.database.query<{ state: string }>(
      { name: 'state_of_request', text: 'select state from approval_request where id = $1' },
      [id],
    )
  )[0]!.state;

for (const kind of kinds)
  test(`S02 ${kind}: nobody completes it alone`, async () => {
    const asker = await somebody(kind, 'admin');
    const { id, body } = await asked(kind, asker);
    const approve = (by: Browser, headers?: Record<string, string>): Promise<Answer> =>
      by.post(`${routeOf(kind)}/approve`, body, headers);
    const refused = async (by: Browser, code: string, why: string): Promise<void> => {
      assert.equal((await approve(by)).code, code, why);
      assert.equal(await stateOf(id), 'open', why);
    };
    await refused(asker, 'ownRequest', 'the same user');
    const session = portal.browser(asker.token);
    await refused(session, 'ownRequest', 'the same user in another browser');
    const twins = await Promise.all([approve(asker), approve(session), approve(asker)]);
    assert.deepEqual([...new Set(twins.map(({ code }) => code))], ['ownRequest'], 'at one time');

    const puppet = await somebody(kind);
    const [asking, bought] = [await idOf(asker), await idOf(puppet)];
    await portal.db.sql(`update membership set given_by = ${asking} where user_id = ${bought}`);
    await refused(puppet, 'notTwoUsers', 'whom the asker brought in');
    await portal.db.sql(
      `update membership set given_by = null, counts_at = jokko_now() + interval '1 hour'
        where user_id = ${bought}`,
    );
    await refused(puppet, 'newMember', 'who has just joined');
    await portal.db.sql(
      `update membership set counts_at = jokko_now(), role = 'viewer' where user_id = ${bought}`,
    );
    await refused(puppet, 'notAllowed', 'who was demoted');
    await portal.db.sql(`update membership set role = 'finance' where user_id = ${bought}`);

    await refused(await somebody(kind, 'viewer'), 'notAllowed', 'a viewer');
    const other = isAccountKind(kind) ? 'fund' : 'payout';
    await refused(await somebody(other), 'notAllowed', 'a user of the other side');
    assert.equal((await approve(portal.browser())).status, 401, 'nobody');
    const key = { authorization: 'Bearer sk_sandbox_0000', apikey: 'sk_sandbox_0000' };
    assert.equal((await approve(portal.browser(), key)).status, 401, 'a key of the API');

    await portal.db.sql(`update membership set role = 'viewer' where user_id = ${asking}`);
    await refused(puppet, 'askerLeft', 'the asker has lost the right');
    await portal.db.sql(`update membership set role = 'admin' where user_id = ${asking}`);
    const end = `${routeOf(kind)}/refuse`;
    assert.equal((await puppet.post(end, body)).status, 200);
    const late = await approve(puppet);
    assert.equal(late.code, 'conflict', 'what was refused is over');
    assert.equal(await stateOf(id), 'refused');
  });

test('S02 a second account under the same address in other letters does not come to be', async () => {
  const admin = await operatorBrowser(portal, 'Émile');
  const spellings = ['ÉMILE@X.SN', ' émile@x.sn', 'E\u0301mile@x.sn', 'émile@Ｘ.sn'];
  for (const email of spellings) {
    const invited = await admin.post('team/invite', { email, role: 'finance', countries: null });
    const token = String(invited.json.link ?? '').split('#')[1];
    if (token === undefined) continue;
    const guest = portal.browser();
    const joined = await guest.post('invitations/accept', {
      token,
      name: 'Émile',
      password: 'another-long-password',
    });
    assert.notEqual(joined.status, 200, email);
  }
  const [found] = await portal.db.database.query<{ n: number }>({
    name: 'users_of_one_address',
    text: `select count(*)::integer as n from portal_user where email_key = 'émile@x.sn'`,
  });
  assert.equal(found!.n, 1);
});
