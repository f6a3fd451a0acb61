// Refunds above the limit in the portal: who may see, ask and decide on the developers' side and on
// the operator's, and who is of another account.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { DeveloperRole } from '@jokko/contract/portal';
import { openCaseBackOffice, refs, type CaseBackOffice } from '../cases/testing.ts';
import { units } from '../../payments/operations/testing.ts';
import { operatorBrowser, seatedBrowser } from '../../node/portal/testing/operator.ts';
import { startPortal } from '../../node/portal/testing/portal.ts';
import type { Browser, Portal } from '../../node/portal/testing/portal.ts';

let portal: Portal;
let backOffice: CaseBackOffice;
before(async () => {
  portal = await startPortal();
  backOffice = await openCaseBackOffice(portal.db);
  await portal.db.sql(`insert into account (name, webhook_secret_sealed) values ('Autre', '')`);
});
after(async () => {
  await backOffice.close();
  await portal.close();
});

const developer = (
  name: string,
  role: DeveloperRole,
  accountId = 1,
  countries: string[] | null = null,
): Promise<Browser> =>
  seatedBrowser(portal, name, { side: 'developer', role, accountId, countries });

async function succeeded(): Promise<string> {
  const operation = await backOffice.open({ amount: units(50) });
  await backOffice.advance(
    operation,
    { type: 'succeed', refs },
    (await backOffice.attemptOf(operation))!,
  );
  return operation.terms.id;
}

test('one of the account asks, another one of it decides; nobody of another account or of another country sees it', async () => {
  const admin = await operatorBrowser(portal, 'Admin');
  assert.equal(
    (await admin.post('operator/refund-limit', { accountId: 1, limit: '49.5', reason: '' })).json
      .approvalRequestId,
    null,
  );
  assert.deepEqual((await admin.get('operator/refund-limit?account=1')).json, {
    account: '49.5',
    installation: null,
  });
  assert.equal(
    (await admin.post('operator/refund-limit', { accountId: 99, limit: '1', reason: '' })).code,
    'notFound',
  );
  const [owner, finance] = [await developer('Awa', 'owner'), await developer('Moussa', 'finance')];
  const [viewer, other, local] = [
    await developer('Vue', 'viewer'),
    await developer('Loin', 'owner', 2),
    await developer('CI', 'admin', 1, ['CI']),
  ];
  const id = await succeeded();
  const asked = (await owner.post('transactions/refund', { id, reason: 'payé deux fois' })).json;
  assert.equal(asked.outcome, 'waiting');
  const approvalRequest = { id: asked.approvalRequestId, note: '' };
  const [item] = (await viewer.get('refunds')).json.items;
  assert.deepEqual(
    [item.id, item.transactionId, item.amount, item.reason, item.own],
    [asked.approvalRequestId, id, '50', 'payé deux fois', false],
  );
  const preview = `refunds/${asked.approvalRequestId}/preview`;
  const { lines, refusal } = (await viewer.get(preview)).json;
  const [state, balance] = lines;
  assert.deepEqual(
    [state.before.word, state.after.word, balance.subject, refusal],
    ['SUCCESS', 'REFUNDED', 'available', null],
  );
  assert.ok(Number(balance.after.amount) - Number(balance.before.amount) >= 50);
  assert.equal((await viewer.post('refunds/approve', approvalRequest)).code, 'notAllowed');
  assert.deepEqual((await other.get('refunds')).json.items, []);
  assert.deepEqual((await local.get('refunds')).json.items, []);
  for (const stranger of [other, local]) {
    assert.equal((await stranger.get(preview)).code, 'notFound');
    assert.equal((await stranger.post('refunds/approve', approvalRequest)).code, 'notFound');
    assert.equal((await stranger.post('refunds/refuse', approvalRequest)).code, 'notFound');
  }
  for (const refused of [
    await admin.post('operator/approval-requests/approve', approvalRequest),
    await admin.get(`operator/approval-requests/${approvalRequest.id}/preview`),
  ])
    assert.equal(refused.code, 'notFound');
  assert.ok(
    (await admin.get('operator/approval-requests')).json.items.every(
      ({ kind }: { kind: string }) => kind !== 'account-refund',
    ),
  );
  const here = await developer('Ndeye', 'admin', 1, ['SN']);
  assert.deepEqual(
    (await here.get(preview)).json.lines.map(({ subject }: { subject: string }) => subject),
    ['transaction'],
    'a seat of some countries sees no balance',
  );
  assert.equal((await owner.post('refunds/approve', approvalRequest)).code, 'ownRequest');
  assert.equal((await finance.post('refunds/refuse', approvalRequest)).status, 200);
  assert.equal((await owner.get('refunds')).json.items[0].state, 'refused');
  assert.deepEqual((await owner.get(preview)).json, { lines: [], refusal: null });
});

test('who asked takes the request back; what cannot be carried out any more says why', async () => {
  const [asker, approver] = [await developer('Aida', 'owner'), await developer('Omar', 'finance')];
  const ask = async () => {
    const asked = await asker.post('transactions/refund', { id: await succeeded(), reason: 'x' });
    return { id: asked.json.approvalRequestId, note: '' };
  };
  const [withdrawn, approved] = [await ask(), await ask()];
  const taken = { id: withdrawn.id };
  assert.equal((await approver.post('refunds/withdraw', taken)).code, 'notFound');
  assert.equal((await asker.post('refunds/withdraw', taken)).status, 200);
  assert.equal((await approver.post('refunds/approve', withdrawn)).code, 'conflict');
  assert.deepEqual((await approver.post('refunds/approve', approved)).json, {
    state: 'failed',
    failure: 'settled meanwhile',
  });
});

test('an operator gives a reason; above the limit it waits for another operator', async () => {
  const admin = await operatorBrowser(portal, 'Fatou');
  const id = await succeeded();
  assert.equal(
    (await admin.post('operator/refund', { accountId: 1, id, reason: ' ' })).json.error.fields[0]
      .field,
    'reason',
  );
  assert.equal(
    (await admin.post('operator/refund', { accountId: 2, id, reason: 'x' })).code,
    'notFound',
  );
  const { outcome, approvalRequestId } = (
    await admin.post('operator/refund', { accountId: 1, id, reason: 'réclamation C1' })
  ).json;
  assert.equal(outcome, 'waiting');
  const [approvalRequest] = (await admin.get('operator/approval-requests')).json.items;
  assert.deepEqual(
    [approvalRequest.id, approvalRequest.kind, approvalRequest.transactionId],
    [approvalRequestId, 'refund', id],
  );
  const { lines, refusal } = (
    await admin.get(`operator/approval-requests/${approvalRequestId}/preview`)
  ).json;
  const [state, balance] = lines;
  assert.deepEqual(
    [state.before.word, state.after.word, state.asked, refusal],
    ['SUCCESS', 'REFUNDED', null, null],
  );
  // A payout: the whole amount comes back, and its fee.
  assert.equal(balance.subject, 'available');
  assert.ok(Number(balance.after.amount) - Number(balance.before.amount) >= 50);
  const support = await operatorBrowser(portal, 'Ali', { role: 'support' });
  assert.equal(
    (await support.post('operator/refund', { accountId: 1, id, reason: 'x' })).code,
    'notAllowed',
  );
  assert.equal(
    (await support.post('operator/refund-limit', { accountId: null, limit: null, reason: 'x' }))
      .code,
    'notAllowed',
  );
});

test('one user lowers the limit; raising it, or taking it away, is for two', async () => {
  const [one, two] = [await operatorBrowser(portal, 'Un'), await operatorBrowser(portal, 'Deux')];
  const set = (accountId: number | null, limit: string | null, reason = 'plus de litiges') =>
    one.post('operator/refund-limit', { accountId, limit, reason });
  const limits = async (): Promise<unknown> =>
    (await one.get('operator/refund-limit?account=2')).json;
  assert.equal((await set(null, '1000', '')).json.approvalRequestId, null, 'there was none');
  for (const [accountId, limit] of [
    [2, '999999'] as const,
    [null, '1000.5'] as const,
    [null, null] as const,
  ]) {
    assert.equal((await set(accountId, limit, ' ')).json.error.fields[0].field, 'reason');
    const approvalRequest = { id: (await set(accountId, limit)).json.approvalRequestId, note: '' };
    assert.equal(
      (await one.post('operator/approval-requests/approve', approvalRequest)).code,
      'ownRequest',
    );
    assert.deepEqual(
      await limits(),
      { account: null, installation: '1000' },
      'nothing is raised by one',
    );
  }
  const [lift, raise, own] = (await two.get('operator/approval-requests?state=open')).json.items;
  assert.deepEqual([lift.what, own.accountName], ['all_accounts 1000 raised_to no_limit', 'Autre']);
  const approve = async ({ id }: { id: number }): Promise<unknown> =>
    (await two.post('operator/approval-requests/approve', { id, note: '' })).json;
  const previewOf = async ({ id }: { id: number }) =>
    (await two.get(`operator/approval-requests/${id}/preview`)).json;
  const line = { subject: 'refundLimit', name: null };
  const [thousand, more] = [{ word: '1000' }, { word: '1000.5' }];
  assert.deepEqual(await previewOf(raise), {
    lines: [{ ...line, asked: null, before: thousand, after: more }],
    refusal: null,
  });
  assert.deepEqual(await approve(raise), { state: 'done', failure: null });
  assert.deepEqual(
    await previewOf(lift),
    {
      lines: [{ ...line, asked: thousand, before: more, after: { word: 'no_limit' } }],
      refusal: 'limit changed',
    },
    'another limit counts since it was asked for',
  );
  assert.deepEqual(await approve(lift), { state: 'failed', failure: 'limit changed' });
  assert.deepEqual(await approve(own), { state: 'failed', failure: 'limit changed' });
  assert.equal((await set(null, '1000.5', '')).json.approvalRequestId, null, 'the same as before');
  assert.equal((await set(2, '10', '')).json.approvalRequestId, null);
  assert.deepEqual(await limits(), { account: '10', installation: '1000.5' });
  assert.notEqual(
    (await set(2, null)).json.approvalRequestId,
    null,
    'without its own the installation’s counts, which is higher',
  );
});
