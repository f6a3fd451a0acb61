// S02, S24: users see what happened to their access and their account, and that an operator looked
// in; what they have read stays read.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { accountNotices, userNotices } from '@jokko/contract/portal';
import { setAccount } from '../../payments/accounts/index.ts';
import { totpCode } from '../users/totp.ts';
import { operatorBrowser } from '../../node/portal/testing/operator.ts';
import {
  password,
  startPortal,
  type Browser,
  type Portal,
} from '../../node/portal/testing/portal.ts';

let portal: Portal;
let operator: Browser;
let count = 0;

before(async () => {
  portal = await startPortal();
  operator = await operatorBrowser(portal, 'Ousmane', { role: 'support' });
});
after(() => portal.close());

interface Item {
  id: number;
  what: string;
  by: string | null;
  byOperator: boolean;
  about: string | null;
  role: string | null;
  unread: boolean;
}
const notices = async (of: Browser): Promise<{ items: Item[]; unread: number }> =>
  (await of.get('notices')).json;
const kinds = async (of: Browser): Promise<string[]> =>
  (await notices(of)).items.map(({ what }) => what);

async function addFactor(browser: Browser): Promise<void> {
  const { json: begun } = await browser.post('totp/begin');
  const code = totpCode(begun.secret, Math.floor(Date.now() / 30_000));
  assert.equal((await browser.post('totp/confirm', { code })).status, 200);
}

async function newOwner(): Promise<{ owner: Browser; accountId: number }> {
  const { browser: owner } = await portal.register(`owner${++count}@boutique.sn`);
  await addFactor(owner);
  return { owner, accountId: (await owner.get('me')).json.membership.accountId };
}

async function invited(by: Browser, role: string): Promise<Browser> {
  const made = await by.post('team/invite', {
    email: `new${++count}@x.sn`,
    role,
    countries: null,
  });
  const browser = portal.browser();
  const joining = { token: made.json.link.split('#')[1], name: 'Binta', password };
  assert.equal((await browser.post('invitations/accept', joining)).status, 200);
  return browser;
}

test('S02: every owner is notified of new members, factors, keys, destinations and changed limits', async () => {
  const { owner, accountId } = await newOwner();
  const second = await invited(owner, 'owner');
  const finance = await invited(owner, 'finance');
  await addFactor(finance);
  const key = { name: 'k', scope: 'full', services: null, allowFrom: null, expiresInDays: null };
  const { keyId } = (await owner.post('keys', key)).json;
  const destination = {
    kind: 'wallet',
    holder: 'Boutique',
    institution: 'Wave',
    country: 'SN',
    number: '771234567',
  };
  const added = (await owner.post('settlements/destinations', destination)).json;
  await finance.post('settlements/destinations/confirm', { id: added.id });
  await setAccount(portal.db.database, accountId, { rateLimit: 5 }, { kind: 'command' });
  const { items, unread } = await notices(second);
  assert.deepEqual(
    items.map(({ what, by, about, role }) => [what, by, about, role]),
    [
      ['account.change', null, null, null],
      ['destination.confirm', 'Binta', null, null],
      ['destination.add', 'Awa', 'Wave ····4567', null],
      ['key.create', 'Awa', keyId, null],
      ['second-factor.add', 'Binta', 'Binta', null],
      ['member.join', 'Binta', 'Binta', 'finance'],
    ],
  );
  assert.equal(unread, 6);
  const seen = await kinds(owner);
  assert.equal(seen.filter((what) => what === 'member.join').length, 2, 'who did it is told, too');
  assert.deepEqual(await kinds(finance), ['second-factor.add'], 'others of themselves alone');
});

test('S02: a new owner is not notified of their own joining, in whatever part of a millisecond it was', async () => {
  const { owner } = await newOwner();
  const second = await invited(owner, 'owner');
  const joined = (change: string): Promise<void> =>
    portal.db.sql(`update membership set created_at = date_trunc('milliseconds',
        created_at) + interval '${change}'
      where id = (select max(id) from membership)`);
  for (const part of ['0 microseconds', '1 microsecond', '999 microseconds']) {
    await joined(part);
    assert.deepEqual(await kinds(second), [], part);
  }
});

test('what a user has read stays read, on each account for itself, and the rest stays new', async () => {
  const { owner } = await newOwner();
  await invited(owner, 'viewer');
  const before = await notices(owner);
  assert.deepEqual(
    before.items.map(({ what, unread }) => [what, unread]),
    [
      ['member.join', true],
      ['second-factor.add', true],
    ],
  );
  assert.equal((await owner.post('notices/read', { upTo: before.items[1]!.id })).status, 200);
  assert.deepEqual([(await notices(owner)).unread, before.unread], [1, 2]);
  assert.equal((await owner.post('notices/read', { upTo: before.items[0]!.id })).status, 200);
  await owner.post('notices/read', { upTo: before.items[1]!.id });
  assert.equal((await notices(owner)).unread, 0, 'an older mark takes nothing back');
  await owner.post('notices/read', { upTo: 999_999_999 });
  await invited(owner, 'viewer');
  assert.equal((await notices(owner)).unread, 1, 'what is to come is not read yet');
});

test('S24: a user is notified of their own password; accounts and the operator are apart', async () => {
  const { owner } = await newOwner();
  const other = await newOwner();
  const next = { present: password, password: 'un-baobab-au-bord-du-fleuve' };
  assert.equal((await owner.post('password', next)).status, 200);
  assert.equal((await kinds(owner))[0], 'password.change');
  assert.deepEqual(await kinds(other.owner), ['second-factor.add']);
  const admin = await operatorBrowser(portal, `admin${++count}`);
  await invited(admin, 'viewer');
  assert.deepEqual(await kinds(admin), ['member.join']);
  assert.deepEqual(await kinds(operator), [], 'support keeps nothing');
});

test('S02: the account’s home shows that an operator looked in: who, when and why', async () => {
  const { owner, accountId } = await newOwner();
  const viewer = await invited(owner, 'viewer');
  const { until } = (
    await operator.post('operator/developers/view', { id: accountId, reason: 'claim C123' })
  ).json;
  assert.deepEqual((await operator.get('notices')).json, { items: [], unread: 0 });
  assert.equal((await operator.post('notices/read', { upTo: 1 })).code, 'readOnly');
  await operator.post('view/end');
  for (const browser of [owner, viewer]) {
    const [view, ...rest] = (await browser.get('home')).json.views;
    const { at, ...told } = view;
    assert.deepEqual(told, { name: 'Ousmane', role: 'support', until, reason: 'claim C123' });
    assert.ok(Math.abs(Date.parse(at) - Date.now()) < 60_000);
    assert.deepEqual(rest, []);
  }
  const [newest] = (await notices(owner)).items;
  assert.deepEqual(
    [newest?.what, newest?.byOperator, newest?.about],
    ['developer.view', true, 'claim C123'],
  );
  const other = await newOwner();
  assert.deepEqual((await other.owner.get('home')).json.views, []);
  await portal.db.sql(
    `update installation set clock_offset = clock_offset + interval '30 days 1 minute'`,
  );
  assert.deepEqual((await viewer.get('home')).json.views, [], 'for thirty days');
});

test('the indexes of notices have the actions that are listed', async () => {
  const rows = await portal.db.database.query<{ name: string; definition: string }>({
    name: 'notice_indexes',
    text: `select indexname as name, indexdef as definition from pg_indexes
      where indexname like 'audit_entry%notice' order by 1`,
  });
  const actionsOf = (definition: string) =>
    [...definition.matchAll(/'([a-z.-]+)'::text/g)].map(([, action]) => action).toSorted();
  assert.deepEqual(
    rows.map(({ definition }) => actionsOf(definition)),
    [[...accountNotices].toSorted(), [...userNotices].toSorted()],
  );
});
