// S06: what second factors stand before, and what happens to sessions when factors come and go.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { portalRoutes } from '@jokko/contract/portal';
import { findSession } from './index.ts';
import { totpCode } from './totp.ts';
import { refusalOf } from '../../platform/http/portal/enforce.ts';
import { createAuthenticator } from '../../node/portal/testing/authenticator.ts';
import { password, startPortal } from '../../node/portal/testing/portal.ts';
import type { Browser, Portal } from '../../node/portal/testing/portal.ts';

let portal: Portal;
let count = 0;

before(async () => {
  portal = await startPortal();
});
after(() => portal.close());

async function setUp(browser: Browser): Promise<string[]> {
  const { json: begun } = await browser.post('totp/begin');
  const { json } = await browser.post('totp/confirm', {
    code: totpCode(begun.secret, Math.floor(Date.now() / 30_000)),
  });
  return json.recoveryCodes;
}

async function twoBrowsers() {
  const { browser, email } = await portal.register(`awa${++count}@boutique.sn`);
  const other = portal.browser();
  assert.equal((await other.post('sign-in', { email, password })).json.next, 'done');
  return { browser, other, email };
}

test('a session from before a second factor ends when it is set up, and removes nothing', async () => {
  const { browser, other } = await twoBrowsers();
  await setUp(browser);
  assert.equal((await other.post('totp/remove')).code, 'signedOut');
  assert.equal((await browser.get('me')).json.user.totp, true);
});

test('whatever session is left removes a factor with a second factor alone, and that ends all others', async () => {
  const { browser, email } = await twoBrowsers();
  const codes = await setUp(browser);
  await portal.db.sql(`update portal_session set second_factor = false where ended_at is null`);
  assert.equal((await browser.post('totp/remove')).code, 'stepUpNeeded');
  const other = portal.browser();
  await other.post('sign-in', { email, password });
  assert.equal((await other.post('sign-in/recovery', { code: codes[0] })).json.next, 'done');
  assert.equal((await other.post('totp/remove')).status, 200);
  assert.equal((await browser.get('me')).code, 'signedOut');
});

test('no key is made by a session whose second factor has gone since', async () => {
  const { browser, email } = await twoBrowsers();
  const codes = await setUp(browser);
  const session = portal.browser();
  await session.post('sign-in', { email, password });
  await session.post('sign-in/recovery', { code: codes[0] });
  const key = { name: 'k', scope: 'full', services: null, allowFrom: null, expiresInDays: null };
  assert.equal((await session.post('keys', key)).status, 200);
  assert.equal((await session.post('totp/remove')).status, 200);
  assert.equal((await session.post('keys', key)).code, 'secondFactorMissing');
  // Even if the session still said that one was used.
  await portal.db.sql('update portal_session set second_factor = true');
  assert.equal((await session.post('keys', key)).code, 'secondFactorMissing');
});

test('in live mode a key is shown again, and messages are sent, with a second factor alone', async () => {
  const { browser } = await twoBrowsers();
  // It gets past the policy: there is no such key.
  assert.equal((await browser.post('keys/show', { id: 1 })).code, 'notFound');
  const without = await findSession(portal.db.database, browser.token!, null);
  await setUp(browser);
  const with2 = await findSession(portal.db.database, browser.token!, null);
  for (const name of ['POST keys/show', 'POST sms/send'] as const) {
    const route = { name, policy: portalRoutes[name].policy };
    assert.equal(refusalOf({ ...route, mode: 'sandbox' }, without), null, name);
    assert.equal(refusalOf({ ...route, mode: 'live' }, without), 'secondFactorMissing', name);
    assert.equal(refusalOf({ ...route, mode: 'live' }, with2), null, name);
  }
});

test('a user has at most fifty passkeys, all of them listed, and one that does not fit is not kept', async () => {
  const { browser, other } = await twoBrowsers();
  const { id } = (await browser.get('me')).json.user;
  const add = (from: number, to: number) =>
    portal.db
      .sql(`insert into passkey (user_id, credential_id, public_key, counter, transports, name)
      select ${id}, 'many' || n, '', 0, '{}', 'k' || n from generate_series(${from}, ${to}) n`);
  await add(1, 49);
  const authenticator = createAuthenticator(portal.origin);
  const { options } = (await browser.post('passkeys/options')).json;
  await add(50, 50);
  const late = await browser.post('passkeys', {
    name: 'phone',
    response: authenticator.make(options.challenge),
  });
  assert.deepEqual(late.json.error.fields, [{ field: 'name', problem: 'tooMany' }]);
  assert.equal((await browser.get('passkeys')).json.passkeys.length, 50);
  assert.equal((await other.get('me')).status, 200, 'and no session has ended');
  assert.equal((await browser.post('passkeys/options')).code, 'invalid');
});
