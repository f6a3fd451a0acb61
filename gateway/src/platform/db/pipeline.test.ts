// How statements travel, on a real PostgreSQL: together, answered in one piece inside a
// transaction, each for itself outside, and what becomes of the others when one fails.

import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import type { EventEmitter } from 'node:events';
import type pg from 'pg';
import {
  startTestPostgres,
  type TestDatabase,
  type TestPostgres,
} from '../../node/doctor/testing/postgres.ts';
import { connectClient } from './connect.ts';
import { openPipeline, type Send } from './pipeline.ts';

let postgres: TestPostgres;
let db: TestDatabase;
let client: pg.Client;
let send: Send;
/** How often the server said that it is ready for the next statement. */
let readies = 0;

before(async () => {
  postgres = await startTestPostgres();
  db = await postgres.database();
  await db.sql(`create table stored (id integer primary key, twin integer
    constraint has_twin references stored (id) deferrable initially deferred)`);
});
after(async () => {
  await db.close();
  await postgres.close();
});
beforeEach(async () => {
  client = await connectClient(db.url, { purpose: 'writer', pipeline: true });
  send = openPipeline(client);
  const { connection } = client as unknown as { connection: EventEmitter };
  connection.on('readyForQuery', () => readies++);
  await db.sql('truncate stored');
  readies = 0;
});
afterEach(() => client.end());

const run = (text: string, values: readonly unknown[] = []): Promise<unknown[]> =>
  send({ name: text.slice(0, 60), text }, values);
const insert = (id: unknown, twin: number | null = null) =>
  run('insert into stored (id, twin) values ($1, $2) returning id', [id, twin]);
const stored = async () =>
  (await run('select id from stored order by id')).map((row) => (row as { id: number }).id);
const outcomes = async (sent: Promise<unknown>[]): Promise<unknown[]> =>
  (await Promise.allSettled(sent)).map((settled) =>
    settled.status === 'rejected' ? (settled.reason as { code?: string }).code : 'ok',
  );

test('statements of one transaction are answered in one piece, each with its own rows', async () => {
  const [, first, many, none, nulls] = await Promise.all([
    run('begin'),
    insert(1),
    run('select id, id::bigint as big from generate_series(1, 2) as g(id)'),
    run('update stored set id = id where false'),
    run('select null as nothing, now() is not null as known'),
    run('commit'),
  ]);
  assert.equal(readies, 1);
  assert.deepEqual(first, [{ id: 1 }]);
  assert.deepEqual(many, [
    { id: 1, big: 1n },
    { id: 2, big: 2n },
  ]);
  assert.deepEqual(none, []);
  assert.deepEqual(nulls, [{ nothing: null, known: true }]);
  // Now its columns are known.
  assert.deepEqual(await insert(2), [{ id: 2 }]);
});

test('outside a transaction each statement commits for itself', async () => {
  assert.deepEqual(await outcomes([insert(1), insert(1), insert(2)]), ['ok', '23505', 'ok']);
  assert.deepEqual(await stored(), [1, 2]);
  const noTwin = await outcomes([insert(3, 99), insert(4)]);
  assert.deepEqual(noTwin, ['23503', 'ok'], 'a commit that fails is no success');
  assert.deepEqual(await stored(), [1, 2, 4]);
});

test('what stands behind a failed statement of a transaction fails too, the commit as well', async () => {
  const behind = () => run('select 1 as never_prepared_before');
  const sent = [run('begin'), insert(1), insert(1), insert(2), behind(), run('commit')];
  assert.deepEqual(await outcomes([sent[0]!, sent[1]!, sent[2]!]), ['ok', 'ok', '23505']);
  assert.deepEqual(await outcomes(sent.slice(3)), ['25P02', '25P02', '25P02']);
  await run('rollback');
  assert.deepEqual(await stored(), []);
  assert.deepEqual(await behind(), [{ never_prepared_before: 1 }]);
  assert.deepEqual(await outcomes([run('begin'), insert(1, 99), run('commit')]), [
    'ok',
    'ok',
    '23503',
  ]);
  assert.deepEqual(await stored(), []);
});

test('the commit of a transaction that has failed before is no success', async () => {
  assert.deepEqual(await outcomes([run('begin'), insert(1)]), ['ok', 'ok']);
  assert.deepEqual(await outcomes([insert(1)]), ['23505']);
  assert.deepEqual(await outcomes([run('commit')]), ['25P02']);
  assert.deepEqual(await outcomes([insert(1)]), ['ok'], 'outside a transaction again');
});

test('a value that cannot be written fails its transaction before anything of the turn leaves', async () => {
  const endless: { self?: object } = {};
  endless.self = endless;
  const sent = [run('begin'), insert(1), insert(endless), run('commit')];
  const settled = await Promise.allSettled(sent);
  assert.ok(settled.every(({ status }) => status === 'rejected'));
  await run('rollback');
  assert.deepEqual(await stored(), []);
});

test('two statements of one name fail their transaction before anything of the turn leaves', async () => {
  const twin = (text: string) => send({ name: 'twin', text }, []);
  const sent = [run('begin'), insert(1), twin('select 1 as one'), twin('select 2 as two')];
  assert.ok((await Promise.allSettled(sent)).every(({ status }) => status === 'rejected'));
  await run('rollback');
  assert.deepEqual(await stored(), [], 'nothing of it arrived');
  assert.deepEqual(await twin('select 3 as three'), [{ three: 3 }], 'and the name is free');
  await assert.rejects(twin('select 4 as four'), /two statements have the name twin/);
  assert.deepEqual(await run('select 5 as five'), [{ five: 5 }]);
});

test('arrays arrive as they were, whatever is in them', async () => {
  const texts = ['', 'NULL', 'a,b', '{}', '"', '\\', ' a ', 'é€', null];
  const at = new Date(1_700_000_000_000);
  const [row] = await run(
    `select $1::text[] as texts, $2::integer[] as numbers, $3::bigint[] as big,
      $4::boolean[] as flags, $5::timestamptz[] as times,
      $6::text[] as none, $7::text[] as absent`,
    [texts, [1, -2, null], [2n ** 60n], [true, false], [at], [], [undefined]],
  );
  assert.deepEqual(row, {
    texts,
    numbers: [1, -2, null],
    big: [String(2n ** 60n)],
    flags: [true, false],
    times: [at],
    none: [],
    absent: [null],
  });
});

test('a table whose columns have changed is never read by the old ones', async () => {
  await insert(1);
  const all = () => run('select * from stored');
  assert.deepEqual(await all(), [{ id: 1, twin: null }]);
  await db.sql(`alter table stored add column note text default 'new'`);
  assert.deepEqual(await outcomes([all()]), ['0A000']);
  await db.sql('alter table stored drop column note');
});

test('a connection that ends fails what is under way and what comes after', async () => {
  const [{ pid }] = (await run('select pg_backend_pid() as pid')) as [{ pid: number }];
  client.on('error', () => {});
  const asleep = [run('begin'), run('select pg_sleep(600)'), run('select 2 as two')];
  const ended = Promise.allSettled(asleep);
  for (let gone = false; !gone;)
    [{ gone }] = (await db.database.query(
      {
        name: 'end',
        text: `select bool_and(pg_terminate_backend(pid)) as gone from pg_stat_activity
          where pid = $1 and wait_event = 'PgSleep' having count(*) > 0
          union all select false where not exists (select from pg_stat_activity where pid = $1
            and wait_event = 'PgSleep')`,
      },
      [pid],
    )) as [{ gone: boolean }];
  const [, ...others] = await ended;
  assert.ok(others.every(({ status }) => status === 'rejected'));
  await assert.rejects(run('select 1 as one'));
});
