// A database is upgraded by what it lacks, and refused when its history is not the beginning of
// ours.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestPostgres } from '../../node/doctor/testing/postgres.ts';
import type { TestDatabase, TestPostgres } from '../../node/doctor/testing/postgres.ts';
import { migrate, SchemaError } from './migrate.ts';
import { checksumOf, readMigrations } from './migration-files.ts';
import type { Migration } from './migration-files.ts';

let postgres: TestPostgres;
before(async () => (postgres = await startTestPostgres()));
after(() => postgres.close());

const migration = (name: string, text: string): Migration => ({
  name,
  text,
  checksum: checksumOf(text),
});
const first = migration('0001_one.sql', 'create table one (id integer)');
const second = migration('0002_two.sql', 'create table two (id integer)');
const third = migration('0003_three.sql', 'create table three (id integer)');

async function withDatabase(work: (database: TestDatabase) => Promise<void>): Promise<void> {
  const database = await postgres.database('template0');
  try {
    await work(database);
  } finally {
    await database.close();
  }
}

const refusedWith = (pattern: RegExp) => (error: unknown) =>
  error instanceof SchemaError && pattern.test(error.message);

test('what a database lacks is applied in order, once', () =>
  withDatabase(async ({ url }) => {
    assert.deepEqual(await migrate(url, [first]), ['0001_one.sql']);
    assert.deepEqual(await migrate(url, [first, second, third]), [
      '0002_two.sql',
      '0003_three.sql',
    ]);
    assert.deepEqual(await migrate(url, [first, second, third]), []);
  }));

test('a migration that fails leaves nothing behind and is applied when it is repaired', () =>
  withDatabase(async ({ url }) => {
    const broken = migration('0002_two.sql', `${second.text}; select 1 / 0`);
    await assert.rejects(migrate(url, [first, broken]), /division by zero/);
    assert.deepEqual(await migrate(url, [first, second]), ['0002_two.sql']);
  }));

test('a newer schema is refused', () =>
  withDatabase(async ({ url }) => {
    await migrate(url, [first, second]);
    await assert.rejects(
      migrate(url, [first]),
      refusedWith(/newer schema .* has no 0002_two\.sql\. Start the version that upgraded it/),
    );
  }));

test('a migration that changed after it was applied is refused', () =>
  withDatabase(async ({ url }) => {
    await migrate(url, [first, second]);
    const changed = migration(first.name, `${first.text} -- changed`);
    await assert.rejects(
      migrate(url, [changed, second, third]),
      refusedWith(/0001_one\.sql has changed since it was applied/),
    );
    const otherLineEnds = migration(first.name, first.text.replaceAll('\n', '\r\n'));
    assert.deepEqual(await migrate(url, [otherLineEnds, second]), []);
  }));

test('a migration before an applied one is refused', () =>
  withDatabase(async ({ url }) => {
    await migrate(url, [first, third]);
    await assert.rejects(
      migrate(url, [first, second, third]),
      refusedWith(/0002_two\.sql was not applied to this database although 0003_three\.sql was/),
    );
  }));

test('the database of a development version is refused', () =>
  withDatabase(async ({ url, sql }) => {
    await sql(`
      create table migration (name text primary key, applied_at timestamptz not null default now());
      insert into migration (name) values ('0001_core.sql')`);
    await assert.rejects(
      migrate(url, readMigrations()),
      refusedWith(/development version of Jokko.* Nothing in it was changed.* catalogue export/),
    );
  }));

test('tables without a record of their migrations are refused, and left as they are', () =>
  withDatabase(async ({ url, sql, database }) => {
    await sql('create table installation (one boolean)');
    await assert.rejects(
      migrate(url, readMigrations()),
      refusedWith(/tables of Jokko, and no record of the migrations/),
    );
    const made = {
      name: 'made',
      text: `select tablename::text as name from pg_tables where schemaname = 'public'`,
    };
    assert.deepEqual(await database.query(made), [{ name: 'installation' }]);
  }));

test('nodes that start together apply each migration once', () =>
  withDatabase(async ({ url }) => {
    const all = [first, second, third];
    const applied = await Promise.all([migrate(url, all), migrate(url, all), migrate(url, all)]);
    assert.deepEqual(applied.flat().toSorted(), ['0001_one.sql', '0002_two.sql', '0003_three.sql']);
  }));

test('F61 a migration lets those pass who wait behind it for a table in use, and is applied once the table is free', () =>
  withDatabase(async ({ url, database }) => {
    await migrate(url, [first]);
    const addColumn = migration('0002_more.sql', 'alter table one add column more text');
    const reader = await database.connect('report');
    await reader.query({ name: 'begin', text: 'begin' });
    const read = { name: 'read', text: 'select id from one' };
    await reader.query(read);
    const wait = { timeoutMs: 200, pauseMs: 100, triesMax: 1_000 };
    const migrated = migrate(url, [first, addColumn], wait);
    const isWaiting = {
      name: 'waiting',
      text: `select from pg_locks where not granted and relation = 'one'::regclass`,
    };
    while ((await database.query(isWaiting)).length === 0);
    assert.deepEqual(await database.query(read), [], 'somebody behind the migration is answered');
    await reader.query({ name: 'rollback', text: 'rollback' });
    await reader.close();
    assert.deepEqual(await migrated, ['0002_more.sql']);
  }));

test('F61 a table that never becomes free: nothing of the migration is applied, and the error says so', () =>
  withDatabase(async ({ url, database }) => {
    await migrate(url, [first]);
    const reader = await database.connect('report');
    await reader.query({ name: 'begin', text: 'begin' });
    await reader.query({ name: 'read', text: 'select id from one' });
    const text = 'create table made (id integer); alter table one add column more text';
    const wait = { timeoutMs: 50, pauseMs: 10, triesMax: 2 };
    await assert.rejects(
      migrate(url, [first, migration('0002_more.sql', text)], wait),
      refusedWith(/0002_more\.sql found a table in use 2 times: nothing of it was applied/),
    );
    const made = { name: 'made', text: `select from pg_tables where tablename = 'made'` };
    assert.deepEqual(await database.query(made), []);
    await reader.close();
  }));
