// F54: the portal shows which routes are closed since a recovery; administrators open them, once,
// and it is audited.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { operatorBrowser } from '../../node/portal/testing/operator.ts';
import { startPortal } from '../../node/portal/testing/portal.ts';
import type { Browser, Portal } from '../../node/portal/testing/portal.ts';

let portal: Portal;
let admin: Browser;
let finance: Browser;
let stopped: { reason: string; mustRecover: boolean } | null = null;
before(async () => {
  portal = await startPortal({ stopped: () => stopped });
  admin = await operatorBrowser(portal, 'Awa', { role: 'admin' });
  finance = await operatorBrowser(portal, 'Fatou', { role: 'finance' });
});
after(() => portal.close());

const routesOf = async (browser: Browser): Promise<{ name: string; closedSince: unknown }[]> =>
  (await browser.get('operator/connectors')).json.items.filter(
    ({ kind }: { kind: string }) => kind === 'catalogue',
  );

test('F54 I-16 while nothing is sent operators see why, and whether a recovery is what helps', async () => {
  const shown = async () => (await admin.get('me')).json.stopped;
  assert.equal(await shown(), null);
  for (const each of [
    { reason: 'the mark went back', mustRecover: true },
    { reason: 'the send journal cannot be written: ENOSPC', mustRecover: false },
  ]) {
    stopped = each;
    assert.deepEqual(await shown(), each);
    assert.deepEqual((await portal.browser().get('me')).json.stopped ?? null, null);
  }
  stopped = null;
});

test('F54 a route that is closed since a recovery is shown, and opened by an administrator', async () => {
  const name = 'OPA_SN';
  await portal.db.sql(
    `insert into catalogue (document)
      values ('{"services":[],"routes":[{"name":"${name}","connector":"sandbox","config":{}}]}')`,
  );
  assert.equal((await routesOf(finance))[0]!.closedSince, null);
  await portal.db.sql(
    `insert into closed_route (route, epoch) values ('${name}', 2), ('OTHER', 2)`,
  );
  assert.equal(typeof (await routesOf(finance))[0]!.closedSince, 'string');

  assert.equal((await finance.post('operator/connectors/open', { name })).status, 403);
  assert.deepEqual((await admin.post('operator/connectors/open', { name })).json, { opened: true });
  assert.deepEqual((await admin.post('operator/connectors/open', { name })).json, {
    opened: false,
  });
  assert.equal((await routesOf(admin))[0]!.closedSince, null);
  const entries = await portal.db.database.query<{ body: string }>({
    name: 'audited',
    text: `select body from audit_entry where action = 'recovery.open'`,
  });
  assert.equal(entries.length, 1);
  const left = await portal.db.database.query({
    name: 'left',
    text: 'select route from closed_route',
  });
  assert.deepEqual(left, [{ route: 'OTHER' }]);
  const { who, subject, old } = JSON.parse(entries[0]!.body);
  assert.deepEqual([who.kind, subject, old], ['user', `route/${name}`, { epoch: 2 }]);
});
