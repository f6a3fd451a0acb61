// The portal's routes of health and of money without a result, on a real database.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { testCatalogue } from '../../payments/catalogue/testing.ts';
import { createHealthCounters, createHealthRounds } from '../../payments/route-health/index.ts';
import { operatorBrowser } from '../../node/portal/testing/operator.ts';
import { startPortal, type Browser, type Portal } from '../../node/portal/testing/portal.ts';

let portal: Portal;
let operator: Browser;
const { services } = testCatalogue();
const { code, route } = services.find(({ off }) => !off)!;

before(async () => {
  portal = await startPortal({ publicStatus: true });
  const owner = (await portal.register('awa@boutique.sn')).browser;
  const { accountId } = (await owner.get('me')).json.membership;
  operator = await operatorBrowser(portal, 'Moussa');
  const ages = ['5 minutes', '20 minutes', '2 hours', '3 days'];
  const rows = ages.map(
    (age, place) =>
      `(${accountId}, ${3_000_000_000_000 + place}, 'o${place}', '', '${code}', 'DEBIT', '${route}', '77', '+221770000000', 10000000, 0, 'XOF', '{}',
      'UNKNOWN', 0, 0, now() - interval '${age}', now(), ${place % 2 === 0 ? 'null' : 'now()'})`,
  );
  await portal.db
    .sql(`insert into operation (account_id, id, external_id, fingerprint, code_service,
    direction, route, phone_given, phone, amount, commission, currency, details, state,
    balance_before, balance_after, created_at, updated_at, next_step_at) values ${rows.join(', ')}`);
  const counters = createHealthCounters();
  const { database } = portal.db;
  const rounds = createHealthRounds({ database, counters, readStandings: async () => [] });
  for (let count = 0; count < 9; count++) {
    counters.note('route', route, 'unknown');
    counters.noteCall('route', route, 300);
  }
  counters.note('receiver', '1 https://boutique.sn:443', 'succeeded');
  await rounds.runOnce();
});
after(() => portal.close());

test('H1 a route that is down is told first, with its reason in the language of the user', async () => {
  const { subjects, changes } = (await operator.get('operator/service-health')).json;
  const [first] = subjects;
  assert.deepEqual([first.name, first.state, first.unknown], [route, 'down', 9]);
  assert.deepEqual(first.reasons, ['9 ordres sur 9 sans réponse exploitable en 5 minutes']);
  assert.deepEqual([changes[0].from, changes[0].state], ['healthy', 'down']);
  const overview = (await operator.get('operator/overview')).json;
  assert.deepEqual(
    overview.troubled.map(({ name }: { name: string }) => name),
    [route],
  );
});

test('H1 the status page says to everybody that its services are down', async () => {
  const { json } = await portal.browser().get('public-status');
  const states = new Map(
    json.services.map((each: { code: string; state: string }) => [each.code, each.state]),
  );
  assert.equal(states.get(code), 'down');
});

test('H19 charts have the last minutes of what was counted', async () => {
  const query = `kind=route&name=${encodeURIComponent(route)}`;
  const { json } = await operator.get(`operator/service-health/history?${query}`);
  const sum = json.recent.reduce(
    (all: number, { trouble }: { trouble: number }) => all + trouble,
    0,
  );
  assert.equal(sum, 9);
});

test('H19 a chart has the steps in which nothing was counted: no line joins what lies around them', async () => {
  const ages = ['3 hours', '1 hour'];
  const rows = ages.map(
    (age) =>
      `(jokko_now() - interval '${age}', 'route', 'ROUTE_WITH_GAP', 7, 0, 0, 0, 0, 0, array[0, 7], '{}')`,
  );
  await portal.db.sql(`insert into health_minute values ${rows.join(', ')}`);
  const { json } = await operator.get(
    'operator/service-health/history?kind=route&name=ROUTE_WITH_GAP',
  );
  const day = json.day as { at: number; good: number; p95Ms: number | null }[];
  assert.equal(day.length, 9);
  assert.deepEqual([day[0]!.good, day.at(-1)!.good], [7, 7]);
  assert.ok(day[0]!.p95Ms !== null);
  for (const { good, p95Ms } of day.slice(1, -1)) assert.deepEqual([good, p95Ms], [0, null]);
  assert.ok(day.every(({ at }, index) => index === 0 || at - day[index - 1]!.at === 900_000));
});

test('H18 money without a result, by its age, with the amounts of each route', async () => {
  const { totals, items } = (await operator.get('operator/aged-operations')).json;
  const [total] = totals;
  assert.deepEqual(
    [total.route, total.count, total.hourCount, total.dayCount, total.amount, total.dayAmount],
    [route, 3, 2, 1, '3000', '1000'],
  );
  assert.deepEqual(
    items.map(({ transactionId }: { transactionId: string }) => transactionId),
    ['3000000000003', '3000000000002', '3000000000001'],
  );
  const old = (await operator.get('operator/aged-operations?age=day')).json;
  assert.equal(old.items.length, 1);
});
