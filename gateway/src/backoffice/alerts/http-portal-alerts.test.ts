// Proves that the operator sees and acknowledges alerts, that admins alone change the rules, and
// that what is posted to the webhook is signed as callbacks are.

import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { verifyWebhook } from '@jokko/contract';
import { operatorBrowser } from '../../node/portal/testing/operator.ts';
import { startPortal, type Browser, type Portal } from '../../node/portal/testing/portal.ts';
import { openLog } from '../../platform/log.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { createAddressGuard } from '../../platform/outbound/guard.ts';
import { createPoster } from '../../platform/outbound/post.ts';
import { createResolver } from '../../platform/outbound/resolver.ts';
import { secureContextOf } from '../../platform/outbound/tls.ts';
import { nothingAttached, queueNotification } from '../notifications/index.ts';
import { createNotificationRounds } from '../notifications/deliver.ts';
import { smsSender, webhookSender } from './index.ts';
import { mayPayForAlerts } from './paying-account.ts';
import { storeSettings } from './settings.ts';

let portal: Portal;
let admin: Browser;
let support: Browser;
let receiver: Server;
let poster: ReturnType<typeof createPoster>;
let url: string;
const got: { headers: Record<string, string>; body: string }[] = [];

before(async () => {
  portal = await startPortal({ mails: true });
  admin = await operatorBrowser(portal, 'Awa');
  support = await operatorBrowser(portal, 'Ousmane', { role: 'support' });
  receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString('utf8')));
    request.on('end', () => {
      got.push({ headers: request.headers as Record<string, string>, body });
      response.end();
    });
  });
  await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/alerts`;
  poster = createPoster({
    guard: createAddressGuard({ loopbackAllowed: true, networks: [], ownHosts: [] }),
    resolver: createResolver([]),
    secureContext: secureContextOf(undefined),
    learnOwnAddresses: () => Promise.resolve(),
  });
});
after(async () => {
  poster.close();
  await new Promise((closed) => receiver.close(closed));
  await portal.close();
});

test('support acknowledges an alert, and nobody does so twice', async () => {
  await portal.db.sql(
    `insert into alert (rule, subject, severity) values ('node', 'node-1', 'critical'),
      ('disk', 'diskLow', 'critical')`,
  );
  const { json } = await support.get('operator/alerts?state=open');
  assert.equal(json.open, 2);
  const [disk] = json.items;
  assert.deepEqual([disk.rule, disk.acknowledgedBy], ['disk', null]);
  assert.equal((await support.post('operator/alerts/acknowledge', { id: disk.id })).status, 200);
  assert.equal((await admin.post('operator/alerts/acknowledge', { id: disk.id })).code, 'conflict');
  assert.equal((await admin.post('operator/alerts/acknowledge', { id: 999 })).code, 'notFound');
  const [acknowledged] = (await admin.get('operator/alerts?rule=disk')).json.items;
  assert.equal(acknowledged.acknowledgedBy, 'Ousmane');
});

test('an admin changes the rules; of two who change the same version the second is refused', async () => {
  const address = 'https://ops.example.sn/alerts';
  const { version, settings, webhook, users } = (await admin.get('operator/alert-settings')).json;
  assert.deepEqual([version, webhook], [0, null]);
  assert.deepEqual(
    users.map(({ name }: { name: string }) => name),
    ['Awa', 'Ousmane'],
  );
  const quiet = { from: '22:00', to: '07:00', timeZone: 'Africa/Dakar' };
  const body = { version, settings: { ...settings, quiet }, webhook: address };
  assert.equal((await support.post('operator/alert-settings', body)).code, 'notAllowed');
  const nowhere = { ...body, settings: { ...settings, quiet: { ...quiet, timeZone: 'Moon/Sea' } } };
  assert.equal((await admin.post('operator/alert-settings', nowhere)).code, 'invalid');
  const changed = await admin.post('operator/alert-settings', body);
  assert.match(changed.json.secret, /^whsec_/);
  assert.equal((await admin.post('operator/alert-settings', body)).code, 'conflict');
  const now = (await admin.get('operator/alert-settings')).json;
  assert.deepEqual(
    [now.version, now.webhook, now.settings.quiet],
    [changed.json.version, address, quiet],
  );

  const { database, secrets } = portal.users;
  await queueNotification(database, {
    kind: 'alert',
    channel: 'webhook',
    to: { address: url, language: 'en' },
    parameters: {
      what: 'raised',
      critical: true,
      count: 1,
      items: [
        {
          rule: 'node',
          subject: 'node-1',
          severity: 'critical',
          value: null,
          raisedAt: '2026-11-23T12:00:00.000Z',
        },
      ],
    },
  });
  await portal.db.sql(`update alert_webhook set url = '${url}'`);
  const deliver = createNotificationRounds({
    attach: () => Promise.resolve(nothingAttached),
    database,
    secrets,
    baseUrl: async () => portal.origin,
    log: openLog('silent', 'test'),
    senders: { webhook: webhookSender({ database, secrets, post: poster.post }) },
  });
  await deliver();
  const [{ headers, body: posted }] = got as [(typeof got)[0]];
  const told = JSON.parse(posted) as Record<string, unknown>;
  assert.deepEqual(
    [told['type'], told['what'], told['count'], told['text']],
    ['alert', 'raised', 1, 'Critical alert: Node node-1 is gone or its clock drifts'],
  );
  const verified = await verifyWebhook({ headers, body: posted, secret: changed.json.secret });
  assert.equal(verified.ok, true);

  await portal.db.sql(`update alert_webhook set url = '${address}'`);
  // The same address keeps its secret; none takes it away.
  const kept = { ...body, version: now.version };
  assert.equal((await admin.post('operator/alert-settings', kept)).json.secret, null);
  const removed = { ...body, version: now.version + 1, webhook: null };
  assert.equal((await admin.post('operator/alert-settings', removed)).status, 200);
  assert.equal((await admin.get('operator/alert-settings')).json.webhook, null);
});

test('O1 the phones of people are read as every number is, or refused', async () => {
  const { version, settings, users } = (await admin.get('operator/alert-settings')).json;
  const userId: number = users[0].id;
  const save = (phone: string) =>
    admin.post('operator/alert-settings', {
      version,
      settings: { ...settings, people: [{ userId, level: 1, email: false, phone }] },
      webhook: null,
    });
  for (const phone of ['771234567', '+221 77x 123 45 67', '+221771234567/78']) {
    const refused = await save(phone);
    assert.deepEqual(refused.json.error.fields, [
      { field: `${userId}.phone`, problem: 'invalidPhone' },
    ]);
  }
  await save('\u202a+221\u00a0(77)\u2011123\u200945\ufe0d67\u202c');
  const kept = (await admin.get('operator/alert-settings')).json.settings.people;
  assert.equal(kept[0].phone, '+221771234567');
});

test('S28: who may not change the webhook does not see its token, nor does the audit log', async () => {
  const { version, settings } = (await admin.get('operator/alert-settings')).json;
  const webhook = 'https://hooks.example.sn/services/T01/B02/s3cretT0ken?key=an0ther';
  await admin.post('operator/alert-settings', { version, settings, webhook });
  const shown = async (browser: Browser) =>
    (await browser.get('operator/alert-settings')).json.webhook;
  assert.equal(await shown(admin), webhook);
  const viewer = await operatorBrowser(portal, 'Vue', { role: 'viewer' });
  for (const browser of [support, viewer])
    assert.equal(await shown(browser), 'https://hooks.example.sn/…');
  const entries = await portal.db.database.query<{ body: string }>({
    name: 'bodies of audit entries',
    text: `select body::text as body from audit_entry`,
  });
  assert.ok(entries.some(({ body }) => body.includes('hooks.example.sn/…')));
  for (const { body } of entries) assert.doesNotMatch(body, /s3cretT0ken|an0ther/);
});

test('S28: an account that a developer’s program or an invited person uses pays for no alert', async () => {
  const { database } = portal.users;
  const [{ id } = { id: 0 }] = await database.query<{ id: number }>({
    name: 'account without seats',
    text: `insert into account (name, webhook_secret_sealed) values ('Alerts', '\\x00')
      returning id`,
  });
  const may = () => inTransaction(database, (session) => mayPayForAlerts(session, id));
  assert.equal(await may(), true);
  for (const [use, end] of [
    [
      `insert into api_key (account_id, key_hash, last_four) values (${id}, '\\x07', 'aaaa')`,
      `update api_key set revoked_at = now() where account_id = ${id}`,
    ],
    [
      `insert into one_time_link (token_hash, kind, email, email_key, side, role, account_id,
        expires_at)
        values ('\\x07', 'invitation', 'a@b.sn', 'a@b.sn', 'developer', 'owner', ${id},
          jokko_now() + interval '1 day')`,
      `update one_time_link set used_at = now() where account_id = ${id}`,
    ],
  ] as const) {
    await portal.db.sql(use);
    assert.equal(await may(), false, use);
    await portal.db.sql(end);
    assert.equal(await may(), true, end);
  }
});

test('S28: no developer pays for the operator’s alerts, whoever of the operator says so', async () => {
  const { browser } = await portal.register('boutique@example.sn');
  const { membership } = (await browser.get('me')).json;
  const { version, settings } = (await admin.get('operator/alert-settings')).json;
  const sms = { accountId: membership.accountId, app: 'js_test_1', sender: 'Boutique' };
  const body = { version, settings: { ...settings, sms }, webhook: null };
  const refused = await admin.post('operator/alert-settings', body);
  assert.match(JSON.stringify(refused.json), /"field":"sms","problem":"notAllowed"/);
  // Stored before that was asked for.
  const { database } = portal.users;
  await inTransaction(database, (session) =>
    storeSettings(session, { version, settings: { ...settings, sms }, userId: 1 }),
  );
  const send = smsSender(database, undefined as never);
  const sample = { kind: 'test', parameters: {}, language: 'fr', id: 'x' } as const;
  const outcome = await send('+221770000001', { subject: 'x', paragraphs: [], footer: '' }, sample);
  assert.equal(outcome.type, 'refused');
  await inTransaction(database, (session) =>
    storeSettings(session, { version: version + 1, settings, userId: 1 }),
  );
});

test('S28: tests of a channel are counted', async () => {
  const tester = await operatorBrowser(portal, 'Ndeye');
  const ask = () => tester.post('operator/alert-settings/test', { channel: 'sms' });
  for (let n = 0; n < 10; n++) assert.equal((await ask()).status, 200);
  assert.equal((await ask()).status, 429);
});

test('a test of a channel that is not set up says so', async () => {
  const tested = await admin.post('operator/alert-settings/test', { channel: 'sms' });
  assert.deepEqual(tested.json, { problem: 'notSetUp' });
});
