// The provider inbox in the portal: who sees it, who may ignore a notice, and that it is audited.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { operatorBrowser } from '../../node/portal/testing/operator.ts';
import { startPortal } from '../../node/portal/testing/portal.ts';
import type { Browser, Portal } from '../../node/portal/testing/portal.ts';
import { keepEvent } from './index.ts';

let portal: Portal;
let finance: Browser;
let viewer: Browser;
before(async () => {
  portal = await startPortal();
  finance = await operatorBrowser(portal, 'Fatou', { role: 'finance' });
  viewer = await operatorBrowser(portal, 'Vue', { role: 'viewer' });
});
after(() => portal.close());

test('I-30 a waiting notice is shown to the operator and ignored by finance, with a reason', async () => {
  await keepEvent(portal.db.database, 'OPA_SN', {
    match: { theirs: 'GS1' },
    authenticated: true,
    dedupeKey: 'x',
    claims: { amount: 50_000n, currency: 'XOF' },
  });
  const [item] = (await viewer.get('operator/provider-inbox')).json.items;
  assert.deepEqual(
    [item.route, item.theirs, item.ours, item.amount, item.state],
    ['OPA_SN', 'GS1', null, '5', 'waiting'],
  );
  const order = { id: item.id, reason: 'a test of the provider' };
  assert.equal((await viewer.post('operator/provider-inbox/ignore', order)).status, 403);
  assert.equal(
    (await finance.post('operator/provider-inbox/ignore', { ...order, reason: ' ' })).status,
    400,
  );
  assert.equal((await finance.post('operator/provider-inbox/ignore', order)).status, 200);
  assert.equal((await finance.post('operator/provider-inbox/ignore', order)).status, 404);
  assert.deepEqual((await viewer.get('operator/provider-inbox')).json.items, []);
  const [ignored] = (await viewer.get('operator/provider-inbox?of=decided')).json.items;
  assert.deepEqual([ignored.state, ignored.reason], ['ignored', order.reason]);
  const [entry] = await portal.db.database.query<{ body: string }>({
    name: 'audited',
    text: `select body from audit_entry where action = 'provider-inbox.ignore'`,
  });
  assert.match(entry!.body, /a test of the provider/);
});
