// S03: seats that are limited to countries, and what they can give, take and reach.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { toDecimalString } from '@jokko/contract';
import { portalRoutes } from '@jokko/contract/portal';
import type { Policy } from '@jokko/contract/portal';
import { testCatalogue } from '../../payments/catalogue/testing.ts';
import { totpCode } from './totp.ts';
import { operatorBrowser } from '../../node/portal/testing/operator.ts';
import { password, startPortal } from '../../node/portal/testing/portal.ts';
import type { Browser, Portal } from '../../node/portal/testing/portal.ts';

let portal: Portal;
let count = 0;

before(async () => {
  portal = await startPortal();
});
after(() => portal.close());

const newOwner = async (): Promise<Browser> =>
  (await portal.register(`awa${++count}@boutique.sn`)).browser;

async function tokenFor(
  of: Browser,
  role: string,
  email: string,
  countries: string[] | null = null,
): Promise<string> {
  const { json } = await of.post('team/invite', { email, role, countries });
  return json.link.split('#')[1];
}

async function member(
  of: Browser,
  role: string,
  countries: string[] | null = null,
): Promise<Browser> {
  const email = `m${++count}@x.sn`;
  const token = await tokenFor(of, role, email, countries);
  const browser = portal.browser();
  assert.equal(
    (await browser.post('invitations/accept', { token, name: role, password })).status,
    200,
  );
  return browser;
}

const seatOf = async (browser: Browser): Promise<number> =>
  (await browser.get('me')).json.membership.id;

test('who is limited to countries gets to routes that keep to them, and to no other one', async () => {
  const owner = await newOwner();
  const limited = await member(owner, 'admin', ['CM']);
  const { abilities } = (await limited.get('me')).json as {
    abilities: (keyof typeof portalRoutes)[];
  };
  const beyond = abilities.filter((name) => {
    const policy: Policy = portalRoutes[name].policy;
    return (
      (policy.side === 'developer' || policy.side === 'both') && policy.countries !== 'limited'
    );
  });
  assert.deepEqual(beyond, []);
  for (const path of ['callbacks', 'keys', 'balance', 'sms/batches', 'home/first-call']) {
    assert.equal((await limited.get(path)).code, 'notAllowed', path);
  }
  const { json: home } = await limited.get('home');
  assert.deepEqual([home.balances, home.callbacks], [null, null]);
  const { services } = (await limited.get('services')).json;
  assert.ok(services.every(({ country }: { country: string }) => country === 'CM'));
  const all = (await owner.get('services')).json.services as { code: string; country: string }[];
  const reported = (code: string) =>
    all.find((each) => each.code === code) as unknown as { [member: string]: unknown };
  const chat = testCatalogue().services.find(({ kind }) => kind === 'chat')!;
  assert.equal(
    reported(chat.code)['messagePrice'],
    toDecimalString(chat.messagePrice!),
    'what a message costs is told',
  );
  for (const { code, messagePrice, duplicateWindowSeconds, dailyMaximum } of testCatalogue()
    .services) {
    const ceiling = dailyMaximum === null ? null : toDecimalString(dailyMaximum);
    assert.deepEqual(
      [reported(code)['duplicateWindowSeconds'], reported(code)['dailyMaximum']],
      [duplicateWindowSeconds, ceiling],
    );
    assert.equal(reported(code)['messagePrice'] === null, messagePrice === null);
  }
  const foreign = all.find(({ country }) => country !== 'CM')!;
  assert.equal(
    (await limited.post('services/ask', { code: foreign.code, note: '' })).code,
    'notFound',
  );
  assert.ok(Array.isArray((await owner.get('home')).json.balances));
});

test('who is limited touches nobody who reaches further', async () => {
  const owner = await newOwner();
  const limited = await member(owner, 'admin', ['CM']);
  const [everywhere, elsewhere, within] = [
    await member(owner, 'viewer'),
    await member(owner, 'viewer', ['CM', 'SN']),
    await member(owner, 'viewer', ['CM']),
  ];
  for (const other of [everywhere, elsewhere]) {
    const change = { id: await seatOf(other), role: 'viewer', countries: ['CM'] };
    assert.equal((await limited.post('team/change', change)).code, 'notAllowed');
    assert.equal((await limited.post('team/remove', { id: change.id })).code, 'notAllowed');
  }
  assert.equal(
    (
      await limited.post('team/change', {
        id: await seatOf(within),
        role: 'developer',
        countries: ['CM'],
      })
    ).status,
    200,
  );
  const operators = [
    await operatorBrowser(portal, 'whole'),
    await operatorBrowser(portal, 'cm', { countries: ['CM'] }),
  ];
  const whole = { id: await seatOf(operators[0]!), role: 'viewer', countries: ['CM'] };
  assert.equal((await operators[1]!.post('team/change', whole)).code, 'notAllowed');
});

test('seats are limited to countries that there are, each once, and nobody takes back an invitation that reaches further than themselves', async () => {
  const owner = await newOwner();
  for (const countries of [['ZZ'], ['CM', 'CM'], []]) {
    assert.equal(
      (await owner.post('team/invite', { email: 'z@x.sn', role: 'viewer', countries })).code,
      'invalid',
      String(countries),
    );
  }
  const limited = await member(owner, 'admin', ['CM']);
  await tokenFor(owner, 'admin', `far${++count}@x.sn`);
  await tokenFor(owner, 'viewer', `near${++count}@x.sn`, ['CM']);
  await tokenFor(owner, 'owner', `top${++count}@x.sn`);
  const [far, near, top] = (await owner.get('team')).json.invitations as { id: number }[];
  assert.equal((await limited.post('team/withdraw', { id: far!.id })).code, 'notAllowed');
  assert.equal((await limited.post('team/withdraw', { id: near!.id })).status, 200);
  assert.equal(
    (await (await member(owner, 'admin')).post('team/withdraw', { id: top!.id })).code,
    'notAllowed',
  );
});

test('an account keeps an owner, and the operator an admin, who reaches all countries', async () => {
  const owner = await newOwner();
  const id = await seatOf(owner);
  assert.equal(
    (await owner.post('team/change', { id, role: 'owner', countries: ['SN'] })).code,
    'notAllowed',
    'nobody changes their own',
  );
  const second = await member(owner, 'owner', ['SN']);
  assert.equal(
    (await owner.post('team/remove', { id })).code,
    'lastOne',
    'the other owner is limited',
  );
  assert.equal(
    (await owner.post('team/change', { id: await seatOf(second), role: 'owner', countries: null }))
      .status,
    200,
  );
  const limit = { id, role: 'owner', countries: ['SN'] };
  assert.equal((await second.post('team/change', limit)).status, 200);
  assert.equal(
    (await owner.post('team/change', { ...limit, id: await seatOf(second) })).code,
    'notAllowed',
    'who is limited now',
  );
});

test('open invitations end with the seat, or its change, of who made them', async () => {
  const owner = await newOwner();
  for (const leave of ['team/remove', 'team/change']) {
    const admin = await member(owner, 'admin');
    const token = await tokenFor(admin, 'finance', `guest${++count}@x.sn`);
    const kept = await tokenFor(owner, 'finance', `kept${++count}@x.sn`);
    const body = {
      id: await seatOf(admin),
      ...(leave === 'team/change' && { role: 'viewer', countries: null }),
    };
    assert.equal((await owner.post(leave, body)).status, 200);
    assert.equal(
      (await portal.browser().post('invitations/accept', { token, name: 'G', password })).code,
      'linkNotValid',
      leave,
    );
    assert.equal((await portal.browser().post('invitations/view', { token: kept })).status, 200);
  }
});

test('nobody approves what the one asks for who invited them, and a seat is told from whom it came', async () => {
  const asker = await operatorBrowser(portal, 'asker');
  const email = `puppet${++count}@x.sn`;
  const token = await tokenFor(asker, 'finance', email);
  const puppet = portal.browser();
  assert.equal(
    (await puppet.post('invitations/accept', { token, name: 'P', password })).json.next,
    'set-up-second-factor',
  );
  const { json: begun } = await puppet.post('totp/begin');
  await puppet.post('totp/confirm', {
    code: totpCode(begun.secret, Math.floor(Date.now() / 30_000)),
  });
  await newOwner();
  const fund = { key: randomUUID(), accountId: 1, currency: 'XOF', amount: '1000', reason: 'r' };
  const { json: approvalRequest } = await asker.post('operator/fund', fund);
  assert.equal(
    (await puppet.post('operator/approval-requests/approve', { id: approvalRequest.id, note: '' }))
      .code,
    'notTwoUsers',
  );
  const other = await operatorBrowser(portal, 'other');
  assert.equal(
    (await other.post('operator/approval-requests/approve', { id: approvalRequest.id, note: '' }))
      .json.state,
    'done',
  );
});

test('an invitation gives a seat to who has none: not twice, and not in place of a change', async () => {
  const owner = await newOwner();
  const viewer = await member(owner, 'viewer');
  const { email } = (await viewer.get('me')).json.user;
  const again = await owner.post('team/invite', {
    email: email.toUpperCase(),
    role: 'admin',
    countries: null,
  });
  assert.deepEqual(again.json.error, {
    code: 'invalid',
    fields: [{ field: 'email', problem: 'known' }],
  });
  const guest = `guest${++count}@x.sn`;
  const tokens = [await tokenFor(owner, 'viewer', guest), await tokenFor(owner, 'admin', guest)];
  const accept = (token: string) =>
    portal.browser().post('invitations/accept', { token, name: 'G', password });
  const answers = await Promise.all(tokens.map(accept));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409], 'both at once');
  const left = tokens[answers[0]!.status === 200 ? 1 : 0]!;
  assert.equal((await accept(left)).code, 'conflict', 'who has a seat keeps it');
  assert.equal(
    (await portal.browser().post('invitations/view', { token: left })).status,
    200,
    'and the link is not used up',
  );
  const joins = {
    name: 'joins',
    text: `select count(*)::integer as n from audit_entry where action = 'member.join'
      and subject = (select 'person/' || id from portal_user where email_key = $1)`,
  };
  assert.deepEqual(await portal.db.database.query(joins, [guest]), [{ n: 1 }]);
});

test('a team of more than a page is told in pages, each member once', async () => {
  const owner = await newOwner();
  const { accountId } = (await owner.get('me')).json.membership;
  await portal.db
    .sql(`insert into portal_user (email, email_key, name) select 'many' || n, 'many' || n,
      'Many ' || n from generate_series(1, 70) n;
    insert into membership (user_id, side, role, account_id) select id, 'developer', 'viewer',
      ${accountId} from portal_user where email like 'many%'`);
  const first = (await owner.get('team')).json;
  const second = (await owner.get(`team?after=${first.next}`)).json;
  assert.deepEqual([first.members.length, second.members.length, second.next], [50, 21, null]);
  assert.equal(new Set([...first.members, ...second.members].map(({ id }) => id)).size, 71);
});

test('the clock of the sandbox signs nobody out, and who becomes an operator begins anew', async () => {
  const owner = await newOwner();
  await portal.db.sql(`update installation set clock_offset = clock_offset + interval '8 days'`);
  assert.equal((await owner.get('me')).json.stepUpUntil !== null, true, 'proved a moment ago');
  await portal.db.sql(`update installation set clock_offset = interval '0'`);
  const { email } = (await owner.get('me')).json.user;
  const token = await tokenFor(await operatorBrowser(portal, 'keeper'), 'support', email);
  assert.equal(
    (await portal.browser().post('invitations/accept', { token, name: 'A', password })).status,
    200,
  );
  assert.equal((await owner.get('me')).code, 'signedOut');
});

test('a suspended account begins nothing new: it reads, stops, takes back and talks', async () => {
  const owner = await newOwner();
  const { accountId } = (await owner.get('me')).json.membership;
  await portal.db
    .sql(`update account set suspended = true where id = ${accountId}; update portal_session
      set second_factor = true;
    update portal_user set totp_sealed = ''`);
  const key = { name: 'k', scope: 'full', services: null, allowFrom: null, expiresInDays: null };
  const invitation = { email: 'new@x.sn', role: 'viewer', countries: null };
  for (const [path, body] of [
    ['keys', key],
    ['team/invite', invitation],
    ['callbacks/test', { url: 'https://a.sn/' }],
    ['transactions/refund', { id: '1' }],
  ] as const) {
    assert.equal((await owner.post(path, body)).code, 'accountSuspended', path);
  }
  const [shown] = (await owner.get('keys')).json.items;
  assert.equal((await owner.post('keys/revoke', { id: shown.id })).status, 200);
  assert.equal(
    (await owner.post('me', { name: 'Awa N.' })).status,
    200,
    'what concerns the person goes on',
  );
  assert.equal((await owner.post('callback-replays/stop', { id: 1 })).code, 'conflict');
  await portal.db.sql(`update account set suspended = false where id = ${accountId}`);
  assert.equal((await owner.post('keys', key)).status, 200);
});

test('names and addresses look like what they are, and a reason says something', async () => {
  const owner = await newOwner();
  for (const [name, character] of [
    ['Awa\u202eadmin', 'U+202E RIGHT-TO-LEFT OVERRIDE'],
    ['A\u200bwa', 'U+200B ZERO WIDTH SPACE'],
    ['Awa\n', 'U+000A LINE FEED'],
  ]) {
    assert.deepEqual(
      (await owner.post('me', { name })).json.error.fields,
      [{ field: 'name', problem: 'badCharacters', character }],
      JSON.stringify(name),
    );
  }
  assert.deepEqual((await owner.post('me', { name: '   ' })).json.error.fields, [
    { field: 'name', problem: 'empty' },
  ]);
  assert.equal((await owner.post('me', { name: 'Awa Ndiaye-Sène' })).status, 200);
  const invitation = { email: 'a\u200bb@x.sn', role: 'viewer', countries: null };
  assert.deepEqual((await owner.post('team/invite', invitation)).json.error.fields, [
    { field: 'email', problem: 'badCharacters', character: 'U+200B ZERO WIDTH SPACE' },
  ]);
  const operator = await operatorBrowser(portal, 'reasons');
  const suspension = { id: 1, suspended: true, reason: '   ' };
  assert.deepEqual(
    (await operator.post('operator/developers/suspend', suspension)).json.error.fields,
    [{ field: 'reason', problem: 'empty' }],
  );
});

test('challenges that anybody may ask for do not fill the database', async () => {
  await portal.db.sql(`insert into passkey_challenge (challenge, purpose, expires_at)
    select 'c' || n, 'sign-in', jokko_now() + n * interval '1 millisecond'
      from generate_series(1, 20100) n`);
  assert.equal((await portal.browser().post('sign-in/passkey/options')).status, 200);
  const [kept] = await portal.db.database.query<{ n: number }>({
    name: 'kept',
    text: 'select count(*)::integer as n from passkey_challenge',
  });
  assert.equal(kept!.n, 20_000);
});

test('who may not look at developers’ portals any more sees nothing of the one they are looking at', async () => {
  const operator = await operatorBrowser(portal, 'looker', { role: 'support' });
  const owner = await newOwner();
  const { accountId } = (await owner.get('me')).json.membership;
  assert.equal(
    (await operator.post('operator/developers/view', { id: accountId, reason: 'a call' })).status,
    200,
  );
  assert.equal((await operator.get('balance')).status, 200);
  const { id } = (await (await operatorBrowser(portal, 'chief')).get('team')).json.members.find(
    ({ email }: { email: string }) => email === 'looker@x.sn',
  );
  await portal.db.sql(`update membership set role = 'viewer' where id = ${id}`);
  assert.equal((await operator.get('balance')).code, 'notAllowed');
  assert.deepEqual(
    [(await operator.get('me')).json.viewing, (await operator.get('me')).json.membership.side],
    [null, 'operator'],
  );
});
