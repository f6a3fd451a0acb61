// Proves that a lease which is over is ended for good by a node that was there all the time, with
// all that its node held, and that nobody's lease ends because the database was away.

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { startTestPostgres } from '../doctor/testing/postgres.ts';
import type { TestDatabase, TestPostgres } from '../doctor/testing/postgres.ts';
import { hasCommitted, leaveCommitMark, LeaseOver } from '../../platform/db/commit-fate.ts';
import { openDatabase, type OpenDatabase } from '../../platform/db/database.ts';
import { releaseOldLeases } from '../../backoffice/recovery/store.ts';
import { until } from '../../../../acceptance/harness/until.ts';
import { takeLease, type NodeLease } from './leases.ts';

let postgres: TestPostgres;
let db: TestDatabase;
const opened: OpenDatabase[] = [];
const mark = '00000000-0000-4000-8000-000000000001';

before(async () => {
  postgres = await startTestPostgres();
  db = await postgres.database();
});
afterEach(() => db.sql('delete from node'));
after(async () => {
  await Promise.all(opened.map((database) => database.close()));
  await db.close();
  await postgres.close();
});

async function startNode(nodeId: string): Promise<{ database: OpenDatabase; lease: NodeLease }> {
  const database = openDatabase(db.url);
  opened.push(database);
  const { connectionsName } = database;
  const lease = await takeLease(database, { nodeId, secretKeyIds: [], connectionsName }, 60_000);
  return { database, lease };
}

type Node = Awaited<ReturnType<typeof startNode>>;

/** Its idle connections were ended too: the first questions may meet them. */
const renewedAfterEnd = ({ lease }: Node) =>
  until('its renewal is answered', () => lease.renew().catch(() => false as const));

/** As if the node had last renewed it a while ago. */
const letLapse = ({ lease }: { lease: NodeLease }): Promise<void> =>
  db.sql(
    `update node set lease_until = now() - interval '1 second'
      where incarnation = ${lease.incarnation}`,
  );
/** As if both had run for long. */
const longAgo = (): Promise<void> =>
  db.sql(`update node set held_since = now() - interval '1 hour'`);

test('F18 the lease of a frozen node is ended, and the row that its transaction holds is free at once', async () => {
  const [living, frozen] = [await startNode('a'), await startNode('b')];
  await longAgo();
  // A purpose that may sit in a transaction for longer than the test takes.
  const open = await frozen.database.connect('report');
  await open.query({ name: 'begin', text: 'begin' });
  await open.query({ name: 'hold', text: 'select from installation for update' });
  await letLapse(frozen);
  assert.deepEqual(await living.lease.endOthers(), ['b']);
  await living.database.query({ name: 'take', text: 'select from installation for update' });
  await assert.rejects(open.query({ name: 'commit', text: 'commit' }));
  assert.deepEqual(await living.lease.endOthers(), [], 'once');
  assert.equal(await renewedAfterEnd(frozen), 'ended');
});

/** On a new connection, as after its old ones were terminated. */
async function commitsNothing({ database, lease }: Node): Promise<void> {
  const marker = { node: lease.incarnation, writer: 'test' };
  const late = await database.connect('writer');
  await late.query({ name: 'begin', text: 'begin' });
  await assert.rejects(leaveCommitMark(late, marker, mark), LeaseOver);
  await late.close();
  assert.equal(await hasCommitted(db.database, marker, mark), false);
}
const commits = ({ database, lease }: Node): Promise<unknown> =>
  leaveCommitMark(database, { node: lease.incarnation, writer: 'before' }, mark);

test('F18 a node that wakes after its lease was ended commits nothing', async () => {
  const [living, frozen] = [await startNode('a'), await startNode('b')];
  await longAgo();
  await letLapse(frozen);
  await living.lease.endOthers();
  await commitsNothing(frozen);
  await commits(living);
});

test('F18 a node that wakes after another run took its id commits nothing', async () => {
  const frozen = await startNode('a');
  await commits(frozen);
  const next = await startNode('a');
  await commitsNothing(frozen);
  await commits(next);
});

test('F18 a node that wakes after its row was forgotten commits nothing', async () => {
  const frozen = await startNode('a');
  await db.sql(`update node set lease_until = now() - interval '2 days'`);
  const living = await startNode('b');
  await commitsNothing(frozen);
  assert.equal(await renewedAfterEnd(frozen), 'taken');
  await commits(living);
});

test('F18 F54 a node that wakes after a recovery commits nothing, though numbers came again', async () => {
  const frozen = await startNode('a');
  await letLapse(frozen);
  // The restored database gives the same numbers again.
  await db.sql(`select setval('node_incarnation_seq', ${frozen.lease.incarnation - 1}, true)`);
  await releaseOldLeases(db.database);
  const next = await startNode('a');
  await commitsNothing(frozen);
  await commits(next);
});

test('F18 after a pause of the database every node has its lease again', async () => {
  const nodes = [await startNode('a'), await startNode('b')] as const;
  await longAgo();
  for (const node of nodes) await letLapse(node);
  assert.equal(await nodes[0].lease.renew(), 'renewed');
  assert.deepEqual(await nodes[0].lease.endOthers(), [], 'it was away itself');
  assert.equal(await nodes[1].lease.renew(), 'renewed');
});

test('F18 a node that starts under the id of a frozen one frees what that one holds', async () => {
  const frozen = await startNode('a');
  const open = await frozen.database.connect('report');
  await open.query({ name: 'begin', text: 'begin' });
  await open.query({ name: 'hold', text: 'select from installation for update' });
  const next = await startNode('a');
  await next.database.query({ name: 'take', text: 'select from installation for update' });
  assert.equal(await renewedAfterEnd(frozen), 'taken');
});
