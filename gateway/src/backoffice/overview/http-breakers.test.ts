// The portal's routes of breakers and of what waits for a route, on a real database.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { listAudit } from '../../platform/audit/index.ts';
import {
  defaultCatalogueText,
  exportCatalogue,
  importCatalogue,
  type CatalogueDocument,
} from '../../payments/catalogue/index.ts';
import { testCatalogue, testSettings } from '../../payments/catalogue/testing.ts';
import { operatorBrowser } from '../../node/portal/testing/operator.ts';
import { startPortal, type Browser, type Portal } from '../../node/portal/testing/portal.ts';

let portal: Portal;
let admin: Browser;
let accountId: number;
const asked: string[] = [];
const [route, other] = testCatalogue().routes.map(({ name }) => name) as [string, string];

before(async () => {
  portal = await startPortal({
    cancelParked: ({ id }) => {
      asked.push(id);
      return Promise.resolve(id === '3000000000001' ? 'canceled' : 'sent');
    },
  });
  const owner = (await portal.register('awa@boutique.sn')).browser;
  accountId = (await owner.get('me')).json.membership.accountId;
  admin = await operatorBrowser(portal, 'Moussa');
  await importCatalogue(portal.db.database, defaultCatalogueText(), testSettings);
  const rows = [route, route, other].map(
    (name, place) =>
      `(${accountId}, ${3_000_000_000_001 + place}, 'o${place}', '', 'C', 'DEBIT', '${name}', '77',
        '+221770000000', 10000000, 0, 'XOF', '{}',
      'PARKED', 0, 0, now() - interval '${9 - place} minutes', now(), now() + interval '1 day')`,
  );
  await portal.db
    .sql(`insert into operation (account_id, id, external_id, fingerprint, code_service,
    direction, route, phone_given, phone, amount, commission, currency, details, state,
    balance_before, balance_after, created_at, updated_at, next_step_at)
      values ${rows.join(', ')}`);
});
after(() => portal.close());

const set = (browser: Browser, state: string, reason = 'panne annoncée', name = route) =>
  browser.post('operator/breakers/set', { name, state, reason });
const reasonIn = async (action: string): Promise<string> => {
  const [entry] = await listAudit(portal.db.database, { action, limit: 1 });
  return (entry!.new as { reason: string }).reason;
};

test('O15 a route is interrupted by hand with a reason, stands first with what waits, and is audited', async () => {
  assert.deepEqual((await set(admin, 'open')).json, { changed: true });
  assert.deepEqual((await set(admin, 'open')).json, { changed: false });
  const { routes, events } = (await admin.get('operator/breakers')).json;
  const [first, second] = routes;
  assert.deepEqual(
    [first.name, first.state, first.byHand, first.reason, first.triedAt],
    [route, 'open', true, 'panne annoncée', null],
  );
  assert.deepEqual(
    [first.parked[0].count, first.parked[0].amount, first.parked[0].currency],
    [2, '2000', 'XOF'],
  );
  assert.deepEqual([second.name, second.state, second.parked[0].count], [other, 'closed', 1]);
  assert.deepEqual(
    [events[0].route, events[0].state, events[0].who],
    [route, 'open', 'Moussa@x.sn'],
  );
  assert.equal(await reasonIn('route.breaker'), 'panne annoncée');
});

test('O15 why a route is interrupted by itself is said in the language of the user', async () => {
  await portal.db.sql(`insert into route_breaker (route, state, reason, failures)
    values ('${other}', 'open', 'unanswered, faulted', 1)`);
  const { routes } = (await admin.get('operator/breakers')).json;
  const found = routes.find(({ name }: { name: string }) => name === other);
  assert.equal(found.reason, 'ordres sans réponse exploitable, échecs techniques');
  assert.equal(Date.parse(found.triedAt) - Date.parse(found.since), 30_000);
});

test('O15 what waits is listed, the oldest first, of all routes or of one', async () => {
  const idsOf = async (query: string) =>
    (await admin.get(`operator/parked${query}`)).json.items.map(
      ({ transactionId }: { transactionId: string }) => transactionId,
    );
  assert.deepEqual(await idsOf(''), ['3000000000001', '3000000000002', '3000000000003']);
  assert.deepEqual(await idsOf(`?route=${other}`), ['3000000000003']);
});

test('O15 a parked payout is canceled with a reason; one that waits no more is not', async () => {
  const cancel = (browser: Browser, id: string) =>
    browser.post('operator/parked/cancel', { accountId, id, reason: 'demande du client' });
  assert.equal((await cancel(admin, '3000000000001')).status, 200);
  assert.equal((await cancel(admin, '3000000000002')).code, 'conflict');
  assert.deepEqual(asked, ['3000000000001', '3000000000002']);
  assert.equal(await reasonIn('transaction.undo'), 'demande du client');
});

test('O15 support reads, and neither interrupts nor cancels; finance cancels only', async () => {
  const support = await operatorBrowser(portal, 'Fatou', { role: 'support' });
  const finance = await operatorBrowser(portal, 'Binta', { role: 'finance' });
  assert.equal((await support.get('operator/breakers')).status, 200);
  for (const browser of [support, finance])
    assert.equal((await set(browser, 'closed')).code, 'notAllowed');
  const order = { accountId, id: '3000000000001', reason: 'demande du client' };
  assert.equal((await support.post('operator/parked/cancel', order)).code, 'notAllowed');
  assert.equal((await finance.post('operator/parked/cancel', order)).status, 200);
});

test('O15 a route that the catalogue does not have is not found; a reason is needed', async () => {
  assert.equal((await set(admin, 'open', 'panne', 'NOWHERE')).code, 'notFound');
  assert.equal((await set(admin, 'open', ' ')).code, 'invalid');
});

const change = (browser: Browser, settings: object, was: object = {}, name = route) =>
  browser.post('operator/breakers/settings', {
    name,
    settings,
    was,
    reason: 'pannes plus courtes',
  });
const routeInForce = async () => {
  const text = await exportCatalogue(portal.db.database);
  const { routes } = JSON.parse(text!) as CatalogueDocument;
  return routes.find(({ name }) => name === route)!;
};

test('O15 settings of a breaker come into force at once, with what they were in the audit log', async () => {
  const first = { breaker: 'automatic', breakerRule: { failuresToOpen: 3, windowSeconds: 120 } };
  const second = { breakerRule: { failuresToOpen: 4 }, parkedPerSecond: 10 };
  const before = await routeInForce();
  const { version } = (await change(admin, first)).json;
  assert.deepEqual(await routeInForce(), { ...before, ...first });
  assert.equal((await change(admin, first, first)).json.version, null, 'they were so already');
  assert.equal((await change(admin, second, first)).json.version, version + 1);
  assert.deepEqual(await routeInForce(), { ...before, ...second });
  const action = 'route.breaker-settings';
  const [entry, ...older] = await listAudit(portal.db.database, { action, limit: 5 });
  assert.equal(older.length, 1);
  assert.deepEqual(entry!.old, first);
  assert.deepEqual(entry!.new, { ...second, reason: 'pannes plus courtes', version: version + 1 });
  assert.equal((await change(admin, {}, second)).json.version, version + 2);
  assert.deepEqual(await routeInForce(), before);
});

test('O15 settings that somebody else has changed meanwhile are not written over', async () => {
  const seen = {};
  const others = { parkedHours: 48 };
  assert.equal((await change(admin, others, seen)).status, 200);
  assert.equal((await change(admin, { parkedHours: 12 }, seen)).code, 'conflict');
  assert.equal((await routeInForce()).parkedHours, 48);
  assert.equal((await change(admin, seen, others)).status, 200);
});

test('O15 settings out of their bounds, or that contradict each other, are refused by their field', async () => {
  const faultOf = async (settings: object) => (await change(admin, settings)).json.error.fields;
  const wrong = (field: string, problem: string) => [{ field: `settings.${field}`, problem }];
  assert.deepEqual(
    await faultOf({ breakerRule: { failuresToOpen: 1 } }),
    wrong('breakerRule.failuresToOpen', 'tooSmall'),
  );
  assert.deepEqual(
    await faultOf({ breakerRule: { sharePercentToOpen: 101 } }),
    wrong('breakerRule.sharePercentToOpen', 'tooLarge'),
  );
  assert.deepEqual(await faultOf({ parkedHours: 169 }), wrong('parkedHours', 'tooLarge'));
  assert.deepEqual(
    await faultOf({ breakerRule: { firstWaitSeconds: 900 } }),
    wrong('breakerRule.longestWaitSeconds', 'tooSmall'),
  );
  assert.deepEqual(
    await faultOf({ breakerRule: { windowSeconds: 90.5 } }),
    wrong('breakerRule.windowSeconds', 'notNumber'),
  );
});

test('O15 only admins change the settings of a breaker, of a route that there is', async () => {
  const finance = await operatorBrowser(portal, 'Aïda', { role: 'finance' });
  assert.equal((await change(finance, { parkedHours: 2 })).code, 'notAllowed');
  assert.equal((await change(admin, { parkedHours: 2 }, {}, 'NOWHERE')).code, 'notFound');
  const { routes, bounds, usuallyAutomatic } = (await admin.get('operator/breakers')).json;
  assert.deepEqual(bounds.failuresToOpen, { usual: 5, least: 2, most: 1_000 });
  assert.deepEqual([usuallyAutomatic, routes[0].settings], [false, {}]);
});

test('O15 after the clock was put forward a route is interrupted now, on every page, and not since yesterday', async () => {
  await portal.db.sql(`update installation set clock_offset = '1 day'`);
  const [{ now }] = (await portal.db.database.query<{ now: Date }>({
    name: 'shown now',
    text: 'select jokko_now() as now',
  })) as [{ now: Date }];
  await set(admin, 'closed');
  await set(admin, 'open');
  const { routes, events } = (await admin.get('operator/breakers')).json;
  const { proposals } = (await admin.get('operator/incidents')).json;
  const since = [
    routes.find(({ name }: { name: string }) => name === route).since,
    events[0].at,
    ...proposals.map((each: { since: string }) => each.since),
    ...(await admin.get('operator/health')).json.nodes.map(
      ({ startedAt }: { startedAt: string }) => startedAt,
    ),
  ];
  assert.ok(since.length >= 2);
  // No time of real life is as late as this; the suite began less than a day ago.
  const dayBefore = now.getTime() - 86_400_000 / 2;
  for (const at of since) assert.ok(Date.parse(at) > dayBefore, at);
});
