// Proves that of several servers the one that takes writes is found, and that a connection of no
// use is dropped.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestPostgres, testPatience } from '../../node/doctor/testing/postgres.ts';
import type { TestDatabase, TestPostgres } from '../../node/doctor/testing/postgres.ts';
import { isDatabaseError } from './database-away.ts';
import { openDatabase } from './database.ts';
import { createServers } from './servers.ts';

let postgres: TestPostgres;
let db: TestDatabase;
before(async () => {
  postgres = await startTestPostgres();
  db = await postgres.database();
});
after(async () => {
  await db.close();
  await postgres.close();
});

const one = { name: 'one', text: 'select 1 as one' };
const insert = { name: 'insert', text: 'insert into stale (id) values (1)' };

/** The database, and before it a server that is away. */
function withServerAway(): string {
  const url = new URL(db.url);
  url.searchParams.set('host', `/nowhere,${url.searchParams.get('host')}`);
  url.searchParams.set('target_session_attrs', 'read-write');
  return String(url);
}

test('a server that is away is passed over, by statements and by connections', async () => {
  const database = openDatabase(withServerAway(), testPatience);
  assert.deepEqual(await database.query(one), [{ one: 1 }]);
  const connection = await database.connect();
  assert.deepEqual(await connection.query(one), [{ one: 1 }]);
  await connection.close();
  await database.close();
});

test('F56 servers that take no writes are not used, and the error names each', async () => {
  await db.sql(`alter database ${db.name} set default_transaction_read_only = on`);
  try {
    const single = openDatabase(db.url, testPatience);
    await assert.rejects(
      single.query(one),
      (error) => isDatabaseError(error) && /takes no writes: it is a standby/.test(error.message),
    );
    await single.close();
    await assert.rejects(
      createServers(withServerAway()).find(testPatience),
      /no server of DATABASE_URL takes writes: .*ENOENT \/nowhere.*; .* takes no writes/,
    );
  } finally {
    const undo = `set transaction read write; alter database ${db.name} reset default_transaction_read_only`;
    await db.sql(undo);
  }
});

test('F55 a connection to a server that has become read-only is dropped', async () => {
  const connection = await db.database.connect();
  await connection.query({ name: 'demote', text: 'set default_transaction_read_only = on' });
  await assert.rejects(connection.query({ name: 'try', text: 'create table no (id integer)' }), {
    code: '25006',
  });
  assert.ok(connection.broken);
});

test('F61 a statement whose plan another version made stale runs again on a new connection', async () => {
  await db.sql('create table stale (id integer)');
  const selectStale = { name: 'stale', text: 'select * from stale' };
  await db.database.query(insert);
  assert.deepEqual(await db.database.query(selectStale), [{ id: 1 }]);
  const connection = await db.database.connect();
  await connection.query(selectStale);
  await db.sql('alter table stale add column more text');
  assert.deepEqual(await db.database.query(selectStale), [{ id: 1, more: null }]);
  await assert.rejects(connection.query(selectStale), /cached plan/);
  assert.ok(connection.broken, 'of a transaction: its writer begins anew');
});
