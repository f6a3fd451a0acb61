// Proves that the operator sees and acknowledges alerts, that admins alone change the rules, and that
// what is posted to the webhook is signed as callbacks are.

import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { verifyWebhook } from '@jokko/contract';
import { operatorBrowser } from '../../node/portal/testing/operator.ts';
import { startPortal, type Browser, type Portal } from '../../node/portal/testing/portal.ts';
import { openLog } from '../../platform/log.ts';
import { createAddressGuard } from '../../platform/outbound/guard.ts';
import { createPoster } from '../../platform/outbound/post.ts';
import { createResolver } from '../../platform/outbound/resolver.ts';
import { secureContextOf } from '../../platform/outbound/tls.ts';
import { createNotificationRounds, queueNotification } from '../notifications/index.ts';
import { webhookSender } from './index.ts';

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
    `insert into alert (rule, subject, severity) values ('node', 'node-1', 'critical'), ('disk', 'diskLow', 'critical')`,
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
      ...{ what: 'raised', critical: true, count: 1 },
      items: [
        {
          ...{ rule: 'node', subject: 'node-1', severity: 'critical', value: null },
          raisedAt: '2026-11-23T12:00:00.000Z',
        },
      ],
    },
  });
  await portal.db.sql(`update alert_webhook set url = '${url}'`);
  const deliver = createNotificationRounds({
    attach: () => Promise.resolve([]),
    ...{ database, secrets, baseUrl: portal.origin, log: openLog('silent', 'test') },
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

test('a test of a channel that is not set up says so', async () => {
  const tested = await admin.post('operator/alert-settings/test', { channel: 'sms' });
  assert.deepEqual(tested.json, { problem: 'notSetUp' });
});
