// Proves that the portal's metrics match the ledger: balances of what brought money, fees as fees,
// and only the providers' own failures counted as theirs.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { errorCatalogue } from '@jokko/contract';
import { holdClock } from '../../platform/testing/held-clock.ts';
import { createMetricsWatch } from '../realtime/metrics.ts';
import { createVolumeReader, createVolumeSharesReader } from '../../payments/operations/index.ts';
import { operatorBrowser } from '../../node/portal/testing/operator.ts';
import { startPortal } from '../../node/portal/testing/portal.ts';
import type { Browser, Portal } from '../../node/portal/testing/portal.ts';

let portal: Portal;
let owner: Browser;
let operator: Browser;
const id = '2000000000001';
const code = 'OPA_SN_API_CASH_IN';

before(async () => {
  portal = await startPortal();
  owner = (await portal.register('awa@boutique.sn')).browser;
  operator = await operatorBrowser(portal, 'Moussa');
  const { accountId } = (await owner.get('me')).json.membership;
  const operation = (
    number: string,
    state: string,
    proof: string,
    error: string,
  ) => `insert into operation (account_id, id, external_id,
      fingerprint, code_service, direction, route, phone_given, phone, amount, commission, currency,
        details, state, proof, error_message,
      balance_before, balance_after, created_at, updated_at) values
    (${accountId}, ${number}, 'order-${number}', '', '${code}', 'CREDIT', 'OPA_SN', '77',
      '+221770000000', 10000000, 231000, 'XOF', '{}',
      '${state}', '${proof}', ${error}, 50000, 50000, now(), now())`;
  await portal.db.sql(operation(id, 'SUCCESS', 'provider_succeeded', 'null'));
  await portal.db.sql(operation('2000000000002', 'FAILED', 'refused_at_opening', `'duplicate'`));
  // Another operation came between opening and result.
  await portal.db
    .sql(`insert into transfer (account_id, id, operation_id, verb, debit, credit, amount, currency,
      available_after) values
    (${accountId}, 900001, ${id}, 'credit', 'provider:OPA_SN', 'available', 10000000, 'XOF',
      12000000),
    (${accountId}, 900002, ${id}, 'credit', 'available', 'fees', 231000, 'XOF', 11769000)`);
});
after(() => portal.close());

test('what has brought money shows the balances between which it did', async () => {
  const { balanceBefore, balanceAfter, transfers } = (await owner.get(`transactions/${id}`)).json;
  assert.deepEqual([balanceBefore, balanceAfter], ['200', '1176.9']);
  assert.deepEqual(
    transfers.map(({ kind, available, held }: Record<string, string>) => [kind, available, held]),
    [
      ['credit', '1000', '0'],
      ['fee', '-23.1', '0'],
    ],
  );
  const refused = (await owner.get('transactions/2000000000002')).json;
  assert.deepEqual([refused.balanceBefore, refused.balanceAfter], ['5', '5']);
});

test('a fee is a fee in the statement and in its files; verbs, statuses and directions are words to people, the same codes to programs', async () => {
  const { items } = (await owner.get('statement')).json;
  assert.deepEqual(
    items.map(({ kind, available }: Record<string, string>) => [kind, available]),
    [
      ['fee', '-23.1'],
      ['credit', '1000'],
    ],
  );
  const file = async (path: string) => {
    const response = await fetch(`${portal.origin}/portal/api/${path}`, {
      headers: { cookie: `jokko=${owner.token}` },
    });
    return response.text();
  };
  const statement = (await file('statement/export?form=excel')).split('\r\n');
  assert.match(statement[1]!, /;Encaissement;.*;1000;0;1200;XOF;$/);
  assert.match(statement[2]!, /;Frais;.*;-23,1;0;1176,9;XOF;$/);
  assert.match(await file('transactions/export?form=excel'), /;Crédit du solde;.*;Réussie;/);
  const [columns, credit, fee] = (await file('statement/export')).split('\r\n');
  assert.equal(
    columns,
    'entry,at,kind,transaction_id,sms_batch_id,available,held,available_after,currency,note',
  );
  assert.match(credit!, /,credit,.*,1000,0,1200,XOF,$/);
  assert.match(fee!, /,fee,.*,-23.1,0,1176.9,XOF,$/);
  const plain = await file('transactions/export');
  assert.match(
    plain,
    /^id,external_id,created_at,updated_at,service,direction,phone,amount,commission,currency,status,provider_reference\r\n/,
  );
  assert.match(plain, /,OPA_SN_API_\w+,CREDIT,.*,success,/);
});

test('a change is told when it is seen, and once more when metrics that were kept then are old', async () => {
  const clock = holdClock();
  let reported = 0;
  let number = 0;
  const watch = createMetricsWatch(
    { query: () => Promise.resolve([{ reported: String(number) }]) as never },
    (error) => assert.ifError(error),
    3_000,
  );
  const unfollow = clock.run(() => watch.follow(() => reported++));
  const pass = async (rounds: number) => {
    for (let round = 0; round < rounds; round++) {
      clock.pass(3_000);
      for (let turn = 0; turn < 10; turn++) await Promise.resolve();
    }
    return reported;
  };
  assert.equal(await pass(2), 0);
  number++;
  assert.deepEqual([await pass(1), await pass(3), await pass(1), await pass(9)], [1, 1, 2, 2]);
  unfollow();
  watch.close();
});

test('what we refused at the opening is no failure of a provider', async () => {
  const { hours, routes } = (await operator.get('operator/overview')).json;
  // They were made in this hour, or, where a new one has begun since, in the one before.
  const sum = (of: 'opened' | 'succeeded' | 'failed') =>
    hours.slice(-2).reduce((all: number, hour: Record<typeof of, number>) => all + hour[of], 0);
  assert.deepEqual([sum('opened'), sum('succeeded'), sum('failed')], [2, 1, 0]);
  const route = routes.find(({ route: name }: { route: string }) => name === 'OPA_SN');
  assert.deepEqual([route.opened, route.succeeded, route.failed, route.lastError], [2, 1, 0, null]);
});

test('each hour says how much came in the same hour a week before', async () => {
  const { accountId } = (await owner.get('me')).json.membership;
  // Four in steps of 20 minutes: the beginning of an hour belongs to it, its end to the next one.
  await portal.db
    .sql(`insert into operation (account_id, id, external_id, fingerprint, code_service, direction,
      route, phone_given, phone,
      amount, commission, currency, details, state, balance_before, balance_after, created_at,
        updated_at)
    select ${accountId}, 1700000000000 + n, 'week-' || n, '', '${code}', 'DEBIT', 'OPA_SN', '77',
      '+221770000000', 10000, 0, 'XOF', '{}', 'SUCCESS', 0, 0,
      date_trunc('hour', now()) - interval '7 days 4 hours' + n * interval '20 minutes', now()
        from generate_series(0, 3) n`);
  const reader = createVolumeReader(portal.users.database, Date.now);
  const counted = (await reader.byHour()).map(({ openedWeekBefore }) => openedWeekBefore);
  const first = counted.indexOf(3);
  assert.ok(first >= 0 && counted[first + 1] === 1, counted.join());
  assert.equal(
    counted.reduce((sum, each) => sum + each, 0),
    4,
  );
});

test('how long a result took ends with the result, whatever became of a refund afterwards', async () => {
  const { accountId } = (await owner.get('me')).json.membership;
  const result = (number: string, state: string, attempts: number) => `
    insert into operation (account_id, id, external_id, fingerprint, code_service, direction, route,
      phone_given, phone, amount, commission,
      currency, details, state, proof, provider_reference, attempts, balance_before, balance_after,
        created_at, updated_at)
    values (${accountId}, ${number}, 'order-${number}', '', '${code}', 'DEBIT', 'WAVE_SN', '77',
      '+221770000000', 10000000, 0, 'XOF', '{}',
      '${state}', 'provider_succeeded', 'p', ${attempts}, 0, 0, now() - interval '4 seconds',
        now());
    insert into operation_transition (account_id, operation_id, from_state, to_state, reason,
      created_at) values
      (${accountId}, ${number}, 'SENDING', 'SUCCESS', 'succeed', now() - interval '2 seconds'),
      (${accountId}, ${number}, 'SUCCESS', 'REFUNDING', 'refund', now() - interval '1 second'),
      (${accountId}, ${number}, 'REFUNDING', '${state}', 'x', now());`;
  await portal.db.sql(
    result('2000000000003', 'SUCCESS', 2) + result('2000000000004', 'REFUNDED', 2),
  );
  const reader = createVolumeReader(portal.users.database, Date.now);
  const route = (await reader.byRoute()).find(({ route: name }) => name === 'WAVE_SN');
  assert.equal(Math.round(route!.p95Ms! / 100), 20);
});

test('O13 a text that speaks of the amount names it once, no placeholder is shown, and unknown_error has a text although it has no id', async (t) => {
  const { accountId } = (await owner.get('me')).json.membership;
  await portal.db
    .sql(`insert into operation (account_id, id, external_id, fingerprint, code_service, direction,
      route, phone_given, phone,
      amount, commission, currency, details, state, proof, error_id, error_message, balance_before,
        balance_after, created_at, updated_at) values
    (${accountId}, 2000000000009, 'order-9', '', '${code}', 'CREDIT', 'OPA_SN', '77',
      '+221770000000', 70000000, 0, 'XOF', '{}',
      'FAILED', 'provider_failed', 110, 'no opa account (5)', 50000, 50000, now(), now()),
    (${accountId}, 2000000000010, 'order-10', '', '${code}', 'CREDIT', 'OPD_SN', '77',
      '+221770000000', 70000000, 0, 'XOF', '{}',
      'FAILED', 'provider_failed', null, null, 50000, 50000, now(), now())`);
  const unknown = errorCatalogue[0]!.message.fr;
  assert.equal((await owner.get('transactions/2000000000010')).json.errorText, unknown);
  const { errorText } = (await owner.get('transactions/2000000000009')).json;
  assert.equal(errorText, 'Le solde du payeur est trop faible pour un paiement de 7000 CFA.');
  // The figures are kept for some seconds.
  const shown = async (): Promise<void> => {
    const { routes } = (await operator.get('operator/overview')).json;
    const lastErrorOf = (name: string): string =>
      routes.find(({ route }: { route: string }) => route === name).lastError;
    assert.equal(
      lastErrorOf('OPA_SN'),
      'Le solde du payeur est trop faible pour un paiement de … CFA.',
    );
    assert.equal(lastErrorOf('OPD_SN'), unknown);
  };
  await t.waitFor(shown, { timeout: 120_000, interval: 50 });
});

test('what came in is shared out by route and by developer: the ten largest, and the others together', async () => {
  const { accountId } = (await owner.get('me')).json.membership;
  // Twelve routes, the first with one operation and each with one more than the one before it; all
  // an hour and more ago.
  await portal.db
    .sql(`insert into operation (account_id, id, external_id, fingerprint, code_service, direction,
      route, phone_given, phone,
      amount, commission, currency, details, state, balance_before, balance_after, created_at,
        updated_at)
    select ${accountId}, 1800000000000 + n * 100 + each, 'share-' || n || '-' || each, '',
      '${code}', 'DEBIT', 'SHARE_' || lpad(n::text, 2, '0'), '77',
      '+221770000000', 10000, 0, 'XOF', '{}', 'SUCCESS', 0, 0,
        date_trunc('hour', now()) - interval '3 hours', now()
    from generate_series(21, 32) n, generate_series(1, n) each`);
  const sum = (opened: readonly number[]): number => opened.reduce((all, each) => all + each, 0);
  const { times, lines, others } = await createVolumeSharesReader(
    portal.users.database,
    Date.now,
  )('route');
  assert.equal(times.length, 24);
  assert.deepEqual(
    lines.map(({ name, opened }) => [name, sum(opened)]),
    Array.from({ length: 10 }, (_none, place) => [`SHARE_${32 - place}`, 32 - place]),
  );
  // The two smallest of them, and what the tests before have brought.
  assert.ok(others !== null && sum(others) >= 21 + 22);
  const byAccount = (await operator.get('operator/overview/shares?by=account')).json;
  const own = byAccount.lines.find(({ key }: { key: string }) => key === String(accountId));
  assert.equal(own.name, (await owner.get('me')).json.membership.accountName);
  assert.ok(sum(own.opened) >= 12 * 26);
});

test('failures are shared out by error, in the words of the catalogue', async () => {
  const { accountId } = (await owner.get('me')).json.membership;
  await portal.db
    .sql(`insert into operation (account_id, id, external_id, fingerprint, code_service, direction,
      route, phone_given, phone,
      amount, commission, currency, details, state, error_id, balance_before, balance_after,
        created_at, updated_at)
    select ${accountId}, 2100000000000 + n, 'failed-' || n, '', '${code}', 'DEBIT', 'FAILED', '77',
      '+221770000000', 10000, 0, 'XOF', '{}', 'FAILED', case when n < 40 then 7
        when n = 60 then 3 end, 0, 0, date_trunc('hour', now()) - interval '5 hours', now()
    from generate_series(1, 60) n`);
  const read = createVolumeSharesReader(portal.users.database, Date.now);
  const { lines } = await read('error');
  const of = (key: string) => lines.find((line) => line.key === key)!.opened.at(-6);
  assert.deepEqual([of('7'), of('0')], [39, 20]);
  const { lines: shown } = (await operator.get('operator/overview/shares?by=error')).json;
  const nameOf = (error: string): string =>
    shown.find(({ key }: { key: string }) => key === error).name;
  assert.match(nameOf('7'), /^\p{Lu}.{10}/u);
  assert.match(nameOf('3'), /^Erreur 3$/, 'it has no text by contract');
});
