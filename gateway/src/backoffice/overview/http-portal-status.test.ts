// The status page says what the last hour showed, to everybody only where that is wanted; look-ups
// keep to the account's services and countries.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { withBreakers } from '../../payments/catalogue/index.ts';
import { testCatalogue } from '../../payments/catalogue/testing.ts';
import { statusHandlers } from './http-status.ts';
import { startPortal, type Browser, type Portal } from '../../node/portal/testing/portal.ts';

let portal: Portal;
let owner: Browser;
const services = testCatalogue().services;
const routes = [...new Set(services.map(({ route }) => route))];

type Working = Parameters<typeof statusHandlers>[0]['working'];
/** With what the last hour brought, and connections to SMS carriers by name. */
const working = (
  byRoute: Awaited<ReturnType<Working['volume']['byRoute']>> = [],
  carriers: readonly string[] = [],
): Working => ({
  volume: { byRoute: () => Promise.resolve(byRoute) },
  carrierStates: () => Promise.resolve(carriers.map((name) => ({ name }))),
});

before(async () => {
  portal = await startPortal({ publicStatus: true });
  owner = (await portal.register('awa@boutique.sn')).browser;
  await portal.db
    .sql(`insert into operation (account_id, id, external_id, fingerprint, code_service, direction,
      route, phone_given, phone, amount,
      commission, currency, details, state, balance_before, balance_after, created_at, updated_at)
    select 1, 3000000000000 + n, 'o' || n, '', 'S', 'DEBIT', case when n <= 8 then '${routes[0]}'
      else '${routes[1]}' end, '77', '+221770000000', 10000, 0, 'XOF', '{}',
      case when n <= 8 and n > 2 then 'FAILED' else 'SUCCESS' end, 0, 0,
        now() - interval '10 minutes', now() - interval '9 minutes'
    from generate_series(1, 12) n`);
});
after(() => portal.close());

test('a service fails, works or is not known, by what its way to the provider did in the last hour', async () => {
  const { json } = await owner.get('status');
  const stateOf = new Map(
    json.services.map(({ code, state }: { code: string; state: string }) => [code, state]),
  );
  for (const { code, route, off } of services) {
    const right = off
      ? 'off'
      : route === routes[0]
        ? 'failing'
        : route === routes[1]
          ? 'works'
          : 'quiet';
    assert.equal(stateOf.get(code), right, code);
  }
  assert.deepEqual(
    (await portal.browser().get('public-status')).json.services,
    json.services,
    'the same for everybody',
  );
  const { id } = (await owner.get('me')).json.membership;
  await portal.db.sql(`update membership set countries = '{SN}' where id = ${id}`);
  const limited = (await owner.get('status')).json.services as { country: string }[];
  assert.ok(limited.length > 0 && limited.every(({ country }) => country === 'SN'));
  await portal.db.sql(`update membership set countries = null where id = ${id}`);
});

test('a service whose every route has its breaker open is down, also without traffic', async () => {
  const [open] = routes;
  const handlers = statusHandlers({
    catalogue: () => withBreakers(testCatalogue(), new Map([[open!, 'open']])),
    database: portal.db.database,
    working: working(),
    publicStatus: true,
  });
  const told = await handlers['GET public-status']();
  assert.ok(told.ok);
  const stateOf = new Map(told.answer.services.map(({ code, state }) => [code, state]));
  for (const service of services.filter(({ off }) => !off))
    assert.equal(
      stateOf.get(service.code),
      service.routes.every((route) => route === open) ? 'down' : 'quiet',
      service.code,
    );
});

test('a service whose every route is switched off is off, also without traffic', async () => {
  const [switched] = routes;
  const handlers = statusHandlers({
    catalogue: () => ({
      ...testCatalogue(),
      route: (name) => {
        const route = testCatalogue().route(name);
        return route && { ...route, off: route.off || name === switched };
      },
    }),
    database: portal.db.database,
    working: working(),
    publicStatus: true,
  });
  const told = await handlers['GET public-status']();
  assert.ok(told.ok);
  const stateOf = new Map(told.answer.services.map(({ code, state }) => [code, state]));
  for (const service of services.filter(({ off }) => !off))
    assert.equal(
      stateOf.get(service.code),
      service.routes.every((route) => route === switched) ? 'off' : 'quiet',
      service.code,
    );
});

test('what an outage delayed makes no service slow whose way is healthy again', async () => {
  const [route] = routes;
  const none = { opened: 9, lastErrorAt: null, lastErrorId: null, lastErrorMessage: null };
  const delayed = { ...none, route: route!, succeeded: 9, failed: 0, p95Ms: 600_000 };
  const handlers = statusHandlers({
    catalogue: testCatalogue,
    database: portal.db.database,
    working: working([delayed]),
    publicStatus: true,
  });
  const stateOfFirst = async (): Promise<string> => {
    const told = await handlers['GET public-status']();
    assert.ok(told.ok);
    const { code } = services.find((each) => each.route === route && !each.off)!;
    return told.answer.services.find((each) => each.code === code)!.state;
  };
  assert.equal(await stateOfFirst(), 'slow', 'nothing else is known of it');
  await portal.db.sql(
    `insert into health_state (kind, name, state, since, reasons, figures, read_at)
      values ('route', '${route}', 'healthy', now(), '{}', '{}', now())`,
  );
  assert.equal(await stateOfFirst(), 'works');
  await portal.db.sql('delete from health_state');
});

test('SMS are down with all of their connections, and disturbed with one of them', async () => {
  const told = async (...carriers: string[]): Promise<string | null> => {
    const handlers = statusHandlers({
      catalogue: testCatalogue,
      database: portal.db.database,
      working: working([], carriers),
      publicStatus: true,
    });
    const answer = await handlers['GET public-status']();
    assert.ok(answer.ok);
    return answer.answer.sms;
  };
  await portal.db
    .sql(`insert into health_state (kind, name, state, since, reasons, figures, read_at) values
    ('sms-link', 'AWAY', 'down', now(), '{notBound}', '{"succeeded": 0}', now()),
    ('sms-link', 'LATE', 'degraded', now(), '{queue}', '{"succeeded": 3}', now()),
    ('sms-link', 'FINE', 'healthy', now(), '{}', '{"succeeded": 3}', now()),
    ('sms-link', 'IDLE', 'healthy', now(), '{}', '{"succeeded": 0}', now())`);
  assert.deepEqual(
    [
      await told(),
      await told('AWAY'),
      await told('AWAY', 'FINE'),
      await told('LATE', 'FINE'),
      await told('FINE', 'IDLE'),
      await told('IDLE', 'NEW'),
    ],
    [null, 'down', 'disturbed', 'slow', 'works', 'quiet'],
  );
  await portal.db.sql(`delete from health_state where kind = 'sms-link'`);
});

test('where the installation keeps its status to itself, nobody else finds one', async () => {
  const handlers = statusHandlers({
    catalogue: testCatalogue,
    database: portal.db.database,
    working: working(),
    publicStatus: false,
  });
  assert.deepEqual(await handlers['GET public-status'](), {
    ok: false,
    refusal: 'notFound',
  });
});

test('a look-up is for services of the account and of the seat’s countries, by the account’s rate', async () => {
  assert.deepEqual((await owner.get('inquiries')).json.services, [], 'there is no provider here');
  const ask = {
    service: services.find(({ kind }) => kind === 'bill_pay')!.code,
    accountNumber: '21000000001',
  };
  const wrong = await owner.post('inquiries/bills', ask);
  assert.deepEqual(
    [wrong.code, wrong.json.error.fields],
    ['invalid', [{ field: 'service', problem: 'notAllowed' }]],
  );
  const quote = await owner.post('inquiries/quote', {
    service: ask.service,
    amount: 'many',
    sendData: { senderDetails: 1 },
  });
  assert.equal(quote.code, 'invalid');
  assert.ok(
    quote.json.error.fields.some(({ field }: { field: string }) => field.startsWith('sendData')),
  );
  portal.load.shed = { reason: 'account_rate', ofAccount: true, retryAfterSeconds: 2 };
  assert.equal((await owner.post('inquiries/bills', ask)).code, 'tooManyTries');
  portal.load.shed = null;
});
