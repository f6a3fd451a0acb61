// Whose connection a transaction runs on, on a real PostgreSQL.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  startTestPostgres,
  type TestDatabase,
  type TestPostgres,
} from '../../node/doctor/testing/postgres.ts';
import type { Session } from './database.ts';
import { inTransaction } from './transaction.ts';

let postgres: TestPostgres;
let db: TestDatabase;

before(async () => {
  postgres = await startTestPostgres();
  db = await postgres.database();
  await db.sql('create table stored (id integer primary key)');
});
after(async () => {
  await db.close();
  await postgres.close();
});

const backendOf = async (session: Session): Promise<number> =>
  (
    await session.query<{ pid: number }>({ name: 'pid', text: 'select pg_backend_pid() as pid' })
  )[0]!.pid;
const store = async (session: Session, id: number): Promise<number> => {
  await session.query({ name: 'store', text: 'insert into stored values ($1)' }, [id]);
  return backendOf(session);
};

test('the connection of a committed transaction is the next one’s, that of a failed one is closed', async () => {
  const first = await inTransaction(db.database, (session) => store(session, 1));
  assert.equal(await inTransaction(db.database, backendOf), first);
  await assert.rejects(inTransaction(db.database, (session) => store(session, 1)));
  const next = await inTransaction(db.database, (session) => store(session, 2));
  assert.notEqual(next, first);
  const both = await Promise.all([
    inTransaction(db.database, backendOf),
    inTransaction(db.database, backendOf),
  ]);
  assert.notEqual(both[0], both[1]);
});

test('a failed statement that is passed over fails the commit: nothing was stored', async () => {
  const passedOver = inTransaction(db.database, async (session) => {
    await store(session, 3);
    await store(session, 3).catch(() => {});
  });
  await assert.rejects(passedOver, { code: '25P02' });
  const rows = await db.database.query({
    name: 'stored',
    text: 'select id from stored where id = 3',
  });
  assert.deepEqual(rows, []);
});

test('a connection that the server has ended is nobody’s', async () => {
  const pid = await inTransaction(db.database, backendOf);
  await db.sql(`select pg_terminate_backend(${pid}, 5000)`);
  // The news of it may take a turn of the event loop longer than the statement's answer.
  await new Promise((resolve) => setImmediate(resolve));
  assert.notEqual(await inTransaction(db.database, backendOf), pid);
});

test('a database that was closed has left no connection behind', async () => {
  const own = await postgres.database();
  await inTransaction(own.database, backendOf);
  // Fails while anybody is connected.
  await own.leave();
  await postgres.database(own.name).then((copy) => copy.close());
});

test('two statements whose names begin alike are two, however long the names are', async () => {
  const ask = async (end: string) => {
    const statement = { name: `${'n'.repeat(63)}${end}`, text: `select '${end}' as end` };
    return (await db.database.query<{ end: string }>(statement))[0]?.end;
  };
  assert.deepEqual([await ask('a'), await ask('b'), await ask('a')], ['a', 'b', 'a']);
});
