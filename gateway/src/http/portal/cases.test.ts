// Cases in the portal: who may see and ask, what is said when it cannot be asked for, and that only another person's approval changes anything.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openCaseDesk, refs, type CaseDesk } from '../../domain/cases/testing.ts';
import { units } from '../../domain/operations/testing.ts';
import { operatorBrowser } from './testing/operator.ts';
import { startPortal } from './testing/portal.ts';
import type { Browser, Portal } from './testing/portal.ts';

let portal: Portal;
let desk: CaseDesk;
let asker: Browser;
let other: Browser;
let viewer: Browser;

before(async () => {
  portal = await startPortal();
  desk = await openCaseDesk(portal.db);
  asker = await operatorBrowser(portal, 'Fatou');
  other = await operatorBrowser(portal, 'Ousmane', { role: 'finance' });
  viewer = await operatorBrowser(portal, 'Vue', { role: 'viewer', countries: ['CI'] });
});
after(async () => {
  await desk.close();
  await portal.close();
});

test('a late success is in the queue with what proves it, and is booked when another person approves', async () => {
  const failed = { type: 'fail', refs, refusal: { errorId: 44, message: 'no' }, proof: 'provider_failed' } as const;
  const { facts } = await desk.contradict({ amount: units(100), phone: '+221770000001' }, failed, { type: 'succeed', refs });
  const [item] = (await asker.get('operator/cases')).json.items;
  assert.deepEqual(
    [item.kind, item.accountName, item.transactionId, item.amount, item.state],
    ['late_success', 'Teranga', facts.id, '100', 'FAILED'],
  );
  const found = (await asker.get(`operator/cases/${facts.accountId}/${facts.id}`)).json;
  assert.deepEqual([found.undecided, found.suspense, found.waiting, found.cases[0].mayBook], [null, '0', null, true]);
  const order = { accountId: 1, id: facts.id, caseId: item.caseId, how: 'booked', bearer: 'operator', reason: 'payé deux fois' };
  const asked = (await asker.post('operator/cases/close', order)).json;
  assert.equal(asked.refusal, null);
  assert.equal((await asker.get(`operator/cases/1/${facts.id}`)).json.waiting, asked.id);
  assert.equal((await other.post('operator/cases/close', order)).json.refusal, 'waiting');
  const [wish] = (await asker.get('operator/wishes')).json.items;
  assert.deepEqual([wish.kind, wish.transactionId, wish.what, wish.amount], ['close-case', facts.id, 'booked operator', '100']);
  assert.equal((await asker.post('operator/wishes/approve', { id: asked.id, note: '' })).code, 'ownWish');
  assert.equal((await other.post('operator/wishes/approve', { id: asked.id, note: '' })).json.state, 'done');
  assert.deepEqual((await asker.get('operator/cases')).json.items, []);
  assert.equal((await asker.get('operator/cases?of=closed')).json.items[0].resolution, 'booked');
  const { transfers } = (await asker.get(`operator/transactions/1/${facts.id}`)).json;
  assert.deepEqual(
    transfers.slice(-2).map(({ verb, debit, credit }: Record<string, string>) => [verb, debit, credit]),
    [
      ['adjust', 'suspense', `provider:${facts.route}`],
      ['adjust', 'funding', 'suspense'],
    ],
  );
});

test('an unknown outcome is asked for with its proof, by who may, for what may be seen', async () => {
  const { operation } = await desk.lose();
  const key = { accountId: 1, id: operation.facts.id };
  const [unknown] = (await asker.get('operator/cases?of=unknown')).json.items;
  assert.deepEqual([unknown.caseId, unknown.transactionId], [null, key.id]);
  const resolve = (browser: Browser, body: object) => browser.post('operator/cases/resolve', { ...key, reason: 'relevé du jour', ...body });
  const fieldOf = async (body: object) => (await resolve(asker, body)).json.error.fields[0].field;
  assert.equal(await fieldOf({ outcome: 'executed', reference: '  ' }), 'reference');
  assert.equal(await fieldOf({ outcome: 'not_executed' }), 'ground');
  assert.equal(await fieldOf({ outcome: 'not_executed', ground: 'absent', reason: '  ' }), 'reason');
  assert.equal((await resolve(viewer, { outcome: 'executed', reference: 'P1' })).code, 'notAllowed');
  assert.deepEqual((await viewer.get('operator/cases?of=unknown')).json.items, []);
  assert.equal((await viewer.get(`operator/cases/1/${key.id}`)).code, 'notFound');
  assert.equal((await resolve(asker, { outcome: 'executed', reference: 'P1' })).json.refusal, null);
  await desk.advance(operation, { type: 'succeed', refs }, (await desk.attemptOf(operation))!);
  assert.equal((await resolve(asker, { outcome: 'not_executed', ground: 'absent' })).json.refusal, 'settled');
});
