// Proves that with a mail server one-time links go to their readers and to nobody else.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { operatorBrowser } from '../../node/portal/testing/operator.ts';
import {
  password,
  startPortal,
  type Browser,
  type Portal,
} from '../../node/portal/testing/portal.ts';
import { openLog } from '../../platform/log.ts';
import { openMailServer } from '../../platform/mail/index.ts';
import { startMailServer, type TestMailServer } from '../../platform/mail/testing.ts';
import { createNotificationRounds, emailSender } from '../notifications/index.ts';

let portal: Portal;
let server: TestMailServer;
let admin: Browser;
let deliver: () => Promise<boolean>;

before(async () => {
  portal = await startPortal({ mails: true });
  server = await startMailServer();
  admin = await operatorBrowser(portal, 'Ousmane');
  deliver = createNotificationRounds({
    attach: () => Promise.resolve([]),
    ...portal.users,
    baseUrl: portal.origin,
    senders: {
      email: emailSender(
        openMailServer({ url: server.url, from: 'no-reply@example.sn' }),
        portal.origin,
      ),
    },
    log: openLog('silent', 'test'),
  });
});
after(async () => {
  await portal.close();
  await server.close();
});

const tokenIn = (text: string): string => /#([\w-]+)/.exec(text)![1]!;

test('S02: an invitation is mailed and shown to nobody else, and its link works', async () => {
  const { json } = await admin.post('team/invite', {
    email: 'binta@x.sn',
    role: 'support',
    countries: null,
  });
  assert.deepEqual(json, { link: null });
  assert.equal((await admin.get('team')).json.mails, true);
  await deliver();
  const [mail] = server.received;
  assert.equal(mail!.to, 'binta@x.sn');
  assert.match(mail!.parts[0]!, /Ousmane vous invite à rejoindre l’équipe de l’opérateur/);
  const joined = await portal
    .browser()
    .post('invitations/accept', { token: tokenIn(mail!.parts[0]!), name: 'Binta', password });
  assert.equal(joined.status, 200);
});

test('S02: a new password of a developer’s member is mailed once a second user has approved it', async () => {
  const { browser: owner } = await portal.register('owner@boutique.sn');
  const { membership } = (await owner.get('me')).json;
  const mailsBefore = server.received.length;
  const asked = await admin.post('operator/developers/reset', {
    id: membership.accountId,
    member: membership.id,
    secondFactors: false,
    reason: 'forgotten',
  });
  assert.equal(asked.json.link, null);
  await deliver();
  assert.equal(server.received.length, mailsBefore);
  const second = await operatorBrowser(portal, 'Fatou');
  const decided = await second.post('operator/approval-requests/approve', {
    id: asked.json.approvalRequest,
    note: '',
  });
  assert.equal(decided.status, 200);
  await deliver();
  const mail = server.received.at(-1)!;
  assert.equal(mail.to, 'owner@boutique.sn');
  assert.equal(mail.subject, 'Choisissez un nouveau mot de passe');
  const reset = { token: tokenIn(mail.parts[0]!), password: 'un-baobab-au-bord-du-fleuve' };
  assert.equal((await portal.browser().post('reset', reset)).status, 200);
});
