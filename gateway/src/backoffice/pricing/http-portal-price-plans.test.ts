// Price plans: kept by one user, given by two, all or nothing, and only what the second one saw.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { operatorBrowser } from '../../node/portal/testing/operator.ts';
import {
  startPortal,
  type Answer,
  type Browser,
  type Portal,
} from '../../node/portal/testing/portal.ts';

let portal: Portal;
let asker: Browser;
let other: Browser;
let codes: string[];

before(async () => {
  portal = await startPortal();
  asker = await operatorBrowser(portal, 'Awa');
  other = await operatorBrowser(portal, 'Moussa', { role: 'finance' });
  const { services } = (await asker.get('operator/price-plan-services')).json;
  codes = services.map(({ code }: { code: string }) => code);
  assert.ok(codes.length >= 3);
  // The one in force is that of the database.
  await portal.db.sql(
    `insert into catalogue (document) values ('${JSON.stringify({ services, routes: [] })}')`,
  );
});
after(() => portal.close());

const price = (percent: string) => ({ percent, fixed: '0', minimum: null, maximum: null });
const ok = ({ status, json, code }: Answer) => {
  assert.equal(status, 200, String(code));
  return json;
};
async function openAccount(name: string): Promise<number> {
  const account = { name, currency: 'XOF', language: 'fr', allServices: false };
  return ok(await asker.post('operator/developers', account)).id;
}
const plan = (name: string, percent: string) => ({
  name,
  rateLimit: 25,
  services: codes.map((code, index) => ({ code, price: index === 0 ? null : price(percent) })),
});
const createPlan = async (name: string, percent = '1.5'): Promise<number> =>
  ok(await asker.post('operator/price-plans', plan(name, percent))).id;
const apply = (body: object) =>
  asker.post('operator/price-plans/apply', { reason: 'contract', ...body });
const approve = async (id: number) =>
  ok(await other.post('operator/approval-requests/approve', { id, note: '' }));
/** The active services with their percentage, and the limit of calls. */
async function termsOf(accountId: number) {
  const { services, settings } = ok(await asker.get(`operator/developers/${accountId}`));
  const active = services.filter((service: { active: boolean }) => service.active);
  const own = active.filter((service: { own: boolean }) => service.own);
  return {
    active: active.length,
    own: [...new Set(own.map(({ percent }: { percent: string }) => percent))],
    rateLimit: settings.rateLimit,
  };
}

test('a plan gives all its services, prices and limits at once, when another user has approved what changes', async () => {
  const accountId = await openAccount('Teranga');
  const id = await createPlan('Standard');
  const { approvalRequest } = ok(await apply({ id, accountId }));
  assert.deepEqual(await termsOf(accountId), { active: 0, own: [], rateLimit: null });
  const shown = ok(await other.get(`operator/price-plan-requests/${approvalRequest}`));
  const [{ name, changes, rateLimit }] = shown.developers;
  assert.deepEqual(
    [shown.plan, name, rateLimit],
    ['Standard', 'Teranga', { before: null, after: 25 }],
  );
  assert.equal(changes.length, codes.length);
  assert.deepEqual([changes[1].before, changes[1].after.percent], [null, '1.5']);
  assert.equal(changes[0].after.own, false, 'the catalogue’s');
  const own = await asker.post('operator/approval-requests/approve', {
    id: approvalRequest,
    note: '',
  });
  assert.equal(own.code, 'ownRequest');
  assert.equal((await approve(approvalRequest)).state, 'done');
  assert.deepEqual(await termsOf(accountId), { active: codes.length, own: ['1.5'], rateLimit: 25 });
  const noted = ok(await asker.get(`operator/audit?action=account.terms&account=${accountId}`));
  assert.match(noted.items[0].new, /"plan":"Standard"/);
});

test('a changed plan reaches its developers by a second approval alone, which shows before and after', async () => {
  const id = await createPlan('Growing');
  const accounts = [await openAccount('One'), await openAccount('Two')];
  for (const accountId of accounts)
    await approve(ok(await apply({ id, accountId })).approvalRequest);
  const saved = await asker.post('operator/price-plans/save', {
    id,
    version: 1,
    ...plan('Growing', '2'),
  });
  assert.equal(saved.status, 200);
  const listed = async () =>
    ok(await asker.get('operator/price-plans')).items.find(
      (each: { id: number }) => each.id === id,
    );
  assert.deepEqual([(await listed()).developers, (await listed()).behind], [2, 2]);
  assert.deepEqual((await termsOf(accounts[0]!)).own, ['1.5'], 'nothing has changed yet');
  const { approvalRequest } = ok(await apply({ id }));
  const { developers } = ok(await other.get(`operator/price-plan-requests/${approvalRequest}`));
  assert.deepEqual(
    developers.map(
      (developer: {
        id: number;
        changes: { before: { percent: string } | null; after: { percent: string } }[];
      }) => [
        developer.id,
        developer.changes.length,
        developer.changes[0]?.before?.percent,
        developer.changes[0]?.after.percent,
      ],
    ),
    accounts.map((accountId) => [accountId, codes.length - 1, '1.5', '2']),
  );
  await approve(approvalRequest);
  for (const accountId of accounts) assert.deepEqual((await termsOf(accountId)).own, ['2']);
  assert.equal((await listed()).behind, 0);
  assert.equal((await apply({ id })).code, 'notFound', 'nobody is behind');
});

test('a plan of many developers shows the first ones, those that are behind before the others, and counts all', async () => {
  const id = await createPlan('Many');
  await portal.db
    .sql(`insert into account (id, name, language, currency, webhook_secret_sealed) overriding
      system value
      select 5000 + n, 'Shop ' || n, 'fr', 'XOF', '' from generate_series(1, 60) n;
    insert into account_price_plan (account_id, plan_id, version)
      select 5000 + n, ${id}, case when n > 55 then 0 else 1 end from generate_series(1, 60) n`);
  const { developers, developerCount, behindCount } = ok(
    await asker.get(`operator/price-plans/${id}`),
  );
  assert.deepEqual([developers.length, developerCount, behindCount], [50, 60, 5]);
  assert.deepEqual(
    developers.map(({ behind }: { behind: boolean }) => behind),
    developers.map((_: unknown, index: number) => index < 5),
  );
  await portal.db.sql(`update account_price_plan set version = 0 where plan_id = ${id}`);
  const { approvalRequest } = ok(await apply({ id }));
  const asked = ok(await other.get(`operator/price-plan-requests/${approvalRequest}`));
  assert.equal(asked.developers.length, 50, 'one approval shows all to whom it gives the plan');
  await portal.db.sql(`delete from account_price_plan where plan_id = ${id}`);
});

test('what was changed since it was shown is given to nobody', async () => {
  const id = await createPlan('Stale');
  const accounts = [await openAccount('Kept'), await openAccount('Moved')];
  for (const accountId of accounts)
    await approve(ok(await apply({ id, accountId })).approvalRequest);
  ok(await asker.post('operator/price-plans/save', { id, version: 1, ...plan('Stale', '3') }));
  const { approvalRequest } = ok(await apply({ id }));
  const taken = { id: accounts[1], code: codes[1], active: false };
  ok(await asker.post('operator/developers/service', taken));
  const preview = ok(await other.get(`operator/approval-requests/${approvalRequest}/preview`));
  assert.deepEqual(preview, { lines: [], refusal: 'terms changed' });
  assert.deepEqual(await approve(approvalRequest), { state: 'failed', failure: 'terms changed' });
  assert.deepEqual((await termsOf(accounts[0]!)).own, ['1.5']);
});

test('a limit of calls that was set since it was shown stays', async () => {
  const id = await createPlan('Limit');
  const accountId = await openAccount('Limited');
  const { settings } = ok(await asker.get(`operator/developers/${accountId}`));
  const { approvalRequest } = ok(await apply({ id, accountId }));
  ok(
    await asker.post('operator/developers/settings', { id: accountId, ...settings, rateLimit: 7 }),
  );
  assert.deepEqual(await approve(approvalRequest), { state: 'failed', failure: 'terms changed' });
  assert.equal((await termsOf(accountId)).rateLimit, 7);
});

test('a plan with the catalogue’s price leaves whether a refund gives the commission back', async () => {
  const id = await createPlan('Rule');
  const accountId = await openAccount('Strict');
  await portal.db.sql(`insert into account_service (account_id, code_service, price)
    values (${accountId}, '${codes[0]}', '{"percent": "9", "refundsCommission": false}')`);
  const { approvalRequest } = ok(await apply({ id, accountId }));
  const { services } = ok(await asker.get('operator/price-plan-services'));
  const [{ changes }] = ok(
    await other.get(`operator/price-plan-requests/${approvalRequest}`),
  ).developers;
  const shown = changes.find(({ code }: { code: string }) => code === codes[0]).after;
  const { percent, fixed, minimum, maximum } = shown;
  const catalogues = services[0].price;
  assert.deepEqual(
    { percent, fixed, minimum, maximum },
    {
      percent: catalogues.percent,
      fixed: catalogues.fixed,
      minimum: catalogues.minimum,
      maximum: catalogues.maximum,
    },
  );
  assert.equal((await approve(approvalRequest)).state, 'done');
  const [stored] = await portal.db.database.query<{ refunds: boolean }>({
    name: 'stored_rule',
    text: `select (price->>'refundsCommission')::boolean as refunds from account_service
      where account_id = ${accountId} and code_service = '${codes[0]}'`,
  });
  assert.equal(stored!.refunds, false);
});

test('a service that left the catalogue since the request was made is given to nobody', async () => {
  const id = await createPlan('Gone');
  const accountId = await openAccount('Late');
  const { approvalRequest } = ok(await apply({ id, accountId }));
  const left = codes.slice(1).map((code) => ({ code }));
  await portal.db.sql(
    `insert into catalogue (document) values ('${JSON.stringify({ services: left, routes: [] })}')`,
  );
  const preview = ok(await other.get(`operator/approval-requests/${approvalRequest}/preview`));
  assert.deepEqual(
    [preview.lines.map(({ name }: { name: string }) => name), preview.refusal],
    [[codes[0]], 'service gone'],
  );
  assert.deepEqual(await approve(approvalRequest), { state: 'failed', failure: 'service gone' });
  assert.equal((await termsOf(accountId)).active, 0);
  const all = codes.map((code) => ({ code }));
  await portal.db.sql(
    `insert into catalogue (document) values ('${JSON.stringify({ services: all, routes: [] })}')`,
  );
});

test('neither is what the plan did not have to change when it was shown', async () => {
  const id = await createPlan('Kept');
  const accountId = await openAccount('Exception');
  const { settings } = ok(await asker.get(`operator/developers/${accountId}`));
  const ask = async (): Promise<number> => ok(await apply({ id, accountId })).approvalRequest;
  await approve(await ask());
  const changes = [
    () =>
      asker.post('operator/developers/service', { id: accountId, code: codes[1], active: false }),
    () => asker.post('operator/developers/settings', { id: accountId, ...settings, rateLimit: 26 }),
  ];
  for (const change of changes) {
    const nothingShown = await ask();
    ok(await change());
    assert.deepEqual(await approve(nothingShown), { state: 'failed', failure: 'terms changed' });
    await approve(await ask());
  }
  assert.deepEqual(await termsOf(accountId), { active: codes.length, own: ['1.5'], rateLimit: 25 });
});

test('a plan that somebody else changed, a taken name and an impossible price are refused', async () => {
  const id = await createPlan('Careful');
  const save = (version: number, content: object) =>
    asker.post('operator/price-plans/save', { id, version, ...plan('Careful', '1'), ...content });
  assert.equal((await save(1, {})).status, 200);
  assert.equal((await save(1, {})).code, 'conflict');
  assert.equal((await save(2, { name: 'STANDARD' })).code, 'conflict');
  assert.equal((await asker.post('operator/price-plans', plan('standard', '1'))).status, 400);
  const impossible = [{ code: codes[0], price: { ...price('1'), minimum: '5', maximum: '4' } }];
  assert.equal((await save(2, { services: impossible })).status, 400);
  const twice = [codes[0], codes[0]].map((code) => ({ code, price: null }));
  assert.equal((await save(2, { services: twice })).status, 400);
  assert.equal((await save(2, { services: [{ code: 'NONE', price: null }] })).status, 400);
  assert.equal((await other.get(`operator/price-plans/${id}`)).json.version, 2);
});

test('many services are activated at once, or none of them', async () => {
  const id = await openAccount('Several');
  const give = (wanted: string[], active = true) =>
    asker.post('operator/developers/services', { id, codes: wanted, active });
  assert.equal((await give([codes[0]!, 'NONE'])).code, 'notFound');
  assert.equal((await termsOf(id)).active, 0);
  ok(await give(codes));
  assert.equal((await termsOf(id)).active, codes.length);
  ok(await give(codes.slice(1), false));
  assert.equal((await termsOf(id)).active, 1);
  assert.equal(
    (await other.post('operator/developers/services', { id, codes, active: true })).code,
    'notAllowed',
  );
});
