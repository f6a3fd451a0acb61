// Proves that leasing due callbacks is fair and cheap whatever waits. On real PostgreSQL: one
// destination queue with 50,000 callbacks, 99 with five; probes; two nodes at once.

import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { startTestPostgres, stopClock } from '../../node/doctor/testing/postgres.ts';
import type { TestDatabase, TestPostgres } from '../../node/doctor/testing/postgres.ts';
import {
  leaseCallbacks,
  leaseCallbacksStatement,
  walkDestinations,
  walkDestinationsStatement,
  type DestinationKey,
} from './lease.ts';

const nodes = [7, 8] as const;
const perDestination = 32;
let postgres: TestPostgres;
let db: TestDatabase;

before(async () => {
  postgres = await startTestPostgres();
});
beforeEach(async () => {
  db = await postgres.database();
  await db.sql(`
    insert into account (name, webhook_secret_sealed) values ('a', '');
    insert into node (incarnation, node_id, lease_until)
      select n, 'node ' || n, now() + interval '1 hour' from unnest(array[${nodes.join()}]) n`);
  // However long a test takes, nothing that was taken is old enough to be taken again.
  await stopClock(db);
});
afterEach(() => db.close());
after(() => postgres.close());

/** `count` callbacks in each destination queue, due since a few seconds; `attempts` made before. */
async function add(destinations: string[], count: number, attempts = 0): Promise<void> {
  await db.sql(`
    insert into callback_destination (account_id, destination)
      select 1, unnest(array['${destinations.join(`','`)}']) on conflict do nothing;
    insert into callback (account_id, operation_id, destination, url, status, attempts,
      next_attempt_at)
      select 1, coalesce((select max(operation_id) from callback), 0) + row_number() over (),
        destination, destination, 'SUCCESS', ${attempts},
        jokko_now() - interval '8 seconds' + n * interval '0.05 ms'
      from unnest(array['${destinations.join(`','`)}']) destination, generate_series(1, ${count}) n;
    insert into callback_body (operation_id, account_id, second, body)
      select operation_id, account_id, second, '{}' from callback on conflict do nothing`);
}
const walk = async (max = 256) =>
  (await walkDestinations(db.database, null, max)).filter(({ isDue }) => isDue);
const lease = (
  destinations: DestinationKey[],
  {
    node = nodes[0],
    max = 500,
    inFlight = [],
  }: { node?: number; max?: number; inFlight?: string[] } = {},
) =>
  leaseCallbacks(db.database, {
    node,
    inFlight,
    destinations: destinations.map((destination) => ({ ...destination, room: perDestination })),
    max,
  });
function countByDestination(leased: { destination: string }[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { destination } of leased) counts.set(destination, (counts.get(destination) ?? 0) + 1);
  return counts;
}
/** By a line of an executed plan, in all of its loops. */
function rowsReadBy(line: string): number {
  const [, rows = 0, loops = 0] = /actual rows=([\d.]+) loops=(\d+)/.exec(line) ?? [];
  return Number(rows) * Number(loops);
}
const small = Array.from({ length: 99 }, (_, index) => `https://host${index}:443`);
const flooded = 'https://flooded:443';

test('F36 a flooded destination queue takes no more of a lease than any other, and costs no more', async () => {
  await add([flooded], 50_000, 1);
  await add([flooded], 1_000);
  await add(small, 5);
  const destinations = await walk();
  const leased = await lease(destinations, { max: 200 });
  const counts = countByDestination(leased);
  assert.equal(destinations.length, 100);
  assert.equal(counts.size, 100, 'every destination is served');
  assert.ok(counts.get(flooded)! <= 6, `${counts.get(flooded)} of the flooded one`);
  const rest = countByDestination(await lease(await walk()));
  assert.equal(
    rest.get(flooded),
    2 * perDestination,
    'then the destination has as many first attempts and retries as it has room for',
  );
});

test('F36 both statements go by the index alone, in the plan that a connection keeps', async () => {
  await add([flooded], 50_000, 1);
  await add(small, 5);
  await db.sql('analyze callback');
  const connection = await db.database.connect();
  const explain = async (name: string, text: string, values: string) => {
    await connection.query({ name: `prepare ${name}`, text: `prepare ${name} as ${text}` });
    const rows = await connection.query<{ 'QUERY PLAN': string }>({
      name: `explain ${name}`,
      text: `explain (analyze, timing off, costs off, buffers off, summary off) execute ${name} (${values})`,
    });
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };
  try {
    for (const plan of [
      await explain('walk', walkDestinationsStatement.text, `0, '', 256`),
      await explain(
        'lease',
        leaseCallbacksStatement.text,
        `7, '{}', '{1}', '{${flooded}}', '{32}', 500`,
      ),
    ]) {
      assert.doesNotMatch(plan, /Seq Scan on (?!node)/);
      const readings = plan.split('\n').filter((line) => /Scan.* on callback_p1( |$)/.test(line));
      assert.ok(readings.length > 1, plan);
      for (const line of readings) assert.ok(rowsReadBy(line) <= 1_000, `${line}\n${plan}`);
      for (const line of readings.filter((each) => !each.includes('callback_p1_pkey')))
        assert.match(line, /callback_p1_account_id_destination/, plan);
      assert.equal(
        (plan.match(/Filter: .*attempts/g) ?? []).length,
        0,
        `first attempts and retries are kept apart by the index: ${plan}`,
      );
    }
  } finally {
    await connection.close();
  }
});

test('many destination queues are walked in pieces, and none is passed over', async () => {
  await add(small, 1);
  const seen: string[] = [];
  for (let after: DestinationKey | null = null; ;) {
    const piece: DestinationKey[] = await walkDestinations(db.database, after, 10);
    seen.push(...piece.map(({ destination }) => destination));
    if (piece.length < 10) break;
    after = piece.at(-1)!;
  }
  assert.deepEqual(seen.toSorted(), small.toSorted());
});

test('C4 a destination queue that reaches nobody gets one probe a minute, whichever node asks first; first attempts go out all the same', async () => {
  await add([flooded], 20, 1);
  await add([flooded], 3);
  await db.sql('update callback_destination set failures = 3');
  const [one, other] = await Promise.all([
    lease(await walk()),
    lease(await walk(), { node: nodes[1] }),
  ]);
  const attempts = [...one, ...other]
    .map((callback) => callback.attempts)
    .toSorted((a, b) => a - b);
  assert.deepEqual(attempts, [0, 0, 0, 1]);
  assert.deepEqual(await lease(await walk()), []);
  await db.sql(`update callback_destination set slow_until = jokko_now() - interval '1 second'`);
  assert.equal((await lease(await walk())).length, 1);
});

test('F37 what one node has taken, the other does not get, until the lease ends', async () => {
  await add(small, 5);
  const taken = await Promise.all(nodes.map(async (node) => lease(await walk(), { node })));
  const ids = taken.flat().map(({ operationId }) => operationId);
  assert.equal(ids.length, 99 * 5);
  assert.equal(new Set(ids).size, ids.length);
  await db.sql(
    `update node set lease_until = now() - interval '1 second' where incarnation = ${nodes[0]}`,
  );
  const inFlight = ids.slice(0, 10);
  const again = await lease(await walk(), { node: nodes[1], inFlight });
  // The first ten are of the first node, which may have taken no more than these.
  const inherited = new Set(taken[0]!.map(({ operationId }) => operationId));
  for (const id of inFlight) inherited.delete(id);
  assert.ok(again.length > 0 || inherited.size === 0);
  for (const { operationId } of again) assert.ok(inherited.has(operationId));
});
