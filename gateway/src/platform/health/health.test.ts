// Proves that tasks, nodes and database are reported as they are, and that problems are reported.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectionsMax } from '../../node/doctor/testing/cluster.ts';
import { useDatabase } from '../../node/doctor/testing/use-postgres.ts';
import { until } from '../../../../acceptance/harness/until.ts';
import { troubledLine } from './cli-health.ts';
import { environment, machine, runIn } from '../environment.ts';
import {
  adviceFor,
  createRounds,
  findPortalUrl,
  isFault,
  listNodes,
  listTaskRuns,
  notePortalUrl,
  readDatabase,
  readDatabaseState,
} from './index.ts';

const db = useDatabase(async () => {
  await db.sql(`insert into node (node_id, started_at, lease_until) values
    ('n1', now() - interval '1 hour', now() + interval '1 hour'), ('n2', now() - interval '1 hour',
      now() - interval '1 minute')`);
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
  const [now, nowMs] = [environment.monotonic(), Date.now()];
  rounds.note({
    task: 'sweep',
    everyMs: 1_000,
    startedAt: now - 5_000,
    durationMs: 12,
    error: 'Error: away',
  });
  rounds.note({ task: 'sweep', everyMs: 1_000, startedAt: now, durationMs: 3, error: null });
  rounds.note({
    task: 'stuck',
    everyMs: 1_000,
    startedAt: now - 120_000,
    durationMs: 2_000,
    error: `Error: ${'x'.repeat(2_000)}`,
  });
  await runIn({ ...machine, monotonic: () => now }, async () => {
    await rounds.write();
    await rounds.write();
  });
  const [stuck, sweep] = await listTaskRuns(db.database);
  assert.deepEqual(
    [sweep!.rounds, sweep!.failures, sweep!.error, sweep!.failing],
    [2, 1, 'Error: away', false],
  );
  // The time is that of the database's clock, which was read once between then and now, and may be
  // put right meanwhile.
  const failedMs = sweep!.failedAt!.getTime();
  assert.ok(failedMs > nowMs - 6_000 && failedMs < Date.now() - 4_000, `${failedMs - nowMs} ms`);
  assert.ok(stuck!.failing && stuck!.lateMs > 110_000 && stuck!.error!.length === 300);
});

test('what is wrong is said, and what is about a node that is gone is not said again for each of its tasks', async () => {
  const gone = createRounds(db.database, 'n2');
  gone.note({
    task: 'sweep',
    everyMs: 1_000,
    startedAt: environment.monotonic(),
    durationMs: 3,
    error: 'Error',
  });
  await gone.write();
  const [nodes, tasks, read] = await Promise.all([
    listNodes(db.database),
    listTaskRuns(db.database),
    readDatabaseState(db.database),
  ]);
  // The server is shared: others may need many connections at this moment.
  const database = { ...read, connections: 1 };
  const disk = { freeBytes: 5, totalBytes: 100 };
  const advice = adviceFor({ nodes, tasks, database, disk, carriers: [], nowMs: 0 });
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
  // A node that stood still: one line, whatever was late or failed by it; a task that hung before
  // is not its length.
  const paused = ['a', 'b', 'c', 'd', 'e'].map((task, index) => ({
    ...tasks.find(({ nodeId }) => nodeId === 'n1')!,
    task,
    everyMs: 1_000,
    failing: index === 0,
    lateMs: index === 4 ? 9_000_000 : 89_600,
  }));
  const still = adviceFor({ nodes, tasks: paused, database, disk: null, carriers: [], nowMs: 0 });
  assert.deepEqual(
    still.filter(({ code }) => code.startsWith('task') || code === 'nodePaused'),
    [{ code: 'nodePaused', about: 'n1', seconds: 90 }],
  );
  const one = paused.map((run, index) => ({
    ...run,
    failing: false,
    lateMs: index === 4 ? 1e6 : 0,
  }));
  const late = adviceFor({ nodes, tasks: one, database, disk: null, carriers: [], nowMs: 0 });
  assert.deepEqual(
    late.filter(({ code }) => code.startsWith('task') || code === 'nodePaused'),
    [{ code: 'taskLate', about: 'e (n1)' }],
  );
  const ill = {
    ...database,
    connections: 90,
    connectionsMax: 100,
    longestTransactionSeconds: 61,
    archiving: true,
    archiveFailedAt: new Date(),
    archivedAt: null,
    mostDead: [{ name: 'operation', liveRows: 100_000, deadRows: 60_000 }],
  };
  const carrier = {
    name: 'A',
    ...({ state: 'bound', binds: 2, bound: 1, since: new Date(0), lastError: null } as const),
    lastErrorAt: null,
    waiting: 0,
    oldestSec: 0,
  };
  const troubled = adviceFor({
    nodes: [],
    tasks: [],
    disk: null,
    nowMs: 60_001,
    database: { ...database, replicas: 1 },
    carriers: [
      carrier,
      { ...carrier, name: 'B', state: 'down' },
      { ...carrier, name: 'C', state: 'down', since: new Date(1) },
      { ...carrier, name: 'D', state: 'unusable', since: null },
      { ...carrier, name: 'E', state: 'busy', waiting: 3, oldestSec: 301 },
      { ...carrier, name: 'F', waiting: 3, oldestSec: 300 },
    ],
  });
  assert.deepEqual(
    troubled.map(({ code, about }) => [code, about]),
    [
      ['carrierDown', 'B'],
      ['carrierDown', 'D'],
      ['smsStuck', 'E'],
    ],
  );
  const said = adviceFor({
    nodes: [],
    tasks: [],
    database: ill,
    disk: null,
    carriers: [],
    nowMs: 0,
  }).map(({ code }) => code);
  assert.deepEqual(said, ['connectionsFull', 'longTransaction', 'deadRows', 'archiveFailing']);
});

test('F54 a database to be recovered comes first, then the routes that a recovery has closed', async () => {
  const database = await readDatabaseState(db.database);
  assert.deepEqual([database.recoveryReason, database.closedRoutes], [null, []]);
  const advice = adviceFor({
    nodes: [],
    tasks: [],
    disk: null,
    carriers: [],
    nowMs: 0,
    database: {
      ...database,
      replicas: 1,
      connections: 99,
      connectionsMax: 100,
      recoveryReason: 'it is older',
      closedRoutes: ['OPA_SN', 'OPD_SN'],
    },
  });
  assert.deepEqual(advice, [
    { code: 'recoveryNeeded', about: 'it is older' },
    { code: 'routesClosed', about: 'OPA_SN, OPD_SN' },
    { code: 'connectionsFull', about: null },
  ]);
});

test('a secret of a route that expires is a fault, and said by name', async () => {
  const database = { ...(await readDatabaseState(db.database)), replicas: 1, connections: 1 };
  const advice = adviceFor({
    nodes: [],
    tasks: [],
    disk: null,
    carriers: [],
    database,
    nowMs: 0,
    expiringSecrets: ['WAVE_SN certificate 2026-12-01'],
  });
  assert.deepEqual(advice, [{ code: 'secretExpires', about: 'WAVE_SN certificate 2026-12-01' }]);
  assert.equal(isFault(advice[0]!, 'sandbox'), true);
});

test('no archive is a fault in live mode and a hint in the sandbox; any other advice is a fault in both', () => {
  const faultIn = (code: 'noArchive' | 'diskLow') =>
    (['live', 'sandbox'] as const).map((mode) => isFault({ code, about: null }, mode));
  assert.deepEqual(faultIn('noArchive'), [true, false]);
  assert.deepEqual(faultIn('diskLow'), [true, true]);
});

test('the database tells its size, its connections, its biggest tables and who is in a transaction for long', async () => {
  const other = await db.database.connect();
  await other.query({ name: 'b', text: 'begin' });
  await other.query({ name: 'one', text: 'select $1::text' }, ['secret']);
  const details = await until('a second has passed', async () => {
    const { details: read } = await readDatabase(db.database);
    return read.longestTransactionSeconds !== null && read;
  });
  await other.close();
  assert.ok(
    details.sizeBytes > 1_000_000 &&
      details.connections >= 1 &&
      details.connectionsMax === connectionsMax &&
      details.walBytes! > 0,
  );
  assert.ok(
    details.tables.length === 15 && details.tables[0]!.totalBytes >= details.tables[1]!.totalBytes,
  );
  assert.ok(
    details.longestTransactionSeconds! >= 1 && details.longestTransaction === 'select $1::text',
  );
});

test('what advice is derived from is read without a look at any file, of tables with dead rows first', async () => {
  const texts: string[] = [];
  const state = await readDatabaseState({
    ...db.database,
    query(statement, values) {
      texts.push(statement.text);
      return db.database.query(statement, values);
    },
  });
  assert.ok(texts.length > 0);
  for (const text of texts) assert.doesNotMatch(text, /pg_\w*_size|pg_ls_|pg_stat_\w+_tables/);
  const dead = state.mostDead.map(({ deadRows }) => deadRows);
  assert.deepEqual(
    dead,
    dead.toSorted((one, other) => other - one),
  );
});

test('sizes with their indexes are asked of the tables that are shown alone', async () => {
  const texts: string[] = [];
  await readDatabase({
    ...db.database,
    query(statement, values) {
      texts.push(statement.text);
      return db.database.query(statement, values);
    },
  });
  const whole = texts.filter((text) => text.includes('pg_total_relation_size'));
  assert.equal(whole.length, 1);
  const [outer = '', inner = ''] = whole[0]!.split('from (');
  assert.match(outer, /pg_total_relation_size/);
  assert.match(inner, /limit 15/);
  assert.doesNotMatch(inner, /pg_total_relation_size/);
});

test('of an SMS connection that takes nothing while it is bound the command does not say that it is down', () => {
  const carrier = {
    name: 'A',
    state: 'bound' as const,
    binds: 1,
    bound: 1,
    since: new Date(0),
    lastError: null,
    lastErrorAt: null,
    waiting: 3,
    oldestSec: 9,
  };
  const carriers = [carrier, { ...carrier, name: 'B', state: 'down' as const, bound: 0 }];
  const lineOf = (kind: 'sms-link' | 'route', name: string): string =>
    troubledLine({ kind, name, state: 'down', since: new Date(0), reasons: ['why'] }, carriers);
  const ended = 'since 1970-01-01T00:00:00.000Z: why';
  assert.equal(lineOf('sms-link', 'A'), `SMS connection A: bound, and failing ${ended}`);
  assert.equal(lineOf('sms-link', 'B'), `SMS connection B: down ${ended}`);
  assert.equal(lineOf('route', 'A'), `route A: down ${ended}`);
});
