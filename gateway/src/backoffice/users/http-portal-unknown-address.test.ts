// S24: a wrong password and an unknown address cannot be told apart: not by status, text, headers,
// the number of tries or the passwords that are computed for the answer.

import assert from 'node:assert/strict';
import { createHook } from 'node:async_hooks';
import { after, before, test } from 'node:test';
import { invite, type Seat } from './index.ts';
import { startPortal, type Answer, type Portal } from '../../node/portal/testing/portal.ts';

const wrong = 'not this password at all';
const nobody = 'nobody@nowhere.sn';
let portal: Portal;
let email: string;
const seat: Seat = { side: 'operator', role: 'viewer', accountId: null, countries: null };

before(async () => {
  portal = await startPortal();
  ({ email } = await portal.register('awa@boutique.sn'));
});
after(() => portal.close());

/** All of an answer but what differs each time. */
function comparable({ status, json, headers }: Answer) {
  const ofTheMoment = ['date', 'jokko-time', 'x-request-id'];
  const kept = [...headers].filter(([name]) => !ofTheMoment.includes(name));
  return { status, json, headers: Object.fromEntries(kept) };
}

const signIn = (address: string, password = wrong): Promise<Answer> =>
  portal.browser().post('sign-in', { email: address, password });

async function invitationOf(address: string): Promise<string> {
  const made = await invite(portal.users, { kind: 'command' }, address, seat);
  assert.ok(made.ok);
  return made.token;
}

const accept = (token: string, password: string): Promise<Answer> =>
  portal.browser().post('invitations/accept', { token, name: 'N', password });

/** How many passwords are computed. */
async function hashesOf(call: () => Promise<unknown>): Promise<number> {
  await portal.db.sql('delete from login_attempt');
  let count = 0;
  const hook = createHook({
    init: (_id, type) => void (count += type === 'ARGON2REQUEST' ? 1 : 0),
  });
  hook.enable();
  await call();
  hook.disable();
  return count;
}

test('S24: signing in answers a wrong password and an unknown address alike, after one hash each', async () => {
  const known = comparable(await signIn(email));
  assert.deepEqual([known.status, known.json], [401, { error: { code: 'wrongCredentials' } }]);
  assert.deepEqual(comparable(await signIn(nobody)), known);
  await portal.db.sql(`insert into portal_user (email, email_key, name, password_hash, disabled_at)
    select 'out@x.sn', 'out@x.sn', 'Out', password_hash, now() from portal_user limit 1`);
  assert.deepEqual(comparable(await signIn('out@x.sn')), known, 'nor who is kept out');
  const hashes = [await hashesOf(() => signIn(email)), await hashesOf(() => signIn(nobody))];
  assert.deepEqual(hashes, [1, 1]);
});

test('S24: an unknown address locks as a known one does', async () => {
  const codes: (string | null)[][] = [];
  for (const address of [email, nobody]) {
    await portal.db.sql('delete from login_attempt');
    const tried: (string | null)[] = [];
    for (let tries = 0; tries < 6; tries++) tried.push((await signIn(address)).code);
    codes.push(tried);
  }
  assert.deepEqual(codes[0], codes[1]);
  assert.equal(codes[0]!.at(-1), 'tooManyTries');
});

test('S24: an invitation does not tell whether its address is known', async () => {
  await portal.db.sql('delete from login_attempt');
  const [known, unknown] = [await invitationOf(email), await invitationOf(nobody)];
  const views = await Promise.all(
    [known, unknown].map((token) => portal.browser().post('invitations/view', { token })),
  );
  const [one, other] = views.map(({ status, json }) => ({ status, members: Object.keys(json) }));
  assert.deepEqual(one, other);
  for (const password of ['short', 'motdepasse2025'])
    assert.deepEqual(
      comparable(await accept(known, password)),
      comparable(await accept(unknown, password)),
    );
  const calls = [known, unknown].map((token) => () => accept(token, 'motdepasse2025'));
  assert.deepEqual([await hashesOf(calls[0]!), await hashesOf(calls[1]!)], [1, 1]);
});

test('S24: links that never were answer as those that ended do', async () => {
  const never = 'A'.repeat(43);
  const used = await invitationOf('used@x.sn');
  await portal.db.sql(`update one_time_link set used_at = now() where email = 'used@x.sn'`);
  for (const [path, body] of [
    ['invitations/view', {}],
    ['invitations/accept', { name: 'N', password: wrong }],
    ['reset', { password: wrong }],
  ] as const) {
    const [first, second] = [
      await portal.browser().post(path, { ...body, token: never }),
      await portal.browser().post(path, { ...body, token: used }),
    ];
    assert.equal(first.code, 'linkNotValid');
    assert.deepEqual(comparable(first), comparable(second), path);
  }
});

test('S24: passkeys are asked for without an address, and for a second factor after the password alone', async () => {
  const options = async () => {
    const { json } = await portal.browser().post('sign-in/passkey/options');
    return { ...json.options, challenge: '' };
  };
  assert.deepEqual(await options(), await options());
});
