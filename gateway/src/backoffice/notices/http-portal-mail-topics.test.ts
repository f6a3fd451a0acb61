// P7: users choose what e-mail tells them, and those who look after the money from which balance
// on.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { listAudit } from '../../platform/audit/index.ts';
import {
  password,
  startPortal,
  type Browser,
  type Portal,
} from '../../node/portal/testing/portal.ts';

let portal: Portal;
let owner: Browser;

before(async () => {
  portal = await startPortal();
  ({ browser: owner } = await portal.register('owner@boutique.sn'));
});
after(() => portal.close());

async function invited(role: string): Promise<Browser> {
  const made = await owner.post('team/invite', { email: `${role}@x.sn`, role, countries: null });
  const browser = portal.browser();
  const joining = { token: made.json.link.split('#')[1], name: 'Binta', password };
  assert.equal((await browser.post('invitations/accept', joining)).status, 200);
  return browser;
}

test('P7 a user switches topics off and on again; notices of security are no topic', async () => {
  assert.deepEqual((await owner.get('mail-topics')).json, { mails: false, off: [] });
  assert.equal((await owner.post('mail-topics', { off: ['claims', 'balance'] })).status, 200);
  assert.deepEqual((await owner.get('mail-topics')).json.off, ['claims', 'balance']);
  assert.equal((await owner.post('mail-topics', { off: ['security'] })).status, 400);
  assert.equal((await owner.post('mail-topics', { off: [] })).status, 200);
  assert.deepEqual((await owner.get('mail-topics')).json.off, []);
});

test('P7 a limit of the balance is set, changed and removed', async () => {
  const items = async (): Promise<unknown> => (await owner.get('balance-limits')).json.items;
  assert.deepEqual(await items(), []);
  const set = (minimum: number | null) =>
    owner.post('balance-limits', { currency: 'XOF', minimum });
  assert.equal((await set(50_000)).status, 200);
  assert.deepEqual(await items(), [{ currency: 'XOF', minimum: '50000' }]);
  assert.equal((await set(75_000)).status, 200);
  assert.deepEqual(await items(), [{ currency: 'XOF', minimum: '75000' }]);
  assert.equal((await set(0)).status, 400);
  assert.equal((await set(null)).status, 200);
  assert.deepEqual(await items(), []);
  const audit = await listAudit(portal.db.database, { action: 'account.balance-limit', limit: 2 });
  assert.deepEqual(
    audit.map(({ old, new: now }) => [old, now]),
    [
      ['75000', null],
      ['50000', '75000'],
    ].map((pair) => pair.map((minimum) => ({ currency: 'XOF', minimum }))),
  );
});

test('P7 who only reads sees the limit of the balance and changes none', async () => {
  const viewer = await invited('viewer');
  assert.equal((await viewer.get('balance-limits')).status, 200);
  const refused = await viewer.post('balance-limits', { currency: 'XOF', minimum: 1 });
  assert.equal(refused.status, 403);
});
