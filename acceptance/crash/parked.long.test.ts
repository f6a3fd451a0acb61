// O15: payouts that wait for their route, and nodes that die meanwhile. Whatever is killed while
// they leave, each is executed once; and what had begun to leave stays with its route and is asked
// about.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { advanceClock, createClient, uniqueId, uniquePhone, until } from '../harness/index.ts';
import { drainAndCompare } from './books.ts';
import { chooseSeed, openHarness, roundsOf, type Harness } from './harness.ts';
import type { Order } from './orders.ts';

const codeService = 'OPA_SN_API_CASH_IN';
const route = 'OPA_SN';
const otherRoute = 'OPD_SN';
const parkedPerSecond = 8;
const ordersPerRound = 40;
/** Above how long a node takes to begin, and below what the round needs at that pace. */
const killedWithinMs = 3_000;
const ordersAtOnce = 8;
const triesMax = 50;
const waitMs = { timeoutMs: 60_000 };

interface CatalogueFile {
  services: { code: string; otherRoutes?: string[] }[];
  routes: { name: string; parkedPerSecond?: number }[];
}

let harness: Harness;
before(async () => {
  harness = await openHarness({ seed: chooseSeed('kill -9 while payouts wait') });
  await importCatalogue((catalogue) => {
    catalogue.routes.find(({ name }) => name === route)!.parkedPerSecond = parkedPerSecond;
  });
});
after(() => harness?.close());
afterEach(() =>
  Promise.all(harness.nodes.map((_, place) => harness.restart(place))).then(() => {}),
);

async function importCatalogue(change: (catalogue: CatalogueFile) => void): Promise<void> {
  const { installation } = harness;
  const catalogue = await installation.cli<CatalogueFile>(['catalogue', 'export']);
  change(catalogue);
  const file = join(installation.dataDir, 'catalogue.json');
  writeFileSync(file, JSON.stringify(catalogue));
  await installation.cli(['catalogue', 'import', file]);
}

const makePayout = (): Order => ({
  externalTransactionId: uniqueId('parked'),
  phone: uniquePhone('0000'),
  amount: 100 + 5 * Math.floor(harness.random() * 400),
  codeService,
  direction: 'DEBIT',
});
const setBreaker = (state: 'open' | 'close', of = route) =>
  harness.installation.cli(['route', 'breaker', of, state, '--reason', 'test']);

async function isAvailable(baseUrl: string): Promise<boolean> {
  const client = createClient(baseUrl, harness.account.apiKey);
  const { json } = await client.get('/api-services/services', { Secretkey: client.apiKey });
  const services = json.services as { codeService: string; available?: boolean }[];
  return services.find((each) => each.codeService === codeService)!.available !== false;
}

async function openOnAllNodes(): Promise<void> {
  await setBreaker('open');
  for (const { baseUrl } of harness.living())
    await until('the route is down', async () => !(await isAvailable(baseUrl)), waitMs);
}

async function countIn(state: string): Promise<number> {
  const rows = await harness.rows.read(`select 1 from operation where state = $1`, [state]);
  return rows.length;
}

/** Parks a round's payouts through all nodes. */
async function park(): Promise<void> {
  await openOnAllNodes();
  const orders = Array.from({ length: ordersPerRound }, makePayout);
  await harness.client.load(orders, 500);
  const parked = await countIn('PARKED');
  assert.ok(parked > 0.5 * ordersPerRound, `${parked} are parked`);
}

/**
 * Closes the breaker and has it look closed for long, so that they leave at full pace; resolves
 * when some have left and others wait.
 */
async function letGo(): Promise<void> {
  const waiting = await countIn('PARKED');
  await setBreaker('close');
  await harness.rows.read(`update route_breaker set since = since - interval '1 day'`);
  await until('the first have left', async () => (await countIn('PARKED')) < waiting, {
    ...waitMs,
    everyMs: 20,
  });
  await sleep(harness.random() * killedWithinMs);
}

const victims = ['one node', 'both nodes'] as const;
for (let round = 1; round <= roundsOf(2, 30); round++) {
  const killed = victims[round % 2]!;
  test(`O15 F12 F18 kill -9 of ${killed} while what was parked leaves, round ${round}`, async () => {
    const { nodes, random } = harness;
    await park();
    await letGo();
    const place = Math.floor(random() * nodes.length);
    const dying = killed === 'both nodes' ? [...nodes] : [nodes[place]!];
    await Promise.all(dying.map((node) => node.kill()));
    if (killed === 'both nodes') await Promise.all(nodes.map((_, each) => harness.restart(each)));
    await drainAndCompare(harness);
    assert.equal(await countIn('PARKED'), 0);
  });
}

test('O15 F18 kill -9 while the route closes and opens again: what has not left is parked again, what has is not', async () => {
  await park();
  await letGo();
  await setBreaker('open');
  await harness.nodes[0]!.kill();
  await until('none is between', async () => (await countIn('READY')) === 0, waitMs);
  await harness.restart(0);
  await setBreaker('close');
  await harness.rows.read(`update route_breaker set since = since - interval '1 day'`);
  await drainAndCompare(harness);
});

/**
 * Orders at one node and kills it while attempts are written whose bytes may have left. Answers
 * those operations.
 */
async function dieWhileSending(place: number): Promise<string[]> {
  for (let tries = 1; tries <= triesMax; tries++) {
    await harness.restart(place);
    const { client, journal, nodes, rows } = harness;
    const { baseUrl } = nodes[place]!;
    const sent = Array.from({ length: ordersAtOnce }, async () => {
      await sleep(harness.random() * 400);
      await client.send(journal.intend(makePayout()), baseUrl, 'answer');
    });
    let isOver = false;
    const all = Promise.all(sent).finally(() => (isOver = true));
    // All may have come and gone between two looks.
    await until('one is being sent', async () => (await countIn('SENDING')) > 0 || isOver, {
      ...waitMs,
      everyMs: 5,
    });
    await nodes[place]!.kill();
    await all;
    const left = await rows.read<{ id: string }>(
      `select id::text as id from operation where state = 'SENDING'`,
    );
    if (left.length > 0) return left.map(({ id }) => id);
  }
  throw new Error('no attempt was under way at any of the kills');
}

test('O15 F18 kill -9 between the written attempt and its result: it stays with its route, though that is down and another one takes new operations', async () => {
  await importCatalogue((catalogue) => {
    catalogue.services.find(({ code }) => code === codeService)!.otherRoutes = [otherRoute];
  });
  await setBreaker('close');
  const ids = await dieWhileSending(1);
  await setBreaker('open');
  await until(
    'everything is final',
    async () => {
      // That something was not sent is proven by questions at intervals of minutes.
      await advanceClock(harness.installation, 60);
      const open = await harness.rows.read(
        `select from operation where next_step_at is not null limit 1`,
      );
      return open.length === 0;
    },
    { timeoutMs: 120_000, everyMs: 1_000 },
  );
  await drainAndCompare(harness);
  const attempts = await harness.rows.read<{ route: string }>(
    `select distinct a.route from attempt a where operation_id = any($1::bigint[])`,
    [ids],
  );
  assert.deepEqual(attempts, [{ route }]);
  const told = await harness.rows.read<{ id: string; lost: boolean; parked: boolean }>(
    `select operation_id::text as id, bool_or(reason = 'lose_answer: crash') as lost,
      bool_or(to_state = 'PARKED') as parked
     from operation_transition where operation_id = any($1::bigint[]) group by operation_id`,
    [ids],
  );
  assert.deepEqual(
    told.map(({ lost, parked }) => ({ lost, parked })),
    ids.map(() => ({ lost: true, parked: false })),
  );
});
