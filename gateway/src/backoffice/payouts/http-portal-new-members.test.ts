// S02: two persons are two. A member who has just joined does not count as the second one, since
// it may be another address of whoever invited them.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { totpCode } from '../users/totp.ts';
import { operatorBrowser, seatedBrowser } from '../../node/portal/testing/operator.ts';
import {
  password,
  startPortal,
  type Browser,
  type Portal,
} from '../../node/portal/testing/portal.ts';

const service = 'OPA_SN_API_CASH_IN';
const hourMs = 3_600_000;
let portal: Portal;
let owner: Browser;
let count = 0;

before(async () => {
  portal = await startPortal({ newMemberHours: 24 });
  await portal.db.sql(`update catalogue set document = '{"services":[{"code":"${service}"}]}'`);
});
after(() => portal.close());

/** A new account whose owner is in, with a second factor. */
async function newAccount(): Promise<number> {
  owner = (await portal.register(`owner${++count}@boutique.sn`)).browser;
  await addFactor(owner);
  const { accountId } = (await owner.get('me')).json.membership;
  await portal.db.sql(
    `insert into account_service (account_id, code_service) values (${accountId}, '${service}')
      on conflict do nothing`,
  );
  return accountId;
}

async function addFactor(browser: Browser): Promise<void> {
  const { json: begun } = await browser.post('totp/begin');
  const code = totpCode(begun.secret, Math.floor(Date.now() / 30_000));
  assert.equal((await browser.post('totp/confirm', { code })).status, 200);
}

/** Somebody who follows an invitation of `by`. */
async function invited(by: Browser, role: string): Promise<Browser> {
  const email = `new${++count}@x.sn`;
  const { json } = await by.post('team/invite', { email, role, countries: null });
  const browser = portal.browser();
  const joining = { token: json.link.split('#')[1], name: 'Binta', password };
  assert.equal((await browser.post('invitations/accept', joining)).status, 200);
  await addFactor(browser);
  return browser;
}

/** Hands in a batch of one payout, which another user must approve. */
async function submit(by: Browser): Promise<{ id: number; approvalRequest: number }> {
  const line = `telephone;montant;service;nom\n77123${1_000 + ++count};1500;${service};A`;
  const uploaded = await fetch(`${portal.origin}/portal/api/payouts/upload?name=P&fileName=p.csv`, {
    method: 'POST',
    headers: {
      cookie: `jokko=${by.token}`,
      origin: portal.origin,
      'content-type': 'application/octet-stream',
    },
    body: line,
  });
  const { id } = (await uploaded.json()) as { id: number };
  assert.deepEqual((await by.post('payouts/submit', { id })).json, { refused: null });
  return { id, approvalRequest: (await by.get(`payouts/${id}`)).json.approvalRequest };
}

const approve = (by: Browser, batch: { id: number; approvalRequest: number }) =>
  by.post('payouts/approve', { ...batch, note: '' });

const memberOf = async (browser: Browser) => {
  const { id } = (await browser.get('me')).json.membership;
  const { members } = (await owner.get('team')).json;
  return members.find((member: { id: number }) => member.id === id);
};

test('S02: whom an owner invites approves no payout of theirs for 24 hours, and the refusal says until when', async () => {
  await newAccount();
  const puppet = await invited(owner, 'finance');
  const batch = await submit(owner);
  const refused = await approve(puppet, batch);
  assert.deepEqual([refused.status, refused.code], [403, 'newMember']);
  const ahead = Date.parse(refused.json.error.countsFrom) - Date.now();
  assert.ok(ahead > 23.9 * hourMs && ahead <= 24 * hourMs, refused.json.error.countsFrom);
  assert.equal((await memberOf(puppet)).countsFrom, refused.json.error.countsFrom);
  await portal.db.sql(
    `update installation set clock_offset = clock_offset + interval '23 hours 50 minutes'`,
  );
  assert.equal((await approve(puppet, batch)).code, 'newMember', 'by the clock of the database');
  await portal.db.sql(
    `update installation set clock_offset = clock_offset + interval '10 minutes'`,
  );
  assert.equal((await approve(puppet, batch)).json.state, 'running');
  assert.equal((await memberOf(puppet)).countsFrom, null);
});

test('S02: nor does the owner approve what the newcomer asks for, while a third person does', async () => {
  const accountId = await newAccount();
  const puppet = await invited(owner, 'finance');
  const batch = await submit(puppet);
  assert.equal((await approve(owner, batch)).code, 'newMember');
  const third = await seatedBrowser(portal, `third${++count}`, {
    side: 'developer',
    role: 'owner',
    accountId,
    countries: null,
  });
  assert.equal((await approve(third, batch)).json.state, 'running');
});

test('S02: another owner attests to a newcomer, whose approvals then count at once; who invited them does not', async () => {
  const accountId = await newAccount();
  const seat = { side: 'developer', role: 'owner', accountId, countries: null } as const;
  const second = await seatedBrowser(portal, `second${++count}`, seat);
  const newcomer = await invited(owner, 'finance');
  const late = await invited(owner, 'owner');
  const { id, mayAttest } = await memberOf(newcomer);
  assert.equal(mayAttest, false, 'says the team page to the owner who invited');
  assert.equal((await owner.post('team/attest', { id })).code, 'notTwoUsers');
  assert.equal((await newcomer.post('team/attest', { id })).code, 'notAllowed', 'nor themselves');
  assert.equal((await late.post('team/attest', { id })).code, 'newMember', 'nor a new owner');
  const batch = await submit(owner);
  assert.equal((await approve(newcomer, batch)).code, 'newMember');
  assert.equal((await second.post('team/attest', { id })).status, 200);
  assert.equal((await second.post('team/attest', { id })).code, 'conflict', 'once');
  assert.equal((await approve(newcomer, batch)).json.state, 'running');
  const [entry] = await portal.db.database.query<{ accountId: number }>({
    name: 'attested',
    text: `select account_id as "accountId" from audit_entry where action = 'member.attest'
      order by number desc limit 1`,
  });
  assert.equal(entry?.accountId, accountId);
});

test('S02: a new member confirms no payout destination either', async () => {
  await newAccount();
  const puppet = await invited(owner, 'finance');
  const added = await owner.post('settlements/destinations', {
    kind: 'wallet',
    holder: 'Boutique',
    institution: 'Wave',
    country: 'SN',
    number: '771234567',
  });
  const confirmed = await puppet.post('settlements/destinations/confirm', { id: added.json.id });
  assert.equal(confirmed.code, 'newMember');
  assert.ok(confirmed.json.error.countsFrom);
});

test('S02: an operator who was invited in the portal waits as well; from the command line they count at once', async () => {
  const admin = await operatorBrowser(portal, `admin${++count}`);
  const invitedOne = await invited(admin, 'finance');
  const seats = await portal.db.database.query<{ waits: boolean }>({
    name: 'newest_seats',
    text: `select counts_at > jokko_now() as waits from membership where side = 'operator'
      order by id`,
  });
  assert.deepEqual(
    seats.map(({ waits }) => waits),
    [false, true],
  );
  const { accountId } = (await owner.get('me')).json.membership;
  const other = await operatorBrowser(portal, `other${++count}`);
  const fund = {
    key: randomUUID(),
    accountId,
    currency: 'XOF',
    amount: '1000',
    reason: 'r',
  };
  const { id } = (await other.post('operator/fund', fund)).json;
  const refused = await invitedOne.post('operator/approval-requests/approve', { id, note: '' });
  assert.equal(refused.code, 'newMember');
});

test('S02: the first member of an account counts at once: there is nobody yet whom they could double', async () => {
  const admin = await operatorBrowser(portal, `opener${++count}`);
  const opened = await admin.post('operator/developers', {
    name: 'Pirogue',
    currency: 'XOF',
    language: 'fr',
    allServices: false,
  });
  const made = await admin.post('operator/developers/invite', {
    id: opened.json.id,
    email: `first${++count}@x.sn`,
    role: 'owner',
    reason: '',
  });
  const first = portal.browser();
  const joining = { token: made.json.link.split('#')[1], name: 'Binta', password };
  assert.equal((await first.post('invitations/accept', joining)).status, 200);
  assert.equal((await first.get('team')).json.members[0].countsFrom, null);
});
