// S06, S24: signing in over HTTP. Passwords, second factors, passkeys, sessions, lock-out, one-time
// links, and what other sites cannot do.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifyAudit } from '../../platform/audit/index.ts';
import { invite, makeResetLink, offerFirstOperator, setOperatorDisabled } from './index.ts';
import type { Seat } from './index.ts';
import { totpCode } from './totp.ts';
import { createAuthenticator } from '../../node/portal/testing/authenticator.ts';
import { password, startPortal } from '../../node/portal/testing/portal.ts';
import type { Browser, Portal } from '../../node/portal/testing/portal.ts';

let portal: Portal;
let count = 0;

before(async () => {
  portal = await startPortal();
});
after(() => portal.close());

const stepNow = (): number => Math.floor(Date.now() / 30_000);

const registered = () => portal.register(`awa${++count}@boutique.sn`);

async function withTotp() {
  const { browser, email } = await registered();
  const { json: begun } = await browser.post('totp/begin');
  const step = stepNow();
  const { json } = await browser.post('totp/confirm', { code: totpCode(begun.secret, step) });
  return {
    browser,
    email,
    secret: begun.secret as string,
    step,
    recoveryCodes: json.recoveryCodes as string[],
  };
}

/** Sessions get older: they live in real time. */
const age = (interval: string) =>
  portal.db.sql(`update portal_session set proved_at = proved_at - interval '${interval}',
      seen_at = seen_at - interval '${interval}',
    started_at = started_at - interval '${interval}', idle_until =
      idle_until - interval '${interval}', ends_at = ends_at - interval '${interval}'`);
/** The clock of the database goes on. */
const wait = (interval: string) =>
  portal.db.sql(`update installation set clock_offset = clock_offset + interval '${interval}'`);

test('registration makes a user, an account with a key, and its owner; the address is taken then', async () => {
  const { browser, email } = await registered();
  const { json } = await browser.get('me');
  assert.equal(json.membership.role, 'owner');
  assert.equal(json.user.email, email);
  const sql = {
    name: 'keys',
    text: 'select count(*)::integer as keys from api_key where account_id = $1',
  };
  assert.deepEqual(await portal.db.database.query(sql, [json.membership.accountId]), [{ keys: 1 }]);
  const again = { email: email.toUpperCase(), password, name: 'B', company: 'C', language: 'en' };
  assert.equal((await portal.browser().post('register', again)).code, 'emailTaken');
});

test('registration can be switched off', async () => {
  const closed = await startPortal({ registration: false });
  try {
    const body = { email: 'a@b.sn', password, name: 'A', company: 'B', language: 'fr' };
    assert.equal((await closed.browser().post('register', body)).code, 'registrationOff');
    assert.deepEqual((await closed.browser().get('installation')).json, {
      mode: 'sandbox',
      registration: false,
    });
  } finally {
    await closed.close();
  }
});

test('what is wrong with a field is told, and members that nobody asked for are refused', async () => {
  const good = {
    email: 'c@d.sn',
    password,
    name: 'Awa Ndiaye',
    company: 'Boutique',
    language: 'fr',
  };
  const cases: [object, string, string][] = [
    [{ password: 'short' }, 'password', 'tooShort'],
    [{ password: 'motdepasse2025' }, 'password', 'commonPassword'],
    [{ password: 'P4$$w0rd2026' }, 'password', 'commonPassword'],
    [{ password: 'azertyuiop1234' }, 'password', 'commonPassword'],
    [{ password: 'Awa-Ndiaye-12' }, 'password', 'passwordHoldsName'],
    [{ email: 'nothing' }, 'email', 'notEmail'],
    [{ email: '' }, 'email', 'empty'],
    [{ email: 'a' }, 'email', 'tooShort'],
    [{ language: 'wo' }, 'language', 'notAllowed'],
    [{ name: '' }, 'name', 'empty'],
    [{ role: 'operator' }, 'role', 'unknown'],
  ];
  for (const [change, field, problem] of cases) {
    const { status, json } = await portal.browser().post('register', { ...good, ...change });
    assert.deepEqual(
      [status, json.error],
      [400, { code: 'invalid', fields: [{ field, problem }] }],
    );
  }
});

test('every sign-in makes a new token, whatever token came with it, and the one before ends', async () => {
  const { browser, email } = await registered();
  const first = browser.token;
  assert.equal((await browser.post('sign-in', { email, password })).json.next, 'done');
  assert.notEqual(browser.token, first);
  assert.equal((await portal.browser(first).get('me')).code, 'signedOut');
  const planted = portal.browser('A'.repeat(43));
  await planted.post('sign-in', { email, password });
  assert.notEqual(planted.token, 'A'.repeat(43));
  assert.equal((await portal.browser('A'.repeat(43)).get('me')).code, 'signedOut');
});

test('the cookie is out of reach of scripts and other sites, and its token is not in the database', async () => {
  const { browser, email } = await registered();
  const answer = await browser.post('sign-in', { email, password });
  assert.match(
    answer.headers.get('set-cookie')!,
    /^jokko=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
  );
  const sql = {
    name: 'tokens',
    text: `select count(*)::integer as n from portal_session s where s::text like '%' || $1 || '%'`,
  };
  assert.deepEqual(await portal.db.database.query(sql, [browser.token]), [{ n: 0 }]);
  await browser.post('sign-out');
  assert.equal(browser.token, null);
});

test('S24: signing out, and ending the session that one is in, clear what the browser has kept; nothing else does', async () => {
  const { browser, email } = await registered();
  const cleared = ({ headers }: { headers: Headers }) => headers.get('clear-site-data');
  assert.equal(cleared(await browser.post('sign-in', { email, password })), null);
  const { sessions } = (await browser.get('sessions')).json;
  assert.equal(cleared(await browser.post('sessions/end', { id: 'others' })), null);
  const ended = await browser.post('sessions/end', { id: sessions[0].id });
  assert.deepEqual([cleared(ended), browser.token], ['"cache", "storage"', null]);
  await browser.post('sign-in', { email, password });
  const signedOut = await browser.post('sign-out');
  assert.deepEqual([cleared(signedOut), browser.token], ['"cache", "storage"', null]);
  assert.match(signedOut.headers.get('set-cookie')!, /^jokko=; .*Max-Age=0/);
});

test('a second factor is asked for, and its code counts once', async () => {
  const { email, secret, step, recoveryCodes } = await withTotp();
  assert.equal(recoveryCodes.length, 10);
  const browser = portal.browser();
  assert.equal((await browser.post('sign-in', { email, password })).json.next, 'second-factor');
  assert.equal((await browser.get('sessions')).code, 'secondFactorNeeded');
  assert.deepEqual(
    (await browser.get('me')).json.memberships,
    [],
    'half signed in one learns nothing',
  );
  assert.equal(
    (await browser.post('sign-in/totp', { code: totpCode(secret, step) })).code,
    'wrongCode',
    'the code of the set-up was used',
  );
  const half = browser.token;
  assert.equal(
    (await browser.post('sign-in/totp', { code: totpCode(secret, step + 1) })).json.next,
    'done',
  );
  assert.notEqual(browser.token, half, 'a new token');
  assert.equal((await portal.browser(half).get('me')).code, 'signedOut');
  const thief = portal.browser();
  await thief.post('sign-in', { email, password });
  assert.equal(
    (await thief.post('sign-in/totp', { code: totpCode(secret, step + 1) })).code,
    'wrongCode',
    'seen over the shoulder',
  );
  assert.equal(
    (await thief.post('sign-in/totp', { code: totpCode(secret, step - 1) })).code,
    'wrongCode',
    'nor an older one',
  );
});

test('a recovery code counts once, and half signed in nobody adds a factor', async () => {
  const { email, recoveryCodes } = await withTotp();
  const signIn = async (code: string) => {
    const browser = portal.browser();
    await browser.post('sign-in', { email, password });
    assert.equal((await browser.post('totp/begin')).code, 'secondFactorNeeded');
    return { browser, answer: await browser.post('sign-in/recovery', { code }) };
  };
  const { browser, answer } = await signIn(recoveryCodes[0]!.toUpperCase());
  assert.equal(answer.json.next, 'done');
  assert.equal((await browser.get('me')).json.user.recoveryCodesLeft, 9);
  assert.equal((await signIn(recoveryCodes[0]!)).answer.code, 'wrongCode');
});

test('guessing: five tries, then waits that double; a right password meanwhile does not help, and time does', async () => {
  const { email } = await registered();
  const browser = portal.browser();
  for (let tries = 0; tries < 5; tries++)
    assert.equal(
      (await browser.post('sign-in', { email, password: 'x' })).code,
      'wrongCredentials',
    );
  const { status, json, headers } = await browser.post('sign-in', { email, password });
  assert.deepEqual([status, json.error.code], [429, 'tooManyTries']);
  assert.ok(json.error.retryAfterSeconds > 0 && json.error.retryAfterSeconds <= 30);
  assert.equal(headers.get('retry-after'), String(json.error.retryAfterSeconds));
  await wait('31 seconds');
  assert.equal((await browser.post('sign-in', { email, password: 'x' })).code, 'wrongCredentials');
  const longer = (await browser.post('sign-in', { email, password })).json.error.retryAfterSeconds;
  assert.ok(longer > 30 && longer <= 60, String(longer));
  await wait('61 seconds');
  assert.equal((await browser.post('sign-in', { email, password })).json.next, 'done');
  assert.equal(
    (await browser.post('sign-in', { email, password: 'x' })).code,
    'wrongCredentials',
    'and the count begins anew',
  );
});

test('guessing all at once is no more than one after the other', async () => {
  const { email } = await registered();
  const codes = await Promise.all(
    Array.from({ length: 30 }, () => portal.browser().post('sign-in', { email, password: 'x' })),
  );
  assert.equal(codes.filter(({ code }) => code === 'wrongCredentials').length, 5);
});

test('sessions end when idle, and for good after a week; owners see and end theirs', async () => {
  const { browser, email } = await registered();
  await age('7 hours');
  assert.equal((await browser.get('me')).status, 200);
  await age('8 hours 1 minute');
  assert.equal((await browser.get('me')).code, 'signedOut', 'idle');
  await browser.post('sign-in', { email, password });
  for (let day = 0; day < 7 * 4; day++) {
    await age('6 hours');
    if (day < 27) assert.equal((await browser.get('me')).status, 200);
  }
  assert.equal((await browser.get('me')).code, 'signedOut', 'after a week');
  const [one, two] = [portal.browser(), portal.browser()];
  await one.post('sign-in', { email, password });
  await two.post('sign-in', { email, password });
  const { sessions } = (await one.get('sessions')).json;
  assert.equal(sessions.length, 2);
  assert.deepEqual((await one.post('sessions/end', { id: 'others' })).json, { ended: 1 });
  assert.equal((await two.get('me')).code, 'signedOut');
  assert.equal((await one.get('me')).status, 200);
});

test('sensitive actions want another proof after five minutes, by the second factor where there is one', async () => {
  const { browser, secret, step } = await withTotp();
  await age('5 minutes 1 second');
  assert.equal((await browser.post('recovery-codes')).code, 'stepUpNeeded');
  assert.equal((await browser.get('me')).json.stepUpUntil, null);
  assert.equal(
    (await browser.post('step-up', { password })).code,
    'secondFactorNeeded',
    'the password alone is not enough',
  );
  assert.equal((await browser.post('step-up', { code: '000000' })).code, 'wrongCode');
  assert.equal((await browser.post('step-up', { code: totpCode(secret, step + 1) })).status, 200);
  assert.equal((await browser.post('recovery-codes')).json.recoveryCodes.length, 10);
});

test('a new password ends all other sessions', async () => {
  const { browser, email } = await registered();
  const other = portal.browser();
  await other.post('sign-in', { email, password });
  assert.equal(
    (await browser.post('password', { present: 'x', password: 'un-baobab-au-bord-du-fleuve' }))
      .code,
    'wrongCredentials',
  );
  assert.equal(
    (await browser.post('password', { present: password, password: 'un-baobab-au-bord-du-fleuve' }))
      .status,
    200,
  );
  assert.equal((await other.get('me')).code, 'signedOut');
  assert.equal((await browser.get('me')).status, 200);
});

test('calls of other sites, forms and programs without origin are refused', async () => {
  const { browser, email } = await registered();
  const body = { email, password };
  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: '' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ] as Record<string, string>[]) {
    assert.equal(
      (await browser.post('sign-in', body, headers)).code,
      'crossSite',
      JSON.stringify(headers),
    );
  }
  assert.equal((await browser.get('me', { 'sec-fetch-site': 'cross-site' })).code, 'crossSite');
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
  ]) {
    assert.equal(
      (await browser.post('sign-in', body, { 'content-type': type })).code,
      'notJson',
      type,
    );
  }
  assert.equal(
    (await browser.post('sign-in', '{"email":"a","email":"b","password":"c"}')).code,
    'notJson',
    'a member twice',
  );
  assert.equal(
    (await browser.post('sign-in', `{"email":"${'a'.repeat(70_000)}"}`)).code,
    'tooLarge',
  );
});

test('a passkey signs in by itself, as second step and as proof; answers to other sites or used challenges do not', async () => {
  const { browser, email } = await registered();
  const key = createAuthenticator(portal.origin);
  const { json: made } = await browser.post('passkeys/options');
  const added = await browser.post('passkeys', {
    name: 'Phone',
    response: key.make(made.options.challenge),
  });
  assert.equal(added.json.recoveryCodes.length, 10);
  const alone = portal.browser();
  const challenge = async (of: Browser, path = 'sign-in/passkey/options') =>
    (await of.post(path)).json.options.challenge as string;
  const asked = await challenge(alone);
  assert.equal(
    (await alone.post('sign-in/passkey', { response: key.answer(asked, 'https://evil.example') }))
      .code,
    'wrongCode',
  );
  const again = await challenge(alone);
  const response = key.answer(again);
  assert.equal((await alone.post('sign-in/passkey', { response })).json.next, 'done');
  assert.equal(
    (await portal.browser().post('sign-in/passkey', { response })).code,
    'wrongCode',
    'a challenge is answered once',
  );
  const second = portal.browser();
  assert.equal((await second.post('sign-in', { email, password })).json.next, 'second-factor');
  assert.equal(
    (await second.post('sign-in/passkey', { response: key.answer(await challenge(second)) })).json
      .next,
    'done',
  );
  await wait('6 minutes');
  const proof = { passkey: key.answer(await challenge(second, 'step-up/passkey/options')) };
  assert.equal((await second.post('step-up', proof)).status, 200);
  assert.equal((await second.get('passkeys')).json.passkeys[0].name, 'Phone');
});

test('an invitation is good once, for its address, for seven days', async () => {
  const { users } = portal;
  await portal.db.sql(`delete from login_attempt`);
  const { browser: owner } = await registered();
  const { accountId } = (await owner.get('me')).json.membership;
  const seat: Seat = { side: 'developer', role: 'finance', accountId, countries: ['SN'] };
  const made = await invite(users, { kind: 'command' }, 'new@boutique.sn', seat);
  assert.ok(made.ok);
  const body = { token: made.token, name: 'Binta', password };
  assert.deepEqual((await portal.browser().post('invitations/view', { token: made.token })).json, {
    email: 'new@boutique.sn',
    side: 'developer',
    role: 'finance',
    accountName: 'Boutique',
  });
  const answers = await Promise.all([
    portal.browser().post('invitations/accept', body),
    portal.browser().post('invitations/accept', body),
  ]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404]);
  assert.equal((await portal.browser().post('invitations/accept', body)).code, 'linkNotValid');
  const late = await invite(users, { kind: 'command' }, 'late@boutique.sn', seat);
  await wait('7 days 1 second');
  assert.equal(
    (
      await portal
        .browser()
        .post('invitations/accept', { ...body, token: late.ok ? late.token : '' })
    ).code,
    'linkNotValid',
  );
  const known = await invite(users, { kind: 'command' }, 'new@boutique.sn', {
    side: 'operator',
    role: 'viewer',
    accountId: null,
    countries: null,
  });
  const token = known.ok ? known.token : '';
  assert.equal(
    (
      await portal
        .browser()
        .post('invitations/accept', { token, name: 'x', password: 'another password' })
    ).code,
    'wrongCredentials',
  );
  const both = portal.browser();
  assert.equal(
    (await both.post('invitations/accept', { token, name: 'x', password })).json.next,
    'set-up-second-factor',
    'operators need one',
  );
  assert.equal((await both.get('me')).json.memberships.length, 2);
});

test('who is somebody already comes in where the invitation led, not where they were', async () => {
  const { browser: host } = await registered();
  const { accountId } = (await host.get('me')).json.membership;
  const { browser: guest, email } = await registered();
  assert.notEqual((await guest.get('me')).json.membership.accountId, accountId);
  const made = await invite(portal.users, { kind: 'command' }, email, {
    side: 'developer',
    role: 'finance',
    accountId,
    countries: null,
  });
  assert.ok(made.ok);
  assert.equal(
    (await guest.post('invitations/accept', { token: made.token, name: 'x', password })).status,
    200,
  );
  const { membership } = (await guest.get('me')).json;
  assert.deepEqual([membership.accountId, membership.role], [accountId, 'finance']);
});

test('the first operator comes in once; the last admin stays; who is kept out is out at once', async () => {
  const { users, db } = portal;
  await db.sql('delete from portal_session; delete from login_attempt');
  await db.sql(`delete from membership where side = 'operator'`);
  const tokens = [await offerFirstOperator(users), await offerFirstOperator(users)];
  const body = { name: 'Op', password };
  const answers = await Promise.all(
    tokens.map((token, index) =>
      portal.browser().post('first-operator', { ...body, token, email: `op${index}@jokko.sn` }),
    ),
  );
  assert.deepEqual(
    answers.map(({ status }) => status).sort(),
    [200, 404],
    'two links, one operator',
  );
  assert.equal(await offerFirstOperator(users), null);
  const email = answers[0]!.status === 200 ? 'op0@jokko.sn' : 'op1@jokko.sn';
  const browser = portal.browser();
  await browser.post('sign-in', { email, password });
  assert.equal((await browser.get('sessions')).code, 'secondFactorSetUpNeeded');
  assert.equal((await browser.post('totp/begin')).code, 'stepUpNeeded');
  assert.equal((await browser.post('step-up', { password })).status, 200);
  const { json: begun } = await browser.post('totp/begin');
  await browser.post('totp/confirm', { code: totpCode(begun.secret, stepNow()) });
  assert.equal((await browser.get('sessions')).status, 200);
  assert.equal(
    (await browser.post('totp/remove')).code,
    'lastOne',
    'an operator keeps a second factor',
  );
  await age('61 minutes');
  assert.equal(
    (await browser.get('me')).code,
    'signedOut',
    'an operator’s session is idle after an hour',
  );
  const refused = await setOperatorDisabled(users, { kind: 'command' }, email, true);
  assert.deepEqual(refused, { ok: false, refusal: 'lastOne' });
});

test('a reset link sets a password once, ends all sessions, and removes second factors only when it was made to', async () => {
  const { users } = portal;
  const { browser, email } = await withTotp();
  const made = await makeResetLink(users, { kind: 'command' }, email, false);
  const token = made.ok ? made.token : '';
  const next = 'un-nouveau-secret-de-pirogue';
  assert.equal(
    (await portal.browser().post('reset', { token, password: next })).json.next,
    'second-factor',
  );
  assert.equal((await browser.get('me')).code, 'signedOut');
  assert.equal(
    (await portal.browser().post('reset', { token, password: next })).code,
    'linkNotValid',
  );
  const removing = await makeResetLink(users, { kind: 'command' }, email, true);
  assert.equal(
    (
      await portal
        .browser()
        .post('reset', { token: removing.ok ? removing.token : '', password: next })
    ).json.next,
    'done',
  );
});

test('all of it is in the audit log, which is whole and holds no secret', async () => {
  const verdict = await verifyAudit(portal.db.database);
  assert.equal(verdict.ok, true);
  const rows = await portal.db.database.query<{ action: string; body: string }>({
    name: 'all',
    text: 'select action, body from audit_entry',
  });
  const actions = new Set(rows.map(({ action }) => action));
  for (const action of [
    'account.register',
    'session.begin',
    'session.refused',
    'session.second-factor',
    'session.prove',
    'second-factor.add',
    'member.join',
  ]) {
    assert.ok(actions.has(action), action);
  }
  const text = rows.map(({ body }) => body).join('\n');
  assert.ok(
    !text.includes(password) && !text.includes('$argon2id$') && !text.includes('un-baobab'),
  );
});
