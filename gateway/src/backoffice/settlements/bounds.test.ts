// Proves the limits of settlements exactly: what the balance covers with the fee, the operator's
// terms, the destination's rest, the moment at which a schedule is due, and the pages of lists.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runDoctor } from '../../node/doctor/index.ts';
import { usePostgres } from '../../node/doctor/testing/use-postgres.ts';
import { requestSettlement, type SettlementOrder } from './request.ts';
import { listSchedules } from './schedule-store.ts';
import { requestScheduled, setSchedule } from './schedules.ts';
import { listSettlements } from './store.ts';
import { setTerms } from './terms.ts';
import { accountId, franc, openFixture, users, whoIs, type Fixture } from './testing/fixture.ts';

const postgres = usePostgres();
const currency = 'XOF';

async function ask(
  { db, destinationId }: Fixture,
  francs: bigint,
  more: Partial<SettlementOrder> = {},
): Promise<string> {
  const amount = francs * franc;
  const key = `key ${francs}`;
  const order = { accountId, key, destinationId, currency, amount, askedBy: users.asker, ...more };
  const asked = await requestSettlement(db.database, whoIs(1), order);
  if (!asked.ok) return asked.refusal;
  return asked.repeated ? 'repeated' : 'asked';
}

test('a settlement takes its fee beside its amount: the balance must cover both, to the franc', async () => {
  const fixture = await openFixture(postgres, 59_700n);
  await setTerms(fixture.db.database, whoIs(3), currency, { fee: 100n * franc, feeShare: 50 });
  // Its fee is 100 and 297, so that one franc is missing.
  assert.equal(await ask(fixture, 59_304n), 'not covered');
  assert.equal(await ask(fixture, 59_700n), 'not covered', 'the amount alone would be covered');
  assert.equal(await ask(fixture, 59_303n), 'asked');
  assert.deepEqual(await fixture.balance(), { available: 0n, held: 59_700n * franc });
  assert.equal(await ask(fixture, 1n), 'not covered');
  await fixture.db.close();
});

test('a settlement of exactly the minimum, or the maximum, is within the terms', async () => {
  const fixture = await openFixture(postgres, 1_000n);
  const terms = { minimum: 10n * franc, maximum: 20n * franc };
  await setTerms(fixture.db.database, whoIs(3), currency, terms);
  for (const [francs, answer] of [
    [-1n, 'amount'],
    [0n, 'amount'],
    [9n, 'below minimum'],
    [10n, 'asked'],
    [20n, 'asked'],
    [21n, 'above maximum'],
  ] as const)
    assert.equal(await ask(fixture, francs), answer, `${francs} francs`);
  assert.equal(await ask(fixture, 11n, { amount: 11n * franc + 1n }), 'amount', 'no such coin');
  await fixture.db.close();
});

test('a key stands for one amount, one currency and one destination', async () => {
  const fixture = await openFixture(postgres, 1_000n);
  assert.equal(await ask(fixture, 10n), 'asked');
  assert.equal(await ask(fixture, 10n), 'repeated');
  const other = { amount: 11n * franc, currency: 'EUR', destinationId: fixture.destinationId + 1 };
  for (const [name, value] of Object.entries(other))
    assert.equal(await ask(fixture, 10n, { [name]: value }), 'key used', name);
  assert.deepEqual(await fixture.balance(), { available: 990n * franc, held: 10n * franc });
  await fixture.db.close();
});

test('money of one currency does not cover a settlement in another, nor a suspended account any', async () => {
  const fixture = await openFixture(postgres, 1_000n);
  assert.equal(await ask(fixture, 10n, { currency: 'EUR' }), 'not covered');
  await fixture.db.sql('update account set suspended = true');
  assert.equal(await ask(fixture, 10n), 'suspended');
  await fixture.db.close();
});

/** Stops the database's clock at a moment. */
const setClock = ({ db }: Fixture, at: string) =>
  db.sql(
    `create or replace function jokko_now() returns timestamptz language sql stable as $$
      select timestamptz '${at}' $$`,
  );

test('a destination is paid to from the very moment on at which it has rested', async () => {
  const fixture = await openFixture(postgres, 1_000n);
  const at = '2030-03-04T12:00:00Z';
  await fixture.db.sql(`update payout_destination set usable_from = '${at}'`);
  await setClock(fixture, '2030-03-04T11:59:59.999Z');
  assert.equal(await ask(fixture, 10n), 'destination');
  await setClock(fixture, at);
  assert.equal(await ask(fixture, 10n), 'asked');
  const { checks } = await runDoctor(fixture.db.database);
  assert.deepEqual(
    checks.filter(({ violations }) => violations > 0),
    [],
  );
  await fixture.db.close();
});

test('a schedule is due from its moment on, and says why it asked for nothing', async () => {
  const fixture = await openFixture(postgres, 1_000n);
  const { database } = fixture.db;
  const { destinationId } = fixture;
  await setClock(fixture, '2030-03-04T12:00:00Z');
  const daily = { accountId, currency, destinationId, every: 'day', day: 1 } as const;
  const set = (minimum: bigint) =>
    setSchedule(database, whoIs(1), { ...daily, userId: users.asker, minimum, keep: 400n * franc });
  assert.deepEqual(await set(601n * franc), { ok: true, nextAt: new Date('2030-03-05T06:00:00Z') });
  const runAt = async (at: string): Promise<[string | null, number]> => {
    await setClock(fixture, at);
    assert.equal(await requestScheduled(database), false, 'one is not more than a round takes');
    const [schedule] = await listSchedules(database, accountId);
    const made = await listSettlements(database, { accountId, limit: 9 });
    return [schedule!.lastOutcome, made.length];
  };
  assert.deepEqual(await runAt('2030-03-05T05:59:59.999Z'), [null, 0]);
  assert.deepEqual(await runAt('2030-03-05T06:00:00Z'), ['below minimum', 0]);
  await set(600n * franc);
  assert.deepEqual(await runAt('2030-03-06T06:00:00Z'), ['made', 1]);
  await set(0n);
  assert.deepEqual(await runAt('2030-03-07T06:00:00Z'), ['below minimum', 1]);
  assert.deepEqual(await fixture.balance(), { available: 400n * franc, held: 600n * franc });
  const [settlement] = await database.query<{ key: string }>({
    name: 'key_of_settlement',
    text: 'select key from settlement',
  });
  assert.equal(settlement!.key, 'schedule/XOF/2030-03-06');
  await fixture.db.close();
});

test('a round takes twenty schedules, the longest due first, and says when there may be more', async () => {
  const fixture = await openFixture(postgres, 1_000n);
  const { database, sql } = fixture.db;
  await sql(`insert into account (name, webhook_secret_sealed) select 'n', webhook_secret_sealed
    from account, generate_series(1, 20) where id = 1;
    insert into settlement_schedule (account_id, currency, destination_id, every, day, minimum,
      keep, next_at)
      select id, 'XOF', 1, 'day', 1, 0, 0, jokko_now() - id * interval '1 hour' from account
        order by id desc limit 21`);
  const run = async (): Promise<number[]> => {
    const rows = await database.query<{ id: number }>({
      name: 'schedules_that_ran',
      text: 'select account_id as id from settlement_schedule where last_at is null order by account_id',
    });
    return rows.map(({ id }) => id);
  };
  const [last] = await run();
  assert.equal(await requestScheduled(database), true);
  assert.deepEqual(await run(), [last]);
  assert.equal(await requestScheduled(database), false);
  assert.deepEqual(await run(), []);
  await fixture.db.close();
});

test('settlements are listed newest first, page by page: of an account, of a state, or all', async () => {
  const { db, destinationId } = await openFixture(postgres, 1n);
  await db.sql(`set local session_replication_role = replica;
    insert into settlement (account_id, key, destination_id, currency, amount, fee, state, ended_at)
      select 1 + n % 2, n, ${destinationId}, 'XOF', 10000, 0, case when n > 4 then 'REQUESTED'
        else 'WITHDRAWN' end, case when n <= 4 then now() end
      from generate_series(1, 8) n`);
  const listed = async (page: Omit<Parameters<typeof listSettlements>[1], 'limit'>) =>
    (await listSettlements(db.database, { ...page, limit: 3 })).map(({ id }) => id);
  assert.deepEqual(await listed({}), [8, 7, 6]);
  assert.deepEqual(await listed({ before: 6 }), [5, 4, 3]);
  assert.deepEqual(await listed({ accountId: 2 }), [7, 5, 3]);
  assert.deepEqual(await listed({ accountId: 2, before: 3 }), [1]);
  assert.deepEqual(await listed({ state: 'WITHDRAWN' }), [4, 3, 2]);
  assert.deepEqual(await listed({ state: 'WITHDRAWN', before: 2 }), [1]);
  await db.close();
});
