// Sums of floats over many transfers: no statement adds up more than a part of them, kept or not.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestPostgres } from '../../node/doctor/testing/postgres.ts';
import type { TestDatabase, TestPostgres } from '../../node/doctor/testing/postgres.ts';
import type { Connection, Database } from '../../platform/db/database.ts';
import { readFloats } from './index.ts';
import { foldFloats } from './floats.ts';

let postgres: TestPostgres;
let db: TestDatabase;

const transfers = 18_000;
const right = [{ route: 'wave', currency: 'XOF', amount: BigInt(transfers) }];

before(async () => {
  postgres = await startTestPostgres();
  db = await postgres.database();
  // As a young database has them: all within a minute, nothing kept yet.
  await db.sql(`
    set session_replication_role = replica;
    insert into transfer (account_id, id, verb, debit, credit, amount, currency, available_after,
      created_at)
      select 1, n, 'credit', 'provider:wave', 'available', 1, 'XOF', n,
        now() - interval '100 seconds' + n * interval '4 ms'
      from generate_series(1, ${transfers}) n`);
});
after(async () => {
  await db.close();
  await postgres.close();
});

/** Runs `work` and returns how often it ran a statement of this name. */
async function times(name: string, work: (database: Database) => Promise<unknown>) {
  let count = 0;
  const database: Database = {
    ...db.database,
    async connect(purpose) {
      const connection = await db.database.connect(purpose);
      const query: Connection['query'] = (statement, values) => {
        if (statement.name === name) count++;
        return connection.query(statement, values);
      };
      return { ...connection, query };
    },
  };
  await work(database);
  return count;
}

test('floats that are not kept yet are added up a part at a time', async () => {
  const parts = await times('select_provider_floats_moved', async (database) =>
    assert.deepEqual(await readFloats(database), right),
  );
  assert.ok(parts > 4, `${parts} statements for ${transfers} transfers`);
});

test('floats are kept a part at a time, and are the same after each', async () => {
  const rounds = await times('add_provider_float_round', async (database) => {
    for (let more = true; more;) {
      more = await foldFloats(database);
      assert.deepEqual(await readFloats(database), right);
    }
  });
  assert.ok(rounds > 1, `${rounds} rounds`);
});

test('where little is not kept yet, floats are read by one statement', async () => {
  await db.sql(`
    set session_replication_role = replica;
    delete from transfer where created_at >= (select until from provider_float_until);
    insert into transfer (account_id, id, verb, debit, credit, amount, currency, available_after,
      created_at)
      values (1, 0, 'charge', 'available', 'provider:wave', 3, 'XOF', 0, now()),
        (1, -1, 'credit', 'provider:orange', 'available', 5, 'XOF', 5, now())`);
  const [kept] = await db.database.query<{ amount: bigint }>({
    name: 'kept',
    text: 'select amount from provider_float',
  });
  const parts = await times('select_provider_float_until', async (database) =>
    assert.deepEqual(await readFloats(database), [
      { route: 'orange', currency: 'XOF', amount: 5n },
      { route: 'wave', currency: 'XOF', amount: kept!.amount - 3n },
    ]),
  );
  assert.equal(parts, 0);
});

test('a transfer that is alone in its part counts', async () => {
  await db.sql(`
    set session_replication_role = replica;
    delete from provider_float;
    update provider_float_until set until = now() - interval '10 days';
    insert into transfer (account_id, id, verb, debit, credit, amount, currency, available_after,
      created_at)
      values (1, -2, 'credit', 'provider:mtn', 'available', 11, 'XOF', 11,
        now() - interval '9 days')`);
  const parts = await times('select_provider_floats_moved', async (database) => {
    const [first] = await readFloats(database);
    assert.deepEqual(first, { route: 'mtn', currency: 'XOF', amount: 11n });
  });
  assert.ok(parts > 1);
});
