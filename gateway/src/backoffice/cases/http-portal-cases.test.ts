// Cases in the portal: who may see and ask, what is said when it cannot be asked for, and that only
// another user's approval changes anything.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openCaseBackOffice, refs, type CaseBackOffice } from './testing.ts';
import { units } from '../../payments/operations/testing.ts';
import { operatorBrowser } from '../../node/portal/testing/operator.ts';
import { startPortal } from '../../node/portal/testing/portal.ts';
import type { Browser, Portal } from '../../node/portal/testing/portal.ts';

let portal: Portal;
let backOffice: CaseBackOffice;
let asker: Browser;
let other: Browser;
let viewer: Browser;

before(async () => {
  portal = await startPortal();
  backOffice = await openCaseBackOffice(portal.db);
  asker = await operatorBrowser(portal, 'Fatou');
  other = await operatorBrowser(portal, 'Ousmane', { role: 'finance' });
  viewer = await operatorBrowser(portal, 'Vue', { role: 'viewer', countries: ['CI'] });
});
after(async () => {
  await backOffice.close();
  await portal.close();
});

test('a late success is in the queue with what proves it, and is booked when another user approves', async () => {
  const failed = {
    type: 'fail',
    refs,
    refusal: { errorId: 44, message: 'no' },
    proof: 'provider_failed',
  } as const;
  const { terms } = await backOffice.contradict(
    { amount: units(100), phone: '+221770000001' },
    failed,
    {
      type: 'succeed',
      refs,
    },
  );
  const [item] = (await asker.get('operator/cases')).json.items;
  assert.deepEqual(
    [item.kind, item.accountName, item.transactionId, item.amount, item.state],
    ['late_success', 'Teranga', terms.id, '100', 'FAILED'],
  );
  const found = (await asker.get(`operator/cases/${terms.accountId}/${terms.id}`)).json;
  assert.deepEqual(
    [found.undecided, found.suspense, found.waiting, found.cases[0].mayBook],
    [null, '0', null, true],
  );
  const order = {
    accountId: 1,
    id: terms.id,
    caseId: item.caseId,
    how: 'booked',
    liableParty: 'operator',
    reason: 'payé deux fois',
  };
  const asked = (await asker.post('operator/cases/close', order)).json;
  assert.equal(asked.refusal, null);
  assert.equal((await asker.get(`operator/cases/1/${terms.id}`)).json.waiting, asked.id);
  assert.equal((await other.post('operator/cases/close', order)).json.refusal, 'waiting');
  const [approvalRequest] = (await asker.get('operator/approval-requests')).json.items;
  assert.deepEqual(
    [
      approvalRequest.kind,
      approvalRequest.transactionId,
      approvalRequest.what,
      approvalRequest.amount,
    ],
    ['close-case', terms.id, 'booked operator', '100'],
  );
  assert.equal(
    (await asker.post('operator/approval-requests/approve', { id: asked.id, note: '' })).code,
    'ownRequest',
  );
  const { lines, refusal } = (await other.get(`operator/approval-requests/${asked.id}/preview`))
    .json;
  const of = (wanted: string) =>
    lines.find(({ subject }: { subject: string }) => subject === wanted);
  assert.equal(refusal, null);
  assert.deepEqual([of('case').before.word, of('case').after.word], ['open_case', 'closed_case']);
  const { before: now, after: then } = of('available');
  assert.deepEqual(then, now, 'the developer’s balance stays');
  assert.deepEqual([of('borne').before.amount, of('borne').after.amount], ['0', '100']);
  assert.equal(
    (await other.post('operator/approval-requests/approve', { id: asked.id, note: '' })).json.state,
    'done',
  );
  assert.deepEqual((await asker.get('operator/cases')).json.items, []);
  assert.equal((await asker.get('operator/cases?of=closed')).json.items[0].resolution, 'booked');
  const { transfers } = (await asker.get(`operator/transactions/1/${terms.id}`)).json;
  assert.deepEqual(
    transfers
      .slice(-2)
      .map(({ verb, debit, credit }: Record<string, string>) => [verb, debit, credit]),
    [
      ['adjust', 'suspense', `provider:${terms.route}`],
      ['adjust', 'funding', 'suspense'],
    ],
  );
});

test('an unknown outcome is asked for with its proof, by who may, for what may be seen', async () => {
  const { operation } = await backOffice.lose();
  const key = { accountId: 1, id: operation.terms.id };
  const [unknown] = (await asker.get('operator/cases?of=unknown')).json.items;
  assert.deepEqual([unknown.caseId, unknown.transactionId], [null, key.id]);
  const resolve = (browser: Browser, body: object) =>
    browser.post('operator/cases/resolve', { ...key, reason: 'relevé du jour', ...body });
  const fieldOf = async (body: object) => (await resolve(asker, body)).json.error.fields[0].field;
  assert.equal(await fieldOf({ outcome: 'executed', reference: '  ' }), 'reference');
  assert.equal(await fieldOf({ outcome: 'not_executed' }), 'evidence');
  assert.equal(
    await fieldOf({ outcome: 'not_executed', evidence: 'absent', reason: '  ' }),
    'reason',
  );
  assert.equal(
    (await resolve(viewer, { outcome: 'executed', reference: 'P1' })).code,
    'notAllowed',
  );
  assert.deepEqual((await viewer.get('operator/cases?of=unknown')).json.items, []);
  assert.equal((await viewer.get(`operator/cases/1/${key.id}`)).code, 'notFound');
  const asked = (await resolve(asker, { outcome: 'executed', reference: 'P1' })).json;
  assert.equal(asked.refusal, null);
  const foreseen = async () => {
    const { lines, refusal } = (await other.get(`operator/approval-requests/${asked.id}/preview`))
      .json;
    return [lines[0].before.word, lines[0].after.word, refusal];
  };
  assert.deepEqual(await foreseen(), ['UNKNOWN', 'SUCCESS', null]);
  await backOffice.advance(
    operation,
    { type: 'succeed', refs },
    (await backOffice.attemptOf(operation))!,
  );
  assert.deepEqual(await foreseen(), ['SUCCESS', 'SUCCESS', 'settled meanwhile']);
  assert.equal(
    (await resolve(asker, { outcome: 'not_executed', evidence: 'absent' })).json.refusal,
    'settled',
  );
});
