// Are the facts of tasks, nodes and database what they are, and does what is wrong get said?

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestPostgres } from '../../doctor/testing/postgres.ts';
import type { TestDatabase, TestPostgres } from '../../doctor/testing/postgres.ts';
import { adviceFor, createRounds, findPortalUrl, listNodes, listTaskRuns, notePortalUrl, readDatabase } from './index.ts';

let postgres: TestPostgres;
let db: TestDatabase;
before(async () => {
  postgres = await startTestPostgres();
  db = await postgres.database();
  await db.sql(`insert into node (node_id, started_at, lease_until) values
    ('n1', now() - interval '1 hour', now() + interval '1 hour'), ('n2', now() - interval '1 hour', now() - interval '1 minute')`);
});
after(async () => {
  await db.close();
  await postgres.close();
});

test('links lead to a node that runs, and to none that is gone', async () => {
  assert.equal(await findPortalUrl(db.database), null);
  await notePortalUrl(db.database, 'n2', 'http://127.0.0.1:2');
  assert.equal(await findPortalUrl(db.database), null);
  await notePortalUrl(db.database, 'n1', 'http://127.0.0.1:1');
  assert.equal(await findPortalUrl(db.database), 'http://127.0.0.1:1');
});

test('a node writes the last round of each task, with the last error and how late it is', async () => {
  const rounds = createRounds(db.database, 'n1');
  await rounds.write();
  assert.deepEqual(await listTaskRuns(db.database), []);
  const now = Date.now();
  rounds.note({ task: 'sweep', everyMs: 1_000, startedAt: now - 5_000, durationMs: 12, error: 'Error: away' });
  rounds.note({ task: 'sweep', everyMs: 1_000, startedAt: now, durationMs: 3, error: null });
  rounds.note({ task: 'stuck', everyMs: 1_000, startedAt: now - 120_000, durationMs: 2_000, error: `Error: ${'x'.repeat(2_000)}` });
  await rounds.write();
  await rounds.write();
  const [stuck, sweep] = await listTaskRuns(db.database);
  assert.deepEqual([sweep!.rounds, sweep!.failures, sweep!.error, sweep!.failing], [2, 1, 'Error: away', false]);
  assert.equal(sweep!.failedAt!.getTime(), now - 5_000);
  assert.ok(stuck!.failing && stuck!.lateMs > 110_000 && stuck!.error!.length === 300);
});

test('what is wrong is said, and what is about a node that is gone is not said again for each of its tasks', async () => {
  const gone = createRounds(db.database, 'n2');
  gone.note({ task: 'sweep', everyMs: 1_000, startedAt: Date.now(), durationMs: 3, error: 'Error' });
  await gone.write();
  const [nodes, tasks, database] = await Promise.all([listNodes(db.database), listTaskRuns(db.database), readDatabase(db.database)]);
  const disk = { freeBytes: 5, totalBytes: 100 };
  const advice = adviceFor({ nodes, tasks, database, disk });
  assert.deepEqual(
    advice.map(({ code, about }) => [code, about]),
    [
      ['diskLow', null],
      ['nodeGone', 'n2'],
      ['taskFailing', 'stuck (n1)'],
      ['taskLate', 'stuck (n1)'],
      ['noArchive', null],
    ],
  );
  const ill = {
    ...database,
    ...{
      connections: 90,
      connectionsMax: 100,
      longestTransactionSeconds: 61,
      archiving: true,
      archiveFailedAt: new Date(),
      archivedAt: null,
    },
    tables: [{ name: 'operation', totalBytes: 1, liveRows: 100_000, deadRows: 60_000, vacuumedAt: null }],
  };
  const said = adviceFor({ nodes: [], tasks: [], database: ill, disk: null }).map(({ code }) => code);
  assert.deepEqual(said, ['connectionsFull', 'longTransaction', 'deadRows', 'archiveFailing']);
});

test('the database tells its size, its connections, its biggest tables and who is in a transaction for long', async () => {
  const other = await db.database.connect();
  await other.query({ name: 'b', text: 'begin' });
  await other.query({ name: 'one', text: 'select $1::text' }, ['secret']);
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  const facts = await readDatabase(db.database);
  await other.close();
  assert.ok(facts.sizeBytes > 1_000_000 && facts.connections >= 1 && facts.connectionsMax === 60 && facts.walBytes! > 0);
  assert.ok(facts.tables.length === 15 && facts.tables[0]!.totalBytes >= facts.tables[1]!.totalBytes);
  assert.ok(facts.longestTransactionSeconds !== null && facts.longestTransaction === 'select $1::text');
});
