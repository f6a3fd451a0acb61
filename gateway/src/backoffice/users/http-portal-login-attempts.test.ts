// Proves S24: guessing passwords blocks the address of the guesser, not other users.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { invite, requestPasskey, makeResetLink, signInByPassword } from './index.ts';
import {
  clearLoginAttempts,
  countLoginAttempt,
  loginAttemptFrom,
  registrationFrom,
  subscriptionFrom,
} from './login-attempts.ts';
import { stopClock } from '../../node/doctor/testing/postgres.ts';
import { createAuthenticator } from '../../node/portal/testing/authenticator.ts';
import { password, startPortal } from '../../node/portal/testing/portal.ts';
import type { Browser, Portal } from '../../node/portal/testing/portal.ts';

let portal: Portal;
let count = 0;

before(async () => {
  portal = await startPortal();
});
after(() => portal.close());

const refusalOf = async (signing: ReturnType<typeof signInByPassword>) => {
  const signed = await signing;
  return signed.ok ? null : signed.refusal;
};
const registered = () => portal.register(`awa${++count}@boutique.sn`);
const signIn = (body: { email: string; password: string }) =>
  portal.browser().post('sign-in', body);
const rows = async (where = 'true'): Promise<number> =>
  (
    await portal.db.database.query<{ rows: number }>({
      name: `rows ${where}`,
      text: `select count(*)::integer as rows from login_attempt where ${where}`,
    })
  )[0]!.rows;
/** As the address's 30th try leaves it. */
const lockAddress = () =>
  portal.db.sql(
    `update login_attempt set tries = 40, locked_until = jokko_now() + interval '10 minutes'
      where key like 'address/%'`,
  );
const freeAddresses = () => portal.db.sql(`delete from login_attempt where key like 'address/%'`);

test('an address that is locked locks nobody else and leaves no rows behind', async () => {
  const { email } = await registered();
  await signIn({ email: 'nobody@x.sn', password: 'wrong-wrong-wrong' });
  await lockAddress();
  const before = await rows();
  for (let n = 0; n < 8; n++)
    assert.equal((await signIn({ email, password: 'wrong-wrong-wrong' })).status, 429);
  for (let n = 0; n < 8; n++)
    assert.equal(
      (await signIn({ email: `made-up-${n}@x.sn`, password: 'wrong-wrong-wrong' })).status,
      429,
    );
  assert.equal(await rows(), before);
  await freeAddresses();
  assert.equal(
    (await signIn({ email, password })).status,
    200,
    'from anywhere else the person comes in',
  );
});

test('who guesses a user’s password locks their own way to that user, however long; from elsewhere they come in', async () => {
  const { email } = await registered();
  const from = (address: string, given = 'wrong-wrong-wrong') =>
    signInByPassword(
      portal.users,
      { email, password: given },
      { address, countedFrom: address, agent: 'x', token: null, origin: null },
    );
  for (let n = 0; n < 5; n++)
    assert.equal(await refusalOf(from('198.51.100.7')), 'wrongCredentials');
  for (let n = 0; n < 20; n++) {
    await portal.db.sql(
      `update login_attempt set locked_until = jokko_now() where key like 'place/%'`,
    );
    await from('198.51.100.7');
    assert.equal(await refusalOf(from('198.51.100.7', password)), 'tooManyTries');
    if (n % 5 === 0) assert.equal((await from('203.0.113.9', password)).ok, true);
  }
  // From very many addresses: new places wait, and those that the user has signed in from do not.
  await portal.db.sql(
    `update login_attempt set tries = 1500, locked_until = jokko_now() + interval '10 minutes'
      where key like 'person/%'`,
  );
  assert.equal(await rows(`key like 'person/%' and locked_until > jokko_now()`), 1);
  assert.equal(await refusalOf(from('192.0.2.44', password)), 'tooManyTries');
  assert.equal((await from('203.0.113.9', password)).ok, true);
});

test('G4 who guesses at an invitation behind an unlisted proxy locks nobody else behind it', async () => {
  const seat = { side: 'operator', role: 'viewer', accountId: null, countries: null } as const;
  const tryInvitation = async (forwardedFor: string) => {
    const made = await invite(portal.users, { kind: 'command' }, `guest${++count}@x.sn`, seat);
    assert.ok(made.ok);
    const given = { token: made.token, name: 'X', password: 'wrong-wrong-wrong' };
    return portal.browser().post('invitations/accept', given, { 'x-forwarded-for': forwardedFor });
  };
  await signIn({ email: 'nobody@x.sn', password: 'wrong-wrong-wrong' });
  await lockAddress();
  assert.notEqual((await tryInvitation('198.51.100.70')).status, 429);
  await freeAddresses();
});

test('each wrong try beyond the free ones locks for twice as long as the one before, at most 15 minutes', async () => {
  const { database } = portal.users;
  const subject = { key: 'test/doubling', free: 2 };
  // A lock has not run when it is read.
  const goOn = await stopClock(portal.db);
  assert.equal(await countLoginAttempt(database, subject), null, 'the first is free');
  const locks: number[] = [];
  for (let n = 0; n < 8; n++) {
    assert.equal(await countLoginAttempt(database, subject), null);
    locks.push((await countLoginAttempt(database, subject))!);
    await portal.db.sql(
      `update login_attempt set locked_until = jokko_now() where key = '${subject.key}'`,
    );
  }
  await goOn();
  assert.deepEqual(locks, [30, 60, 120, 240, 480, 900, 900, 900]);
});

test('one address asks for so many passkey challenges and no more, and keeps nobody else from theirs', async () => {
  await portal.db
    .sql(`delete from passkey_challenge; insert into passkey_challenge (challenge, purpose,
      address_group, expires_at)
    select 'c' || n, 'sign-in', '127.0.0.1', jokko_now() + interval '4 minutes'
      from generate_series(1, 300) n`);
  const asked = await portal.browser().post('sign-in/passkey/options');
  assert.deepEqual([asked.status, asked.code], [429, 'tooManyTries']);
  const ask = (address: string) =>
    requestPasskey(
      portal.users,
      { purpose: 'sign-in', userId: null },
      { address, countedFrom: address, agent: 'x', token: null, origin: portal.origin },
    );
  assert.equal((await ask('198.51.100.8')).ok, true);
  await portal.db.sql(
    `update passkey_challenge set expires_at = jokko_now() - interval '1 second'
      where challenge = 'c1'`,
  );
  assert.equal((await portal.browser().post('sign-in/passkey/options')).status, 200);
});

test('wrong sign-ins from outside do not keep a user who is signed in from proving who they are', async () => {
  const { browser, email } = await registered();
  for (let n = 0; n < 6; n++) await signIn({ email, password: 'wrong-wrong-wrong' });
  assert.equal((await signIn({ email, password })).status, 429);
  await lockAddress();
  assert.equal((await browser.post('step-up', { password })).status, 200);
  for (let n = 0; n < 5; n++)
    assert.equal(
      (await browser.post('step-up', { password: 'wrong-wrong-wrong' })).code,
      'wrongCredentials',
    );
  assert.equal(
    (await browser.post('step-up', { password })).code,
    'tooManyTries',
    'guesses in the session are counted',
  );
});

test('right sign-ins by password and passkey, however many, lock nothing', async () => {
  const { browser, email } = await registered();
  const authenticator = createAuthenticator(portal.origin);
  const asked = (await browser.post('passkeys/options')).json.options;
  assert.equal(
    (
      await browser.post('passkeys', {
        name: 'phone',
        response: authenticator.make(asked.challenge),
      })
    ).status,
    200,
  );
  await signIn({ email: 'nobody@x.sn', password: 'wrong-wrong-wrong' });
  await portal.db.sql(`update login_attempt set tries = 27 where key like 'address/%'`);
  for (let n = 0; n < 4; n++) await passkeySignIn(email, authenticator);
  assert.equal(await rows(`key like 'address/%' and tries = 27 and locked_until is null`), 1);
});

async function passkeySignIn(
  email: string,
  authenticator: ReturnType<typeof createAuthenticator>,
): Promise<void> {
  const browser: Browser = portal.browser();
  assert.equal((await browser.post('sign-in', { email, password })).json.next, 'second-factor');
  const { options } = (await browser.post('sign-in/passkey/options')).json;
  assert.equal(
    (await browser.post('sign-in/passkey', { response: authenticator.answer(options.challenge) }))
      .json.next,
    'done',
  );
}

test('no more tries are kept than so many, the newest', async () => {
  await portal.db.sql(`delete from login_attempt; insert into login_attempt (key, tries, last_at)
    select 'person/' || n, 1, jokko_now() - n * interval '1 second'
      from generate_series(1, 20) as n`);
  assert.equal(await clearLoginAttempts(portal.db.database, 100, 12), 8);
  assert.deepEqual(
    [
      await rows(),
      await rows(`key in ('person/13', 'person/20')`),
      await rows(`key = 'person/12'`),
    ],
    [12, 0, 1],
  );
  await portal.db.sql(`update login_attempt set last_at = jokko_now() - interval '26 hours'`);
  assert.equal(await clearLoginAttempts(portal.db.database, 100), 12);
});

test('a link for a new password ends when the password is changed', async () => {
  const { browser, email } = await registered();
  const made = await makeResetLink(portal.users, { kind: 'command' }, email, false);
  const next = 'un-nouveau-secret-de-pirogue';
  assert.equal((await browser.post('password', { present: password, password: next })).status, 200);
  const reset = { token: made.ok ? made.token : '', password: 'encore-un-autre-secret' };
  assert.equal((await portal.browser().post('reset', reset)).code, 'linkNotValid');
});

test('S24: an address that the caller chose keeps nobody from being counted where they come from', async () => {
  const { database } = portal.users;
  await portal.db.sql(`insert into login_attempt (key, tries, last_at)
    values ('behind-challenge/10.9.8.6', 3000, jokko_now())`);
  const challenge = (countedFrom: string, address: string) =>
    requestPasskey(
      portal.users,
      { purpose: 'sign-in', userId: null },
      { address, countedFrom, agent: 'x', token: null, origin: portal.origin },
    );
  assert.equal((await challenge('10.9.8.6', '10.9.8.6')).ok, true);
  assert.equal((await challenge('198.18.0.1', '10.9.8.6')).ok, true);
  assert.equal((await challenge('198.18.0.2', '10.9.8.6')).ok, false);
  for (const subjectOf of [loginAttemptFrom, registrationFrom, subscriptionFrom]) {
    const { free } = subjectOf({ countedFrom: null, address: null });
    const tryFrom = (n: number) =>
      countLoginAttempt(
        database,
        subjectOf({ countedFrom: `198.18.${n >> 8}.${n & 255}`, address: '10.9.8.7' }),
      );
    for (let n = 0; n < free * 10; n++) assert.equal(await tryFrom(n), null, `try ${n}`);
    assert.notEqual(await tryFrom(free * 10), null);
  }
});
