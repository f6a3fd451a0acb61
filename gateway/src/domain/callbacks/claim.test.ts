// Is a claim fair and cheap whatever waits? Against real PostgreSQL: one lane with 50,000 callbacks, 99 with five; probes; two nodes at once.

import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { startTestPostgres } from '../../doctor/testing/postgres.ts';
import type { TestDatabase, TestPostgres } from '../../doctor/testing/postgres.ts';
import { claimCallbacks, claimCallbacksStatement, walkLanes, walkLanesStatement, type LaneKey } from './claim.ts';

const nodes = [7, 8] as const;
const perLane = 32;
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
});
afterEach(() => db.close());
after(() => postgres.close());

/** `count` callbacks in each lane, due since a few seconds; `attempts` made before. */
async function add(lanes: string[], count: number, attempts = 0): Promise<void> {
  await db.sql(`
    insert into callback_lane (account_id, lane) select 1, unnest(array['${lanes.join(`','`)}']) on conflict do nothing;
    insert into callback (account_id, operation_id, lane, url, status, body, attempts, next_attempt_at)
      select 1, nextval('operation_block_seq'), lane, lane, 'SUCCESS', '{}', ${attempts}, jokko_now() - interval '8 seconds' + n * interval '0.05 ms'
      from unnest(array['${lanes.join(`','`)}']) lane, generate_series(1, ${count}) n`);
}
const walk = async (max = 256) => (await walkLanes(db.database, null, max)).filter(({ isDue }) => isDue);
const claim = (lanes: LaneKey[], { node = nodes[0], max = 500, inHand = [] }: { node?: number; max?: number; inHand?: string[] } = {}) =>
  claimCallbacks(db.database, { node, inHand, lanes: lanes.map((lane) => ({ ...lane, room: perLane })), max });
function countByLane(claimed: { lane: string }[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { lane } of claimed) counts.set(lane, (counts.get(lane) ?? 0) + 1);
  return counts;
}
const small = Array.from({ length: 99 }, (_, index) => `https://host${index}:443`);
const flooded = 'https://flooded:443';

test('F36 a flooded lane takes no more of a claim than any other, and costs no more', async (t) => {
  await add([flooded], 50_000, 1);
  await add([flooded], 1_000);
  await add(small, 5);
  const began = performance.now();
  const lanes = await walk();
  const claimed = await claim(lanes, { max: 200 });
  const tookMs = performance.now() - began;
  const counts = countByLane(claimed);
  assert.equal(lanes.length, 100);
  assert.equal(counts.size, 100, 'every lane is served');
  assert.ok(counts.get(flooded)! <= 6, `${counts.get(flooded)} of the flooded one`);
  assert.ok(tookMs < 1_000, `${tookMs} ms`);
  t.diagnostic(`walk and claim over a backlog of 51,000: ${Math.round(tookMs)} ms`);
  const rest = countByLane(await claim(await walk()));
  assert.equal(rest.get(flooded), 2 * perLane, 'then the lane has as many first attempts and retries as it has room for');
});

test('F36 both statements go by the index alone, in the plan that a connection keeps', async () => {
  await add([flooded], 50_000, 1);
  await add(small, 5);
  await db.sql('analyze callback');
  const connection = await db.database.connect();
  const explain = async (name: string, text: string, values: string) => {
    await connection.query({ name: `prepare ${name}`, text: `prepare ${name} as ${text}` });
    const rows = await connection.query<{ 'QUERY PLAN': string }>({ name: `explain ${name}`, text: `explain execute ${name} (${values})` });
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };
  try {
    for (const plan of [
      await explain('walk', walkLanesStatement.text, `0, '', 256`),
      await explain('claim', claimCallbacksStatement.text, `7, '{}', '{1}', '{${flooded}}', '{32}', 500`),
    ]) {
      assert.doesNotMatch(plan, /Seq Scan on (?!node)/);
      const readings = plan.split('\n').filter((line) => /Scan.* on callback( |$)/.test(line));
      assert.ok(readings.length > 1, plan);
      for (const line of readings.filter((each) => !each.includes('callback_pkey on callback c'))) assert.match(line, /callback_due/, plan);
      assert.equal((plan.match(/Filter: .*attempts/g) ?? []).length, 0, `first attempts and retries are kept apart by the index: ${plan}`);
    }
  } finally {
    await connection.close();
  }
});

test('many lanes are walked in pieces, and none is passed over', async () => {
  await add(small, 1);
  const seen: string[] = [];
  for (let after: LaneKey | null = null; ;) {
    const piece: LaneKey[] = await walkLanes(db.database, after, 10);
    seen.push(...piece.map(({ lane }) => lane));
    if (piece.length < 10) break;
    after = piece.at(-1)!;
  }
  assert.deepEqual(seen.toSorted(), small.toSorted());
});

test('C4 a lane that reaches nobody gets one probe a minute, whichever node asks first; first attempts go out all the same', async () => {
  await add([flooded], 20, 1);
  await add([flooded], 3);
  await db.sql('update callback_lane set failures = 3');
  const [one, other] = await Promise.all([claim(await walk()), claim(await walk(), { node: nodes[1] })]);
  const attempts = [...one, ...other].map((callback) => callback.attempts).toSorted((a, b) => a - b);
  assert.deepEqual(attempts, [0, 0, 0, 1]);
  assert.deepEqual(await claim(await walk()), []);
  await db.sql(`update callback_lane set slow_until = jokko_now() - interval '1 second'`);
  assert.equal((await claim(await walk())).length, 1);
});

test('F37 what one node has taken, the other does not get, until the lease ends', async () => {
  await add(small, 5);
  const taken = await Promise.all(nodes.map(async (node) => claim(await walk(), { node })));
  const ids = taken.flat().map(({ operationId }) => operationId);
  assert.equal(ids.length, 99 * 5);
  assert.equal(new Set(ids).size, ids.length);
  await db.sql(`update node set lease_until = now() - interval '1 second' where incarnation = ${nodes[0]}`);
  const again = await claim(await walk(), { node: nodes[1], inHand: ids.slice(0, 10) });
  const inherited = new Set(taken[0]!.map(({ operationId }) => operationId));
  assert.ok(again.length > 0 || inherited.size === 0);
  for (const { operationId } of again) assert.ok(inherited.has(operationId) && !ids.slice(0, 10).includes(operationId));
});
