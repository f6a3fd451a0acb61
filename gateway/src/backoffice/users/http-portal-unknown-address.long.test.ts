// S24: proves that an answer about an unknown address costs the same work as one about a wrong
// password.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { invite, type Seat } from './index.ts';
import { startPortal, type Answer, type Portal } from '../../node/portal/testing/portal.ts';

const nobody = 'nobody@nowhere.sn';
const seat: Seat = { side: 'operator', role: 'viewer', accountId: null, countries: null };
let portal: Portal;
let email: string;

before(async () => {
  portal = await startPortal();
  ({ email } = await portal.register('awa@boutique.sn'));
});
after(() => portal.close());

/**
 * Milliseconds of the processor's work, in all threads: a busy machine does not change them as it
 * does the clock.
 */
async function workOf(call: () => Promise<unknown>): Promise<number> {
  await portal.db.sql('delete from login_attempt');
  const begin = process.cpuUsage();
  await call();
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / 1_000;
}

/** The least work of either, in turns; fails when one takes half as much again as the other. */
async function assertSameWork(one: () => Promise<unknown>, other: () => Promise<unknown>) {
  const [ones, others]: [number[], number[]] = [[], []];
  for (let tries = 0; tries < 8; tries++) {
    ones.push(await workOf(one));
    others.push(await workOf(other));
  }
  const [first, second] = [Math.min(...ones), Math.min(...others)];
  const ratio = Math.max(first, second) / Math.min(first, second);
  assert.ok(ratio < 1.5, `${first} and ${second} ms`);
}

async function invitationOf(address: string): Promise<string> {
  const made = await invite(portal.users, { kind: 'command' }, address, seat);
  assert.ok(made.ok);
  return made.token;
}

test('S24: signing in takes the same work for a wrong password and an unknown address', async () => {
  const signIn = (address: string): Promise<Answer> =>
    portal.browser().post('sign-in', { email: address, password: 'not this password at all' });
  await assertSameWork(
    () => signIn(email),
    () => signIn(nobody),
  );
});

test('S24: so does following an invitation, whether its address is known or not', async () => {
  const [known, unknown] = [await invitationOf(email), await invitationOf(nobody)];
  const accept = (token: string): Promise<Answer> => {
    const body = { token, name: 'N', password: 'motdepasse2025' };
    return portal.browser().post('invitations/accept', body);
  };
  await assertSameWork(
    () => accept(known),
    () => accept(unknown),
  );
});
