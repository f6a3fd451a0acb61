// S10: what users look at, send and stop is in the audit log, as what they change.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readWebhookSecret, setAccount, setSecondCallback } from '../../payments/accounts/index.ts';
import { createApp } from '../../messaging/applications/index.ts';
import { operatorBrowser } from './testing/operator.ts';
import { startPortal } from './testing/portal.ts';
import type { Portal } from './testing/portal.ts';

let portal: Portal;

before(async () => {
  portal = await startPortal();
});
after(() => portal.close());

const entries = (action: string) =>
  portal.db.database.query<{ subject: string | null; body: string }>(
    {
      name: 'entries_of_action',
      text: 'select subject, body from audit_entry where action = $1 order by number',
    },
    [action],
  );

test('a key is told once for each session, and each time that it is shown', async () => {
  const { browser } = await portal.register('noted@boutique.sn');
  for (let n = 0; n < 3; n++)
    assert.match((await browser.get('home/first-call')).json.apiKey, /^jk_/);
  assert.equal((await entries('key.tell')).length, 1);
  assert.equal((await browser.get('home/first-call')).json.appKey, null, 'no app yet');
  const { appKey } = (await createApp(
    portal.users.database,
    portal.users.secrets,
    1,
    'Boutique',
  )) as { appKey: string };
  for (let n = 0; n < 2; n++)
    assert.equal((await browser.get('home/first-call')).json.appKey, appKey);
  assert.equal((await entries('sms-app.tell')).length, 1);
  // The sandbox shows its secrets to who has no second factor.
  const [key] = (await browser.get('keys')).json.items;
  assert.equal((await browser.post('keys/show', { id: key.id })).status, 200);
  assert.deepEqual(
    (await entries('key.show')).map(({ subject }) => subject),
    [`key/${key.id}`],
  );
  const { secret } = (await browser.post('signing/webhook/show', {})).json;
  assert.equal(secret, await readWebhookSecret(portal.db.database, portal.users.secrets, 1));
  assert.equal((await entries('webhook-secret.show')).length, 1);
});

test('a file of the audit log is noted, and a browser that says much about itself is cut short', async () => {
  const operator = await operatorBrowser(portal, 'noted');
  assert.equal(
    (await operator.get('operator/audit/export?action=x', { 'user-agent': 'A'.repeat(12_000) }))
      .status,
    200,
  );
  const [entry] = await entries('audit.export');
  const { who, new: filter } = JSON.parse(entry!.body);
  assert.deepEqual([who.agent.length, filter.action], [300, 'x']);
});

test('what the command line changes of an account is noted without what may be secret', async () => {
  await portal.register('other@boutique.sn');
  await setAccount(portal.db.database, 1, { language: 'en' });
  await setSecondCallback(portal.db.database, 1, 'https://shop.sn/hook?token=geheim');
  assert.match((await entries('account.change'))[0]!.body, /"language":"en"/);
  const [second] = await entries('account.second-callback');
  assert.match(second!.body, /https:\/\/shop\.sn/);
  assert.doesNotMatch(second!.body, /geheim/);
});
