// The portal's routes of health and of money without a result, on a real database.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { testCatalogue } from '../../payments/catalogue/testing.ts';
import {
  createHealthCounters,
  createHealthRounds,
  type HealthRounds,
} from '../../payments/route-health/index.ts';
import { declareHealthMetrics } from '../../payments/route-health/metrics.ts';
import { createMetrics } from '../../platform/metrics.ts';
import { createStandings } from '../../node/health/standings.ts';
import { operatorBrowser } from '../../node/portal/testing/operator.ts';
import { startPortal, type Browser, type Portal } from '../../node/portal/testing/portal.ts';

let portal: Portal;
let accountName: string;
let operator: Browser;
let rounds: HealthRounds;
const { services } = testCatalogue();
const { code, route } = services.find(({ off }) => !off)!;

before(async () => {
  portal = await startPortal({ publicStatus: true });
  const owner = (await portal.register('awa@boutique.sn')).browser;
  const { accountId, accountName: name } = (await owner.get('me')).json.membership;
  accountName = name;
  operator = await operatorBrowser(portal, 'Moussa');
  // What is not known hangs at once, what a provider took when it is overdue; the others do not.
  const opened = [
    ['UNKNOWN', '5 minutes'],
    ['ACCEPTED', '21 minutes'],
    ['UNKNOWN', '2 hours'],
    ['ACCEPTED', '3 days'],
    ['ACCEPTED', '5 minutes'],
    ['SUCCESS', '2 hours'],
    ['FAILED', '5 minutes'],
  ] as const;
  const rows = opened.map(
    ([state, age], place) =>
      `(${accountId}, ${3_000_000_000_000 + place}, 'o${place}', '', '${code}', 'DEBIT', '${route}',
        '77', '+221770000000', 10000000, 0, 'XOF', '{}',
      '${state}', 0, 0, now() - interval '${age}', now(),
        ${state === 'ACCEPTED' || place === 2 ? 'now()' : 'null'})`,
  );
  await portal.db
    .sql(`insert into operation (account_id, id, external_id, fingerprint, code_service,
    direction, route, phone_given, phone, amount, commission, currency, details, state,
    balance_before, balance_after, created_at, updated_at, next_step_at)
      values ${rows.join(', ')}`);
  const counters = createHealthCounters();
  const { database } = portal.db;
  const readStandings = createStandings({
    database,
    catalogue: testCatalogue,
    carrierStates: () => [],
  });
  rounds = createHealthRounds({ database, counters, readStandings });
  for (let count = 0; count < 9; count++) {
    counters.note('route', route, 'unknown');
    counters.noteCall('route', route, 300);
  }
  counters.note('receiver', `${accountId} https://boutique.sn:443`, 'succeeded');
  await rounds.runOnce();
});
after(() => portal.close());

test('a receiver is told with the name of its account, a route without one', async () => {
  const { subjects } = (await operator.get('operator/service-health')).json;
  const namesOf = (of: string) =>
    subjects
      .filter(({ kind }: { kind: string }) => kind === of)
      .map(({ accountName }: { accountName: string | null }) => accountName);
  assert.deepEqual(namesOf('receiver'), [accountName]);
  assert.ok(namesOf('route').every((name: string | null) => name === null));
});

test('a change of a receiver is told with the name of its account', async () => {
  const { database } = portal.db;
  await database.query(
    {
      name: 'change_of_test_receiver',
      text: `insert into health_change (kind, name, from_state, state, reasons, figures, at)
      select 'receiver', id || ' https://boutique.sn:443', 'healthy', 'down', '{}', '{}', jokko_now() from account where name = $1`,
    },
    [accountName],
  );
  const { changes } = (await operator.get('operator/service-health')).json;
  assert.equal(changes[0].accountName, accountName);
  await portal.db.sql(`delete from health_change where kind = 'receiver'`);
});

test('a route that is down is told first, with its reason in the language of the user', async () => {
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

test('the status page says to everybody that its services are down', async () => {
  const { json } = await portal.browser().get('public-status');
  const states = new Map(
    json.services.map((each: { code: string; state: string }) => [each.code, each.state]),
  );
  assert.equal(states.get(code), 'down');
});

test('charts have the last minutes of what was counted', async () => {
  const query = `kind=route&name=${encodeURIComponent(route)}`;
  const { json } = await operator.get(`operator/service-health/history?${query}`);
  const sum = json.recent.reduce(
    (all: number, { trouble }: { trouble: number }) => all + trouble,
    0,
  );
  assert.equal(sum, 9);
});

test('a chart has the steps in which nothing was counted: no line joins what lies around them', async () => {
  const ages = ['3 hours', '1 hour'];
  const rows = ages.map(
    (age) =>
      `(jokko_now() - interval '${age}', 'route', 'ROUTE_WITH_GAP', 7, 0, 0, 0, 0, 0, array[0, 7],
        '{}')`,
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

test('the start page, health, routes, the list and the metric tell the same money that hangs', async () => {
  const expected = ['XOF', 4, '4000'];
  type There = { route: string; currency: string; count: number; amount: string; oldestAt: string };
  const partsOf = ({ currency, count, amount }: There) => [currency, count, amount];
  const overview = (await operator.get('operator/overview')).json;
  assert.deepEqual(overview.hangingSums, [{ currency: 'XOF', count: 4, amount: '4000' }]);
  const health = (await operator.get('operator/service-health')).json;
  const routes = (await operator.get('operator/breakers')).json.routes;
  const named = (list: { name: string; hanging: There[] }[]) =>
    list.find(({ name }) => name === route)!.hanging;
  const { totals } = (await operator.get('operator/aged-operations')).json;
  for (const hanging of [overview.hanging, named(health.subjects), named(routes), totals])
    assert.deepEqual(hanging.map(partsOf), [expected]);
  const metrics = createMetrics();
  declareHealthMetrics(metrics, rounds);
  const labels = `{route="${route}",currency="XOF"}`;
  const { text } = await metrics.render();
  assert.ok(text.includes(`jokko_operations_hanging${labels} 4`), text);
  assert.ok(text.includes(`jokko_hanging_amount${labels} 4000`));
});

test('what hangs counts in the hour and on the route on which it was opened', async () => {
  const { hours, routes } = (await operator.get('operator/overview')).json;
  type Counted = { succeeded: number; failed: number; hanging: number };
  const sum = (of: keyof Counted): number =>
    hours.reduce((all: number, hour: Counted) => all + hour[of], 0);
  // One of the four is older than the chart.
  assert.deepEqual([sum('succeeded'), sum('failed'), sum('hanging')], [1, 1, 3]);
  assert.equal(routes.find((each: { route: string }) => each.route === route).hanging, 2);
});

test('a provider that answers nothing is no route in service, and an incident is proposed', async () => {
  const { routes } = (await operator.get('operator/breakers')).json;
  const { name, state, health, troubles, unhealthySince } = routes[0];
  assert.deepEqual([name, state, health], [route, 'closed', 'down']);
  assert.equal(troubles[0], '9 ordres sur 9 sans réponse exploitable en 5 minutes');
  assert.ok(Date.parse(unhealthySince) > 0);
  const { proposals } = (await operator.get('operator/incidents')).json;
  assert.deepEqual(
    proposals.map((each: { route: string }) => each.route),
    [route],
  );
  assert.ok(proposals[0].services.includes(code));
});

test('money without a result, by its age, with the amounts of each route', async () => {
  const { totals, items } = (await operator.get('operator/aged-operations')).json;
  const [total] = totals;
  assert.deepEqual(
    [total.route, total.count, total.hourCount, total.dayCount, total.amount, total.dayAmount],
    [route, 4, 2, 1, '4000', '1000'],
  );
  assert.deepEqual(
    items.map(({ transactionId }: { transactionId: string }) => transactionId),
    ['3000000000003', '3000000000002', '3000000000001', '3000000000000'],
  );
  const old = (await operator.get('operator/aged-operations?age=day')).json;
  assert.equal(old.items.length, 1);
});
