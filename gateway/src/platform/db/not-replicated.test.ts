// F52 on a real PostgreSQL that waits for a synchronous standby which is not there: a commit that
// it reports as not replicated is not durable, and nobody is told of it.

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { until } from '../../../../acceptance/harness/until.ts';
import { noNode } from './commit-fate.ts';
import { startOwnPostgres, testPatience } from '../../node/doctor/testing/postgres.ts';
import type { OwnPostgres, TestDatabase } from '../../node/doctor/testing/postgres.ts';
import { awaitReplication } from './commit-fate.ts';
import { NoAnswer, NotReplicated } from './database-away.ts';
import { CommitUnknown, startGroupWriter, type GroupWriter } from './group-commit.ts';

let postgres: OwnPostgres;
let db: TestDatabase;
let writer: GroupWriter<number, string>;
/** One that gives up as soon as the product does. */
let usual: GroupWriter<number, string>;

before(async () => {
  postgres = await startOwnPostgres({ wal_level: 'replica', max_wal_senders: 2 });
  db = await postgres.database();
  await db.sql('create table stored (id integer primary key)');
  writer = writerOf('test', testPatience);
  usual = writerOf('usual', 1);
});
afterEach(() => waitForStandby(false));
after(async () => {
  await writer.close();
  await usual.close();
  await db.close();
  await postgres.close();
});

const writerOf = (name: string, patience: number): GroupWriter<number, string> =>
  startGroupWriter<number, string>({
    database: { ...db.database, patience },
    node: noNode,
    writer: name,
    commandsMax: 10,
    async decide(connection, ids) {
      await connection.query({ name: 'begin', text: 'begin' });
      return {
        results: ids.map(() => 'stored'),
        async store(leaveMark) {
          await leaveMark();
          for (const id of ids)
            await connection.query({ name: 'store', text: 'insert into stored values ($1)' }, [id]);
          await connection.query({ name: 'commit', text: 'commit' });
        },
      };
    },
  });

/** Names a standby that does not exist, or none. */
async function waitForStandby(wait: boolean): Promise<void> {
  await db.sql(`alter system set synchronous_standby_names = '${wait ? 'absent' : ''}'`);
  await db.sql('select pg_reload_conf()');
  await until('the server has read it', async () => {
    const [row] = await read<{ names: string }>(
      `select current_setting('synchronous_standby_names') as names`,
    );
    return (row!.names !== '') === wait;
  });
}

const read = <Row>(text: string): Promise<Row[]> =>
  db.database.query<Row>({ name: text.slice(0, 60), text });

/**
 * Cancels every commit that waits for the standby, as an operator might, once there is one. Answers
 * since when the last of them was under way.
 */
const cancelWaits = (): Promise<string> =>
  until('a commit waits for the standby', async () => {
    const canceled = await read<{ since: string }>(
      `select pg_cancel_backend(pid), query_start::text as since from pg_stat_activity
        where wait_event = 'SyncRep' order by query_start`,
    );
    return canceled.at(-1)?.since;
  });

/** Resolves when a statement that began later waits for the standby. */
const untilAnotherWaits = (since: string) =>
  until('another statement waits for the standby', async () => {
    const waiting = await read(
      `select from pg_stat_activity where wait_event = 'SyncRep' and query_start > '${since}'`,
    );
    return waiting.length > 0;
  });

/** The caller may be told before others can read it. */
const untilStored = (id: number) =>
  until(
    `the primary has ${id}`,
    async () => (await read(`select from stored where id = ${id}`)).length === 1,
  );

test('F52 a statement whose commit is not replicated fails', async () => {
  await waitForStandby(true);
  const stored = db.database.query({ name: 'one', text: 'insert into stored values (1)' });
  await Promise.all([assert.rejects(stored, NotReplicated), cancelWaits()]);
  await untilStored(1);
});

test('F52 a group whose commit is not replicated is answered only once it is', async () => {
  await waitForStandby(true);
  let answered = false;
  const submitted = writer.submit(2).finally(() => (answered = true));
  // It asks for the replication of what it has stored, and answers nobody before that.
  await untilAnotherWaits(await cancelWaits());
  await untilStored(2);
  assert.equal(answered, false);
  await waitForStandby(false);
  assert.equal(await submitted, 'stored');
});

test('F52 while nothing is replicated nobody is answered, and what was stored is not confirmed', async () => {
  await waitForStandby(true);
  const submitted = usual.submit(3);
  await Promise.all([assert.rejects(submitted, CommitUnknown), cancelWaits()]);
  await untilStored(3);
  await assert.rejects(awaitReplication(db.database.withDeadline(300)), NoAnswer);
  await waitForStandby(false);
  await awaitReplication(db.database);
  assert.equal(await usual.submit(4), 'stored', 'the writer goes on');
});
