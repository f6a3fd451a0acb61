// Periods of ids have their partitions before they begin, ids stand in the partition of the period
// that has begun, and statements by id read that one alone.

import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import {
  startTestPostgres,
  type TestDatabase,
  type TestPostgres,
} from '../../node/doctor/testing/postgres.ts';
import { keepPeriodsAhead } from './id-periods.ts';
import { partitionedTables, partitionName, placeOf, withPartitions } from './partitions.ts';
import { createScatteredIds, drawId, firstIdOf } from './scattered-ids.ts';

let postgres: TestPostgres;
let db: TestDatabase;
before(async () => (postgres = await startTestPostgres()));
beforeEach(async () => (db = await postgres.database()));
afterEach(() => db.close());
after(() => postgres.close());

let asked = 0;
const rows = <Row>(text: string): Promise<Row[]> =>
  db.database.query<Row>({ name: `rows_${++asked}`, text });

const periods = (): Promise<{ period: number; begins: string }[]> =>
  rows(`select period, begins_at::text as begins from id_period order by period`);

const movedTo = (moment: string): Promise<void> =>
  db.sql(`update installation set clock_offset = '${moment}'::timestamptz - now()`);

async function periodOfNextId(): Promise<number> {
  const id = BigInt(await drawId(createScatteredIds('operation'), db.database));
  let period = 0;
  while (id >= firstIdOf(period + 1)) period++;
  return period;
}

test('the next two months have their period before they begin, however many nodes make it', async () => {
  await movedTo('2027-11-23 12:00 UTC');
  await Promise.all([keepPeriodsAhead(db.database), keepPeriodsAhead(db.database)]);
  await keepPeriodsAhead(db.database);
  assert.deepEqual(await periods(), [
    { period: 1, begins: '-infinity' },
    { period: 2, begins: '2027-12-01 00:00:00+00' },
    { period: 3, begins: '2028-01-01 00:00:00+00' },
  ]);
  await movedTo('2027-12-01 00:01 UTC');
  await keepPeriodsAhead(db.database);
  assert.deepEqual((await periods()).at(-1), { period: 4, begins: '2028-02-01 00:00:00+00' });
});

test('after months without a node the periods go on with the month after this one', async () => {
  await movedTo('2027-11-23 12:00 UTC');
  await keepPeriodsAhead(db.database);
  await movedTo('2028-06-10 12:00 UTC');
  assert.equal(await periodOfNextId(), 3, 'until then ids come from the newest that has begun');
  await keepPeriodsAhead(db.database);
  assert.deepEqual((await periods()).slice(3), [
    { period: 4, begins: '2028-07-01 00:00:00+00' },
    { period: 5, begins: '2028-08-01 00:00:00+00' },
  ]);
});

test('ids stand in the period that has begun, and rows in its partition', async () => {
  await movedTo('2027-11-23 12:00 UTC');
  assert.equal(await periodOfNextId(), 1, 'nothing was made ahead: nothing fails');
  await keepPeriodsAhead(db.database);
  assert.equal(await periodOfNextId(), 1);
  await movedTo('2027-12-02 12:00 UTC');
  assert.equal(await periodOfNextId(), 2);
  await db.sql(`
    insert into operation_transition (account_id, operation_id, from_state, to_state, reason) values
      (1, ${firstIdOf(2) - 1n}, 'READY', 'SENDING', 'x'), (1, ${firstIdOf(2)}, 'READY', 'SENDING',
        'x')`);
  assert.deepEqual(
    await rows(
      `select tableoid::regclass::text as partition from operation_transition
        order by operation_id`,
    ),
    [{ partition: 'operation_transition_p1' }, { partition: 'operation_transition_p2' }],
  );
});

test('partitions have the indexes and storage parameters of the one before', async () => {
  await db.sql(`alter table operation_transition_p1 set (fillfactor = 93)`);
  await keepPeriodsAhead(db.database);
  for (const table of Object.keys(partitionedTables)) {
    const [of] = await rows<{ options: string[]; indexes: string[][] }>(`
      select array_agg(distinct coalesce(c.reloptions::text, '')) as options, array_agg(distinct (
        select string_agg(regexp_replace(pg_get_indexdef(indexrelid), '\\m\\S+_p\\d+\\S*', '', 'g'),
          ';'
          order by regexp_replace(pg_get_indexdef(indexrelid), '\\m\\S+_p\\d+\\S*', '', 'g'))
        from pg_index where indrelid = c.oid)) as indexes
      from pg_class c where c.oid in (select inhrelid from pg_inherits
        where inhparent = '${table}'::regclass)`);
    assert.equal(of!.indexes.length, 1, `${table}: ${JSON.stringify(of)}`);
    assert.equal(of!.options.length, 1, `${table}: ${JSON.stringify(of)}`);
    assert.equal(of!.options[0]!.includes('fillfactor=93'), table === 'operation_transition');
  }
});

test('I-05 a new partition refuses changes under its own name, too', async () => {
  await keepPeriodsAhead(db.database);
  for (const [table, period] of [
    ['operation_transition', 1],
    ['operation_transition', 3],
    ['attempt_request', 3],
    ['callback_body', 3],
  ] as const) {
    const name = partitionName(table, period);
    const change = db.sql(`update ${name} set account_id = 2`);
    await assert.rejects(change, { message: `${name} is append-only` });
  }
});

test('I-12 a doctor whose snapshot is older than a partition does not miss its triggers', async () => {
  const connection = await db.database.connect('report');
  await connection.query({ name: 'begin', text: 'begin isolation level repeatable read' });
  await connection.query({ name: 'take_snapshot', text: 'select from id_period' });
  await keepPeriodsAhead(db.database);
  const parts = await connection.query<{ name: string }>({
    name: 'parts',
    text: `select id::regclass::text as name from (${withPartitions(['attempt'])}) part order by 1`,
  });
  await connection.close();
  assert.deepEqual(
    parts.map(({ name }) => name),
    ['attempt', 'attempt_p1'],
  );
});

test('what changes rows of one period names its partition, of several the table', () => {
  const [first, second] = [firstIdOf(2), firstIdOf(3)].map(String) as [string, string];
  assert.equal(placeOf('attempt', ['7', String(firstIdOf(2) - 1n)]), 'attempt_p1');
  assert.equal(placeOf('attempt', [first, String(firstIdOf(3) - 1n)]), 'attempt_p2');
  assert.equal(placeOf('attempt', [first, second]), 'attempt');
});

test('partitions are made while others write and read', async () => {
  const writing = await db.database.connect();
  await writing.query({ name: 'begin', text: 'begin' });
  await writing.query({
    name: 'insert_one',
    text: `insert into operation_transition (account_id, operation_id, from_state, to_state, reason)
      values (1, 7, 'READY', 'SENDING', 'x')`,
  });
  await keepPeriodsAhead(db.database);
  await writing.query({ name: 'commit', text: 'commit' });
  await writing.close();
  assert.equal((await periods()).length, 3);
  const [found] = await rows<{ count: bigint }>('select count(*) from operation_transition');
  assert.equal(found!.count, 1n);
});

test('a statement by id reads the partition of its period alone', async () => {
  await keepPeriodsAhead(db.database);
  for (const [table, column] of Object.entries(partitionedTables)) {
    const connection = await db.database.connect();
    await connection.query({
      name: 'prepare',
      text: `prepare by_id (bigint) as select account_id from ${table} where ${column} = $1`,
    });
    const plan = await connection.query<{ 'QUERY PLAN': string }>({
      name: 'explain',
      text: `explain (costs off) execute by_id (${firstIdOf(2) + 5n})`,
    });
    await connection.close();
    const text = plan.map((line) => line['QUERY PLAN']).join('\n');
    assert.match(text, /Subplans Removed: 2/);
    assert.match(text, new RegExp(`on ${partitionName(table, 2)} `));
  }
});
