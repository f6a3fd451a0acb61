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
import { nothingAttached, emailSender } from '../notifications/index.ts';
import { createNotificationRounds } from '../notifications/deliver.ts';
import { invitationText } from '../notifications/texts/links.ts';

let portal: Portal;
let server: TestMailServer;
let admin: Browser;
let deliver: () => Promise<boolean>;

before(async () => {
  portal = await startPortal({ mails: true });
  server = await startMailServer();
  admin = await operatorBrowser(portal, 'Ousmane');
  deliver = createNotificationRounds({
    attach: () => Promise.resolve(nothingAttached),
    ...portal.users,
    baseUrl: async () => portal.origin,
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

test('S02: an invitation that is withdrawn is not mailed, and neither is one of a removed member', async () => {
  const invited = (email: string, by = admin) =>
    by.post('team/invite', { email, role: 'support', countries: null });
  const sent = server.received.length;
  await invited('nobody@x.sn');
  const [{ id }] = (await admin.get('team')).json.invitations;
  assert.equal((await admin.post('team/withdraw', { id })).status, 200);
  const leaving = await operatorBrowser(portal, 'Partante');
  await invited('somebody@x.sn', leaving);
  const { members } = (await admin.get('team')).json;
  const { id: seat } = members.find(({ name }: { name: string }) => name === 'Partante');
  assert.equal((await admin.post('team/remove', { id: seat })).status, 200);
  await deliver();
  assert.equal(server.received.length, sent);
});

test('S02: an account that registered itself hands its links over, and mails nobody', async () => {
  const { browser: owner } = await portal.register('relay@boutique.sn');
  const sent = server.received.length;
  const { json } = await owner.post('team/invite', {
    email: 'victim@x.sn',
    role: 'viewer',
    countries: null,
  });
  assert.match(json.link, /\/invitation#[\w-]{43}$/);
  assert.equal((await owner.get('team')).json.mails, false);
  await deliver();
  assert.equal(server.received.length, sent);
});

test('S02: one address is invited five times a day at most, by whomever and however often withdrawn', async () => {
  const { browser: owner } = await portal.register('other@boutique.sn');
  const invite = async (by: Browser, role: string) => {
    const made = await by.post('team/invite', { email: 'target@x.sn', role, countries: null });
    const [invitation] = (await by.get('team')).json.invitations;
    if (made.status === 200) await by.post('team/withdraw', { id: invitation.id });
    return made.status;
  };
  const statuses = [];
  for (let n = 0; n < 3; n++) statuses.push(await invite(admin, 'support'));
  for (let n = 0; n < 3; n++) statuses.push(await invite(owner, 'viewer'));
  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429]);
});

test('S02: the subject is ours, and names that are addresses are left out', () => {
  const textOf = (company: string | null, by: string | null) =>
    invitationText(
      { company, by, role: 'viewer' },
      {
        t: (_fr, en) => en,
        money: String,
        site: 'pay.example',
        base: '',
        url: 'https://pay.example/',
      },
    );
  const plain = textOf('Boutique Awa', 'Awa');
  assert.equal(plain.subject, 'Invitation to join a team on pay.example');
  assert.equal(plain.paragraphs[0], 'Awa invites you to join Boutique Awa on pay.example.');
  for (const name of ['You won, see bit.ly/x', 'a@b.sn', 'https://x', 'WWW x', 'e\u0301vil.com']) {
    const { paragraphs } = textOf(name, name);
    assert.equal(paragraphs[0], 'You are invited to join a team on pay.example.', name);
  }
  const long = textOf('x'.repeat(500), 'A\u202ewa\u200b').paragraphs[0]!;
  assert.equal(long, `A⟨U+202E⟩wa⟨U+200B⟩ invites you to join ${'x'.repeat(39)}… on pay.example.`);
});
