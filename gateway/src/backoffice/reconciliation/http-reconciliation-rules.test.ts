// Rules and the closing of many differences over HTTP: who may, what is refused, and what is
// answered.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { operatorBrowser } from '../../node/portal/testing/operator.ts';
import { startPortal } from '../../node/portal/testing/portal.ts';
import type { Browser, Portal } from '../../node/portal/testing/portal.ts';
import { takeIn, workOff } from './testing/files.ts';

let portal: Portal;
let finance: Browser;
let support: Browser;

before(async () => {
  portal = await startPortal();
  finance = await operatorBrowser(portal, 'Awa', { role: 'finance' });
  support = await operatorBrowser(portal, 'Sidy', { role: 'support' });
});
after(() => portal.close());

const rules = 'operator/reconciliation-rules';
const rule = { route: 'OPA_SN', direction: 'in', percent: '1', fixed: '0', note: 'Contrat 2026' };

test('a rule is added once, seen by all, and ended; it needs a fee, a reason and a known provider', async () => {
  assert.equal((await support.post(rules, rule)).code, 'notAllowed');
  const refused = async (change: Partial<typeof rule>): Promise<string> =>
    (await finance.post(rules, { ...rule, ...change })).json.error.fields[0].field;
  assert.equal(await refused({ route: 'NO_SUCH' }), 'route');
  assert.equal(await refused({ percent: '0.0' }), 'percent');
  assert.equal(await refused({ percent: '100.0001' }), 'percent');
  assert.equal(await refused({ note: '  ' }), 'note');
  const { id } = (await finance.post(rules, rule)).json;
  assert.equal((await finance.post(rules, rule)).code, 'conflict');
  const [listed] = (await support.get(rules)).json.items;
  assert.deepEqual(
    [listed.id, listed.percent, listed.createdBy, listed.explained, listed.endedAt],
    [id, '1', 'Awa', 0, null],
  );
  assert.equal((await support.post(`${rules}/end`, { id })).code, 'notAllowed');
  assert.equal((await finance.post(`${rules}/end`, { id })).status, 200);
  assert.equal((await finance.post(`${rules}/end`, { id })).code, 'conflict');
  const [ended] = (await support.get(rules)).json.items;
  assert.deepEqual([ended.endedBy, ended.endedAt !== null], ['Awa', true]);
});

test('many differences are closed at once by those who may, or none of them', async () => {
  const heading =
    'transaction_id,external_reference,direction,amount,fee,currency,status,completed_at';
  const lines = [1, 2, 3].map((n) => `X${n},u-${n},in,500,5,XOF,SUCCESS,2026-11-20T10:00:00Z`);
  const { id: fileId } = await takeIn(portal.db, {
    content: `${[heading, ...lines].join('\n')}\n`,
    route: 'OPA_SN',
  });
  await workOff(portal.db);
  const openOf = async () =>
    (await finance.get(`operator/reconciliation/${fileId}/discrepancies?state=open`)).json.items;
  const ids: number[] = (await openOf()).map((each: { id: number }) => each.id);
  assert.equal(ids.length, 3);
  const close = 'operator/reconciliation-discrepancies/close';
  const body = { ids, to: 'explained', note: 'Essais du fournisseur' };
  assert.equal((await support.post(close, body)).code, 'notAllowed');
  assert.equal((await finance.post(close, { ...body, note: ' ' })).code, 'invalid');
  assert.equal((await finance.post(close, { ...body, to: 'open' })).code, 'invalid');
  assert.equal((await finance.post(close, { ...body, ids: [...ids, 999_999] })).code, 'notFound');
  assert.equal((await openOf()).length, 3);
  assert.equal((await finance.post(close, body)).status, 200);
  assert.deepEqual(await openOf(), []);
  assert.equal((await finance.post(close, body)).code, 'conflict');
  const { totals } = (await finance.get(`operator/reconciliation/${fileId}`)).json;
  assert.deepEqual(
    [totals[0].fees, totals[0].feesExpected, totals[0].feesDifference],
    ['15', '15', '0'],
  );
});
