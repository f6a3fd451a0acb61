// S06: in live mode a password alone opens nothing, and a proof precedes every new second factor in
// either mode.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { portalRoutes } from '@jokko/contract/portal';
import type { PortalRoute } from '@jokko/contract/portal';
import { invite, makeResetLink, type Seat } from './index.ts';
import { totpCode } from './totp.ts';
import { password, startPortal } from '../../node/portal/testing/portal.ts';
import type { Browser, Portal } from '../../node/portal/testing/portal.ts';

let live: Portal;
let sandbox: Portal;

before(async () => {
  [live, sandbox] = await Promise.all([startPortal({ mode: 'live' }), startPortal()]);
});
after(() => Promise.all([live.close(), sandbox.close()]));

const code = (secret: string, later = 0): string =>
  totpCode(secret, Math.floor(Date.now() / 30_000) + later);

async function setUp(browser: Browser): Promise<string> {
  const { json: begun } = await browser.post('totp/begin');
  assert.equal(
    (await browser.post('totp/confirm', { code: code(begun.secret) })).json.recoveryCodes.length,
    10,
  );
  return begun.secret as string;
}

/** A browser in which somebody has just joined an account of the live portal. */
async function join(email: string, role: 'owner' | 'viewer' = 'owner'): Promise<Browser> {
  const [account] = await live.db.database.query<{ id: number }>({
    name: 'new_account',
    text: `insert into account (name, webhook_secret_sealed) values ('Boutique', '') returning id`,
  });
  const seat: Seat = { side: 'developer', role, accountId: account!.id, countries: null };
  const made = await invite(live.users, { kind: 'command' }, email, seat);
  assert.ok(made.ok);
  const browser = live.browser();
  const joined = await browser.post('invitations/accept', {
    token: made.token,
    name: 'Binta',
    password,
  });
  assert.equal(joined.json.next, 'set-up-second-factor');
  return browser;
}

const policies: Readonly<Record<string, PortalRoute>> = portalRoutes;

test('S06: in live mode who joins sets up a second factor first, and nothing else answers before', async () => {
  const browser = await join('binta@boutique.sn');
  for (const path of ['team', 'home', 'keys', 'transactions', 'sessions'])
    assert.equal((await browser.get(path)).code, 'secondFactorSetUpNeeded', path);
  const { abilities } = (await browser.get('me')).json;
  const closed = abilities.filter((name: string) => policies[name]!.policy.side !== 'public');
  assert.deepEqual(closed.toSorted(), [
    'GET me',
    'POST passkeys',
    'POST passkeys/options',
    'POST sign-in/recovery',
    'POST sign-in/totp',
    'POST sign-out',
    'POST step-up',
    'POST step-up/passkey/options',
    'POST totp/begin',
    'POST totp/confirm',
  ]);
  await setUp(browser);
  assert.equal((await browser.get('team')).status, 200);
});

test('S06: in live mode a stolen password alone takes over nothing: no invitation, no factor, no key', async () => {
  const email = 'owner@boutique.sn';
  const secret = await setUp(await join(email));
  const thief = live.browser();
  assert.equal((await thief.post('sign-in', { email, password })).json.next, 'second-factor');
  const invitation = { email: 'thief@x.sn', role: 'owner', countries: null };
  for (const [path, body] of [
    ['team/invite', invitation],
    ['totp/begin', {}],
    ['passkeys/options', {}],
    ['keys', { name: 'k', scope: 'full', services: null, allowFrom: null, expiresInDays: null }],
    ['step-up', { password }],
  ] as const)
    assert.equal((await thief.post(path, body)).code, 'secondFactorNeeded', path);
  assert.equal((await thief.post('sign-in/totp', { code: code(secret, 1) })).json.next, 'done');
  assert.equal((await thief.post('team/invite', invitation)).status, 200, 'with both it is theirs');
});

test('S06: a session of live mode that began without a second factor goes on with setting one up', async () => {
  const browser = await join('early@boutique.sn');
  await live.db.sql(`update portal_session set stage = 'done'`);
  assert.equal((await browser.get('team')).code, 'secondFactorSetUpNeeded');
});

test('S06: signing in is no proof for a second factor: the password, or the older factor, is asked for first', async () => {
  const email = 'awa@boutique.sn';
  await sandbox.register(email);
  const browser = sandbox.browser();
  assert.equal((await browser.post('sign-in', { email, password })).json.next, 'done');
  for (const path of ['totp/begin', 'totp/confirm', 'passkeys/options', 'passkeys']) {
    const { code: refused } = await browser.post(path, {
      code: '123456',
      name: 'k',
      response: {},
    });
    assert.equal(refused === 'invalid' ? 'stepUpNeeded' : refused, 'stepUpNeeded', path);
  }
  assert.equal((await browser.post('totp/begin')).code, 'stepUpNeeded');
  assert.equal((await browser.post('passkeys/options')).code, 'stepUpNeeded');
  assert.equal((await browser.post('step-up', { password })).status, 200);
  const secret = await setUp(browser);
  assert.equal((await browser.post('passkeys/options')).code, 'stepUpNeeded', 'for the next one');
  assert.equal((await browser.post('step-up', { password })).code, 'secondFactorNeeded');
  assert.equal((await browser.post('step-up', { code: code(secret, 1) })).status, 200);
  assert.equal((await browser.post('passkeys/options')).status, 200);
});

test('S06: who enters by a new password sets up a factor at once; minutes later they prove it again', async () => {
  const email = 'lost@boutique.sn';
  await setUp(await join(email));
  const made = await makeResetLink(live.users, { kind: 'command' }, email, true);
  assert.ok(made.ok);
  const fresh = { token: made.token, password: 'encore-un-autre-secret' };
  const browser = live.browser();
  assert.equal((await browser.post('reset', fresh)).json.next, 'set-up-second-factor');
  assert.equal((await browser.post('totp/begin')).status, 200);
  await live.db.sql(
    `update portal_session set proved_at = proved_at - interval '5 minutes 1 second'`,
  );
  assert.equal((await browser.post('totp/begin')).code, 'stepUpNeeded');
  assert.equal((await browser.post('step-up', { password: fresh.password })).status, 200);
  await setUp(browser);
});

test('S06: a changed password is no proof for another factor where an older one can be asked for', async () => {
  const email = 'changes@boutique.sn';
  const secret = await setUp(await join(email));
  const thief = live.browser();
  await thief.post('sign-in', { email, password });
  assert.equal((await thief.post('sign-in/totp', { code: code(secret, 1) })).json.next, 'done');
  const changed = { present: password, password: 'encore-un-autre-secret' };
  assert.equal((await thief.post('password', changed)).status, 200);
  assert.equal((await thief.post('totp/begin')).code, 'stepUpNeeded');
});

test('S06: in live mode nobody removes the last second factor', async () => {
  const browser = await join('last@boutique.sn', 'viewer');
  await setUp(browser);
  assert.equal((await browser.post('totp/remove')).code, 'lastOne');
});
