// The operator's routes: figures and floats come from the books, what was done is found again.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { until } from '../../../../acceptance/harness/until.ts';
import { portalRoutes, type PortalRoute } from '@jokko/contract/portal';
import { loadAccount } from '../../payments/accounts/index.ts';
import { readFloats } from '../../payments/ledger/index.ts';
import { foldFloats } from '../../payments/ledger/floats.ts';
import { operatorBrowser, seatedBrowser } from '../../node/portal/testing/operator.ts';
import { startPortal } from '../../node/portal/testing/portal.ts';
import type { Browser, Portal } from '../../node/portal/testing/portal.ts';

let portal: Portal;
let asker: Browser;
let accountId: number;

before(async () => {
  portal = await startPortal();
  asker = await operatorBrowser(portal, 'Awa');
  const opened = await asker.post('operator/developers', {
    name: 'Teranga',
    currency: 'XOF',
    language: 'fr',
    allServices: false,
  });
  assert.equal(opened.status, 200);
  accountId = opened.json.id;
});
after(() => portal.close());

test('S02: an operator opens an account without a key; its first member makes it, and no route of the operator answers a secret', async () => {
  const opened = await asker.post('operator/developers', {
    name: 'Pirogue',
    currency: 'XOF',
    language: 'fr',
    allServices: true,
  });
  assert.deepEqual(Object.keys(opened.json), ['id']);
  const { id } = opened.json as { id: number };
  const keys = { name: 'keys_of', text: 'select id from api_key where account_id = $1' };
  assert.deepEqual(await portal.db.database.query(keys, [id]), []);
  const member = await seatedBrowser(portal, 'Binta', {
    side: 'developer',
    role: 'owner',
    accountId: id,
    countries: null,
  });
  const made = await member.post('keys', {
    name: 'first',
    scope: 'full',
    services: null,
    allowFrom: null,
    expiresInDays: null,
  });
  assert.match(made.json.apiKey, /^jk_test_/);
  for (const [name, { policy, answer }] of Object.entries<PortalRoute>(portalRoutes))
    if (policy.side === 'operator')
      assert.doesNotMatch(JSON.stringify(answer), /"(apiKey|appKey|webhookSecret)"/, name);
});

test('an account is suspended with a reason, found by name and number, and its services are set', async () => {
  const reason = 'contrat terminé';
  assert.equal(
    (await asker.post('operator/developers/suspend', { id: accountId, suspended: true, reason }))
      .status,
    200,
  );
  const found = async (q: string) => (await asker.get(`operator/developers?q=${q}`)).json.items;
  assert.deepEqual(
    (await found('terang')).map(({ id, suspended }: { id: number; suspended: boolean }) => [
      id,
      suspended,
    ]),
    [[accountId, true]],
  );
  assert.equal((await found(String(accountId))).length, 1);
  assert.deepEqual(await found('nobody'), []);
  assert.equal((await asker.get('operator/developers/999')).code, 'notFound');
  const service = { id: accountId, code: 'NO_SUCH', active: true };
  assert.equal((await asker.post('operator/developers/service', service)).code, 'notFound');
  const entries = (await asker.get(`operator/audit?action=account.suspend`)).json.items;
  assert.deepEqual(JSON.parse(entries[0].new), { reason });
});

test('how an account is served is set, shown, and written down; what a form does not say stays as another has set it', async () => {
  const settings = {
    rateLimit: 50,
    callbackGraceMs: 250,
    language: 'en',
    mirrorFields: true,
    allowHttpCallbacks: false,
    smsAcceptWithoutPlus: true,
    parksPayouts: false,
    operationMax: 500_000,
  };
  const shown = async () => (await asker.get(`operator/developers/${accountId}`)).json.settings;
  const before = await shown();
  assert.deepEqual([before.rateLimit, before.mirrorFields], [null, false]);
  assert.equal(
    (await asker.post('operator/developers/settings', { id: accountId, ...settings })).status,
    200,
  );
  assert.deepEqual(await shown(), settings);
  assert.deepEqual((await loadAccount(portal.db.database, accountId))!.rate_limit, 50);
  for (const wrong of [
    { rateLimit: -1 },
    { rateLimit: 1.5 },
    { operationMax: 0 },
    { operationMax: 0.5 },
    { callbackGraceMs: 3_600_001 },
    { language: 'wo' },
  ])
    assert.equal(
      (await asker.post('operator/developers/settings', { id: accountId, ...settings, ...wrong }))
        .code,
      'invalid',
    );
  assert.deepEqual(await shown(), settings);
  const [entry] = (await asker.get('operator/audit?action=account.change')).json.items;
  assert.equal(JSON.parse(entry.new).rateLimit, 50);
  const one = { id: accountId, language: 'fr' };
  assert.equal((await asker.post('operator/developers/settings', one)).status, 200);
  assert.deepEqual(await shown(), { ...settings, language: 'fr' });
  assert.equal(
    (await asker.post('operator/developers/settings', { id: 999, ...settings })).code,
    'notFound',
  );
});

test('the log is filtered, proved and handed out as a file', async () => {
  const { items } = (await asker.get(`operator/audit?subject=account/${accountId}`)).json;
  assert.ok(
    items.length > 0 &&
      items.every(({ subject }: { subject: string }) => subject === `account/${accountId}`),
  );
  const [newest] = (await asker.get('operator/audit')).json.items;
  const numbers = async (filter: string) =>
    (await asker.get(`operator/audit?${filter}`)).json.items.map(
      ({ number }: { number: number }) => number,
    );
  assert.equal((await numbers(`from=${newest.at}`))[0], newest.number);
  assert.ok(
    !(await numbers(`until=${newest.at}`)).includes(newest.number) &&
      (await numbers(`until=${newest.at}`)).length > 0,
  );
  assert.deepEqual(await numbers('from=2999-01-01T00:00:00Z'), []);
  assert.deepEqual(await numbers(`from=${newest.at}&until=${newest.at}`), []);
  assert.equal((await asker.get('operator/audit?from=2026-02-40T00:00:00Z')).code, 'invalid');
  const { actions, people } = (await asker.get('operator/audit')).json;
  const [suspended] = (await asker.get('operator/audit?action=account.suspend')).json.items;
  assert.ok(people.some(({ id }: { id: number }) => id === suspended.userId));
  assert.deepEqual(
    people.find(({ id }: { id: number }) => id === suspended.userId).name,
    suspended.name,
  );
  assert.ok(suspended.accountName.length > 0);
  assert.ok(actions.includes('account.suspend') && new Set(actions).size === actions.length);
  const verdict = (await asker.post('operator/audit/verify')).json;
  assert.equal(verdict.ok, true);
  const cookie = { cookie: `jokko=${asker.token}` };
  const file = await (
    await fetch(`${portal.origin}/portal/api/operator/audit/export`, { headers: cookie })
  ).text();
  // A line of names, and the entry that says who takes the log along.
  assert.equal(file.trimEnd().split('\r\n').length, verdict.entries + 2);
});

test('floats are the same whether or not their sums are kept', async () => {
  const row = (debit: string, credit: string, amount: number, at: string) =>
    `(${accountId}, ${900_000 + amount}, 'credit', '${debit}', '${credit}', ${amount}, 'XOF', 0,
      now() - interval '${at}')`;
  await portal.db.sql(`insert into transfer (account_id, id, verb, debit, credit, amount, currency,
      available_after, created_at) values
    ${row('provider:wave', 'suspense', 900, '3 days')},
      ${row('suspense', 'provider:wave', 200, '2 minutes')},
      ${row('suspense', 'provider:wave', 100, '4 days')},
      ${row('provider:om', 'suspense', 5, '1 second')}`);
  const right = [
    { route: 'om', currency: 'XOF', amount: 5n },
    { route: 'wave', currency: 'XOF', amount: 600n },
  ];
  assert.deepEqual(await readFloats(portal.db.database), right);
  while (await foldFloats(portal.db.database));
  assert.deepEqual(await readFloats(portal.db.database), right);
  assert.ok(
    (
      await portal.db.database.query({
        name: 'kept',
        text: `select from provider_float where amount <> 0`,
      })
    ).length > 0,
  );
  await foldFloats(portal.db.database);
  assert.deepEqual(await readFloats(portal.db.database), right);
  const dayAgo = Date.now() - 86_400_000;
  const spent = await portal.db.database.query(
    {
      name: 'spent_hours',
      text: 'select route, spent from float_hour where hour < $1 order by spent',
    },
    [new Date(dayAgo)],
  );
  assert.deepEqual(
    spent,
    [
      { route: 'wave', spent: -900n },
      { route: 'wave', spent: 100n },
    ],
    'each hour is kept once for the forecast',
  );
});

test('X13 messages that are stuck show on the start page and in the health', async () => {
  const { sms } = (await asker.get('operator/overview')).json;
  assert.deepEqual(sms, { waiting: 880, oldestSec: 540, troubled: ['STUCK'] });
  const { carriers, advice } = (await asker.get('operator/health')).json;
  assert.equal(carriers[0].lastError, 'transceiver: connection: ECONNREFUSED');
  const codes = (advice as { code: string; about: string | null }[])
    .filter(({ about }) => about === 'STUCK')
    .map(({ code }) => code);
  assert.deepEqual(codes, ['carrierDown', 'smsStuck']);
});

test('the overview has 24 hours, and the doctor works on demand', async () => {
  const overview = (await asker.get('operator/overview')).json;
  assert.equal(overview.hours.length, 24);
  assert.deepEqual(overview.floats[0], { route: 'om', currency: 'XOF', amount: '0.0005' });
  await asker.post('operator/doctor');
  const last = await until('the doctor has ended', async () => {
    const doctor = (await asker.get('operator/doctor')).json;
    return doctor.running ? undefined : doctor.last;
  });
  assert.equal(last.checks.length > 10, true);
});

test('O1 a search finds a number however it was copied', async () => {
  await portal.db
    .sql(`insert into operation (account_id, id, external_id, fingerprint, code_service, direction,
      route, phone_given, phone, amount,
      commission, currency, details, state, balance_before, balance_after, created_at, updated_at)
    values (${accountId}, 2000000000777, 'copied', '', 'OPA_SN_API_CASH_IN', 'DEBIT', 'om', '77',
      '+221779990777', 1000000, 0, 'XOF', '{}', 'SUCCESS', 0, 0, now(), now())`);
  for (const q of ['\u202a+221\u00a077\u2011999\u200907\ufe0d77\u202c', '(77)\t999 07 77']) {
    const { transactions } = (await asker.get(`operator/search?q=${encodeURIComponent(q)}`)).json;
    assert.deepEqual(
      transactions.map(({ phone }: { phone: string }) => phone),
      ['+221779990777'],
      q,
    );
  }
});

test('a search finds accounts; an address is released from the blacklist by who may', async () => {
  assert.equal((await asker.get('operator/search?q=Teranga')).json.accounts[0].id, accountId);
  assert.deepEqual((await asker.get('operator/search?q=771234567')).json, {
    accounts: [],
    transactions: [],
    sms: [],
    claims: [],
    users: [],
    keys: [],
    approvalRequests: [],
    more: { accounts: false, transactions: false },
  });
  const owned = (await (await portal.register('fatou@boutique.sn')).browser.get('me')).json
    .membership;
  const [user] = (await asker.get(`operator/search?q=${encodeURIComponent('FATOU@Boutique.sn ')}`))
    .json.users;
  assert.deepEqual(
    [user.email, user.seats],
    [
      'fatou@boutique.sn',
      [{ role: 'owner', accountId: owned.accountId, accountName: owned.accountName }],
    ],
  );
  const request = { accountId, currency: 'XOF', amount: '1500', reason: 'virement reçu' };
  await asker.post('operator/fund', { key: randomUUID(), ...request });
  const requested = (await asker.get('operator/approval-requests')).json.items[0];
  const [found] = (await asker.get(`operator/search?q=wish/${requested.id}`)).json.approvalRequests;
  assert.deepEqual(
    [found.id, found.kind, found.state],
    [requested.id, requested.kind, requested.state],
  );
  await portal.db.sql(
    `insert into api_key (id, account_id, key_hash, last_four, name) overriding system value
      values (40, ${accountId}, '\\x01', 'abcd', 'caisse')`,
  );
  assert.deepEqual((await asker.get('operator/search?q=jk_test_14')).json.keys, [
    { key: 'jk_test_14', name: 'caisse', accountId, accountName: 'Teranga', live: true },
  ]);
  await portal.db.sql(
    `insert into status_block (address, account_id, blocked_until)
      values ('192.0.2.7', ${accountId}, now() + interval '1 hour')`,
  );
  const [block] = (await asker.get('operator/blacklist')).json.items;
  assert.deepEqual([block.address, block.accountName], ['192.0.2.7', 'Teranga']);
  const entry = { address: '192.0.2.7', accountId };
  assert.deepEqual((await asker.post('operator/blacklist/release', entry)).json, { released: 1 });
  assert.equal((await asker.post('operator/blacklist/release', entry)).code, 'notFound');
});
