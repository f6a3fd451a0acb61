// Proves that what the operator earned is what the ledger says, however it is grouped.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fillCorrectly, type Ids } from '../../node/doctor/testing/correct.ts';
import {
  startTestPostgres,
  type TestDatabase,
  type TestPostgres,
} from '../../node/doctor/testing/postgres.ts';
import { revenueFile } from './revenue-file.ts';
import { sumRevenue, type RevenueBy, type RevenueSum } from './revenue.ts';

let postgres: TestPostgres;
let db: TestDatabase;
let ids: Ids;

before(async () => {
  postgres = await startTestPostgres();
  db = await postgres.database();
  ids = await fillCorrectly(db.database);
});
after(() => postgres.close());

const hourMs = 3_600_000;
const period = () => ({
  from: new Date(Date.now() - 24 * hourMs),
  until: new Date(Date.now() + 24 * hourMs),
  timeZone: 'Africa/Dakar',
});
test('the file of a month is named by the month of its reader', () => {
  const { name } = revenueFile(
    {
      by: 'service',
      sums: [],
      language: 'fr',
      timeZone: 'Europe/Paris',
      titleOf: () => null,
      from: new Date('2026-02-28T23:00:00Z'),
      until: new Date('2026-03-31T22:00:00Z'),
    },
    'pdf',
  );
  assert.equal(name, 'revenue-service-2026-03-01.pdf');
});

const groupings: RevenueBy[] = ['service', 'route', 'developer', 'day', 'month'];
const marginOf = (sums: readonly RevenueSum[]): bigint =>
  sums.reduce((sum, { margin }) => sum + margin, 0n);

test('what was earned is what the ledger says, however it is grouped', async () => {
  const [ledger] = await db.database.query<{ margin: bigint }>({
    name: 'earned',
    text: `select sum(case when credit = 'fees' or credit like 'sms:%' then amount
      else -amount end)::bigint as margin from transfer
      where debit = 'fees' or credit = 'fees' or debit like 'sms:%' or credit like 'sms:%'`,
  });
  assert.ok(ledger!.margin > 0n);
  for (const by of groupings)
    assert.equal(marginOf(await sumRevenue(db.database, by, period())), ledger!.margin, by);
});

test('charged, returned and kept by the provider are told apart, for the operation’s service, route and developer', async () => {
  const names = {
    service: 'OPA_SN_API_CASH_IN',
    route: 'gsma-sandbox',
    developer: 'a (1)',
  } as const;
  const of = async (by: keyof typeof names): Promise<RevenueSum> =>
    (await sumRevenue(db.database, by, period())).find(({ name }) => name === names[by])!;
  const before = await of('service');
  assert.ok(before.charged > 0n && before.returned > 0n);
  await db.sql(`insert into transfer (account_id, id, operation_id, verb, debit, credit, amount,
    currency, available_after)
    values (0, (select max(id) + 1 from transfer), ${ids.success}, 'provider_fee', 'fees',
      'provider:gsma-sandbox', 250000, 'XOF', 0)`);
  const kept = { ...before, providerFees: 250_000n, margin: before.margin - 250_000n };
  assert.deepEqual(await of('service'), kept);
  for (const by of ['route', 'developer'] as const)
    assert.equal((await of(by)).providerFees, 250_000n, 'the fee is booked on our own account');
});

test('a period holds its beginning and not its end', async () => {
  const [times] = await db.database.query<{ first: Date; last: Date }>({
    name: 'times',
    text: 'select min(created_at) as first, max(created_at) as last from transfer',
  });
  const { first, last } = times!;
  const timeZone = 'Africa/Dakar';
  const earlier = new Date(first.getTime() - hourMs);
  assert.deepEqual(
    await sumRevenue(db.database, 'route', { from: earlier, until: first, timeZone }),
    [],
  );
  const whole = { from: first, until: new Date(last.getTime() + 1), timeZone };
  assert.deepEqual(
    await sumRevenue(db.database, 'route', whole),
    await sumRevenue(db.database, 'route', period()),
  );
});

test('developers of the same name are told apart', async () => {
  const accounts = await db.database.query<{ name: string }>({
    name: 'names',
    text: 'select name from account where id > 0 order by id',
  });
  assert.deepEqual(
    accounts.map(({ name }) => name),
    ['a', 'a'],
  );
  const sums = await sumRevenue(db.database, 'developer', period());
  assert.deepEqual(sums.map(({ name }) => name).toSorted(), ['a (1)', 'a (2)']);
});
