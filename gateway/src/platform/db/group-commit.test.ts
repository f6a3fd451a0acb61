// Proves on a real PostgreSQL that a transaction which the database aborts because of others is
// made again, within the time that callers wait, and that statements which nobody waits for end.

import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { until } from '../../../../acceptance/harness/until.ts';
import { holdClock } from '../testing/held-clock.ts';
import { noNode } from './commit-fate.ts';
import { startTestPostgres } from '../../node/doctor/testing/postgres.ts';
import type { TestDatabase, TestPostgres } from '../../node/doctor/testing/postgres.ts';
import type { Connection } from './database.ts';
import { NoAnswer } from './database-away.ts';
import { startGroupWriter } from './group-commit.ts';

let postgres: TestPostgres;
let db: TestDatabase;

before(async () => {
  postgres = await startTestPostgres();
  db = await postgres.database();
  await db.sql('create table counted (id integer primary key, count integer not null)');
});
beforeEach(() => db.sql('truncate counted; insert into counted values (1, 0), (2, 0)'));
after(async () => {
  await db.close();
  await postgres.close();
});

const add = (session: Pick<Connection, 'query'>, id: number): Promise<unknown> =>
  session.query({ name: 'add', text: 'update counted set count = count + 1 where id = $1' }, [id]);

/**
 * Submits one command, whose transaction is begun by `begin` and meets what `disturb` does at its
 * first try; resolves to the number of tries.
 */
async function writeDisturbed(
  begin: string,
  disturb: (connection: Connection) => Promise<void>,
): Promise<number> {
  let tries = 0;
  const writer = startGroupWriter<null, null>({
    database: db.database,
    node: noNode,
    writer: 'test',
    commandsMax: 1,
    async decide(connection) {
      await connection.query({ name: begin, text: begin });
      if (++tries === 1) await disturb(connection);
      return {
        results: [null],
        async store(leaveMark) {
          await leaveMark();
          await add(connection, 1);
          await connection.query({ name: 'commit', text: 'commit' });
        },
      };
    },
  });
  await writer.submit(null);
  await writer.close();
  return tries;
}

async function countOf(id: number): Promise<number> {
  const [row] = await db.database.query<{ count: number }>(
    { name: 'count', text: 'select count from counted where id = $1' },
    [id],
  );
  return row!.count;
}

test('F47 a serialization failure: written again, once', async () => {
  const tries = await writeDisturbed('begin isolation level repeatable read', async (own) => {
    await own.query({ name: 'snapshot', text: 'select from counted' });
    await add(db.database, 1);
  });
  assert.deepEqual([tries, await countOf(1)], [2, 2]);
});

test('F47 a deadlock with somebody else: written again, once', async () => {
  const other = await db.database.connect();
  // So that it is not the one that is aborted.
  await other.query({ name: 'patience', text: `set deadlock_timeout = '100s'` });
  let finished: Promise<unknown> = Promise.resolve();
  const tries = await writeDisturbed('begin', async (own) => {
    await own.query({ name: 'own', text: 'select from counted where id = 2 for update' });
    await other.query({ name: 'begin', text: 'begin' });
    await add(other, 1);
    finished = add(other, 2).then(() => other.query({ name: 'commit', text: 'commit' }));
    finished.catch(() => {});
  });
  await finished;
  await other.close();
  assert.ok(tries > 1);
  assert.deepEqual([await countOf(1), await countOf(2)], [2, 1]);
});

test('F58 a statement that nobody waits for any more is ended by the server', async () => {
  const clock = holdClock();
  const impatient = db.database.withDeadline(300);
  const sleeping = { name: 'sleep', text: 'select pg_sleep(600) /* nobody waits */' };
  const atWork = async () =>
    (
      await db.database.query({
        name: 'at_work',
        text: `select from pg_stat_activity where query like '%nobody waits%'
          and pid <> pg_backend_pid() and state = 'active'`,
      })
    ).length;
  const refused = assert.rejects(
    clock.run(() => impatient.query(sleeping)),
    NoAnswer,
  );
  await until('the server works on it', async () => (await atWork()) === 1);
  clock.pass(300);
  await refused;
  await until('the server has ended it', async () => (await atWork()) === 0);
});
