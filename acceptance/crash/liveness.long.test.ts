// Proves that a node which is frozen, dead or cut off from the database stops nobody else: the
// other node answers every account while it is away; and that a node which was cut off serves again
// soon after the network's return.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { layCable, type Cable, type Cut } from '../harness/cable.ts';
import { openStoredRows, urlOfDatabase, type StoredRows } from '../harness/database.ts';
import {
  createAccount,
  createClient,
  makeRandom,
  payOut,
  sendRequest,
  startInstallation,
  undisturbed,
  uniquePhone,
  until,
  type Client,
  type GatewayNode,
  type Installation,
} from '../harness/index.ts';
import { chooseSeed } from './harness.ts';

/**
 * 5 s by the rule; more on a machine that stands still. What is stopped is stopped for as long as
 * the other node is away, which is longer.
 */
const answeredWithinMs = 45_000;
/** 10 s by the rule. A node that does not find out that its connections are dead never serves. */
const servesWithinMs = 60_000;
/** Longer than the server lets a transaction stand idle, and than statements are waited for. */
const awayMs = 8_000;
/** The lease of the second node: it outlasts what cuts it off, or not. */
const longLeaseMs = 300_000;
const shortLeaseMs = 10_000;
const awayForLongMs = 2 * shortLeaseMs;
const readyWithinMs = 1_500;
const accountsCount = 4;
const endedExitCode = 75;

let installation: Installation;
let cable: Cable;
let rows: StoredRows;
let second: GatewayNode;
let keys: string[];
const random = makeRandom(chooseSeed('liveness'));

before(async () => {
  installation = await startInstallation({ env: { JOKKO_LEASE_MS: String(longLeaseMs) } });
  rows = openStoredRows(installation);
  cable = await layCable(urlOfDatabase(installation));
  second = await startSecond(longLeaseMs);
  keys = [];
  for (let made = 0; made < accountsCount; made++)
    keys.push((await createAccount(installation, { fund: 10_000_000 })).apiKey);
});
after(async () => {
  await second.kill();
  await rows.close();
  await cable.close();
  await installation.stop();
});

const startSecond = (leaseMs: number): Promise<GatewayNode> =>
  installation.addNode({
    nodeId: 'second',
    env: { DATABASE_URL: cable.url, JOKKO_LEASE_MS: String(leaseMs) },
  });

const order = () => payOut({ phone: uniquePhone(), amount: 10 });
const clientsOf = (baseUrl: string): Client[] =>
  keys.map((key) => createClient(baseUrl, key, 'answer'));

/** Requests of all accounts at a node, one after the other for each, until `stop` is called. */
function keepAsking(baseUrl: string): { longestMs(): number; stop(): Promise<void> } {
  let asking = true;
  let longestMs = 0;
  const loops = clientsOf(baseUrl).map(async (client) => {
    while (asking) {
      const begun = performance.now();
      await client.operation(order()).catch(() => {});
      longestMs = Math.max(longestMs, performance.now() - begun);
      await sleep(random() * 20);
    }
  });
  return {
    longestMs: () => longestMs,
    async stop() {
      asking = false;
      await Promise.all(loops);
    },
  };
}

/**
 * Every account is told that its order is stored, or that nothing was; the latter not for long. For
 * `forMs`, and until each has been served at its end.
 */
async function answersAll(baseUrl: string, forMs: number): Promise<void> {
  const until = performance.now() + forMs;
  const loops = clientsOf(baseUrl).map(async (client) => {
    let acceptedAt = performance.now();
    while (acceptedAt < until) {
      const begun = performance.now();
      // A commit that the machine held up is not answered (F03).
      const answer = await client.operation(order()).catch(() => null);
      const tookMs = performance.now() - begun;
      assert.ok(tookMs < answeredWithinMs, `answered after ${Math.round(tookMs)} ms`);
      if (answer?.json.code === 2000) acceptedAt = performance.now();
      const refusedForMs = performance.now() - acceptedAt;
      assert.ok(refusedForMs < answeredWithinMs, `refused for ${Math.round(refusedForMs)} ms`);
      await sleep(20);
    }
  });
  await Promise.all(loops);
}

async function servesAgain({ baseUrl }: GatewayNode): Promise<void> {
  const serves = async (): Promise<boolean> => {
    const answers = await Promise.all(
      clientsOf(baseUrl).map((client) => client.operation(order()).catch(() => null)),
    );
    const ready = await sendRequest(`${baseUrl}/readyz`).catch(() => null);
    return ready?.status === 200 && answers.every((answer) => answer?.json?.code === 2000);
  };
  await until('it serves every account', serves, { timeoutMs: servesWithinMs });
}

/**
 * Within a second, and long before a statement that gets no answer is given up; the quickest of a
 * few, as this machine may be busy with something else.
 */
async function isReady({ baseUrl }: GatewayNode): Promise<boolean> {
  const { elapsedMs, status, json } = await undisturbed(
    () => sendRequest(`${baseUrl}/readyz`),
    (answer) => answer.elapsedMs < readyWithinMs,
    20,
  );
  assert.equal(json.ready, status === 200);
  assert.ok(elapsedMs < readyWithinMs, `/readyz answered after ${Math.round(elapsedMs)} ms`);
  return json.ready as boolean;
}

/** It ends itself when it notices that its lease was ended, and its supervisor starts it again. */
async function endsItself(): Promise<void> {
  assert.equal(await second.ended, endedExitCode, second.logs().slice(-2_000));
  assert.match(second.logs(), /another node ended the lease of this node/);
  second = await startSecond(shortLeaseMs);
}

for (const how of ['to the server', 'to the node', 'both', 'resets'] as const satisfies Cut[]) {
  test(`a node is cut off, ${how}, and comes back: the other answers, and it serves again`, async (t) => {
    const first = installation.nodes[0]!;
    const load = keepAsking(second.baseUrl);
    t.after(load.stop);
    await sleep(500);
    cable.cut(how);
    await answersAll(first.baseUrl, awayMs);
    assert.equal(await isReady(second), false, 'it says that it is not ready');
    assert.equal((await sendRequest(`${second.baseUrl}/healthz`)).status, 200);
    cable.mend();
    const since = performance.now();
    await servesAgain(second);
    t.diagnostic(`served ${Math.round(performance.now() - since)} ms after the return`);
  });
}

test('a node is cut off for longer than its lease: it ends itself, and serves when it is started again', async (t) => {
  await second.stop();
  second = await startSecond(shortLeaseMs);
  cable.cut('both');
  await answersAll(installation.nodes[0]!.baseUrl, awayForLongMs);
  cable.mend();
  const since = performance.now();
  await endsItself();
  await servesAgain(second);
  t.diagnostic(`served ${Math.round(performance.now() - since)} ms after the return`);
});

test('a node is frozen inside a transaction: the other answers every account, and it ends itself when it wakes', async (t) => {
  const first = installation.nodes[0]!;
  const load = keepAsking(second.baseUrl);
  t.after(load.stop);
  const name = await connectionsName();
  const tries = await freezeInTransaction(second.pid, name);
  t.diagnostic(`frozen inside a transaction at the try ${tries}`);
  await answersAll(first.baseUrl, awayForLongMs);
  process.kill(second.pid, 'SIGCONT');
  await endsItself();
});

test('a node is killed: the other answers every account', async (t) => {
  const first = installation.nodes[0]!;
  const load = keepAsking(second.baseUrl);
  t.after(load.stop);
  await sleep(500);
  await second.kill();
  await answersAll(first.baseUrl, awayMs);
  await installation.cli(['doctor']);
});

async function connectionsName(): Promise<string> {
  const [row] = await rows.read<{ name: string }>(
    `select connections_name as name from node where node_id = 'second'`,
  );
  return row!.name;
}

/** Stops the process until it is found between the statements of a transaction. */
async function freezeInTransaction(pid: number, name: string): Promise<number> {
  let tries = 0;
  await until(
    'it is frozen inside a transaction',
    async () => {
      tries++;
      process.kill(pid, 'SIGSTOP');
      // What it has sent is still being worked on.
      await sleep(30);
      const open = await rows.read(
        `select from pg_stat_activity where application_name = $1
          and state = 'idle in transaction'`,
        [name],
      );
      if (open.length > 0) return true;
      process.kill(pid, 'SIGCONT');
      await sleep(random() * 20);
      return false;
    },
    { timeoutMs: 120_000 },
  );
  return tries;
}
