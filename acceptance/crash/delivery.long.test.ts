// Proves that no callback is missing, duplicated in meaning or changed when a node is killed while
// delivering. A backlog goes to a slow receiver that often fails; the delivering node is killed
// several times in the middle of it and restarted.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStoredRows, type StoredRows } from '../harness/database.ts';
import {
  advanceClock,
  createAccount,
  createClient,
  makeRandom,
  startInstallation,
  startReceiver,
  uniqueId,
  uniquePhone,
  until,
} from '../harness/index.ts';
import type { Client, GatewayNode, Installation, Receiver } from '../harness/index.ts';
import { chooseSeed, longLeaseMs, roundsOf } from './harness.ts';

const rounds = roundsOf(3, 20);
const callbacksPerRound = 150;
const sentTogether = 50;
const killsPerRound = 2;
/** A failed attempt is repeated after a minute, give or take five seconds. */
const retrySeconds = 66;
/**
 * The lease of the nodes that are killed: longer than a busy machine stands still, and not so long
 * that nobody could wait for it.
 */
const leaseMs = 15_000;

/**
 * Held by a node that is not running any more. Only a node that takes over what a dead one held
 * brings these to an end: no replay is asked for.
 */
const orphansSql = `select count(*) from callback c where c.state = 'due'
  and c.lease_owner is not null
  and not exists (select from node where incarnation = c.lease_owner and lease_until > now())`;

let installation: Installation;
let client: Client;
let accountId: number;
let receiver: Receiver;
let rows: StoredRows;
let random: () => number;
/** Callbacks that a kill left with a dead node, in all rounds. */
let orphaned = 0n;

before(async () => {
  random = makeRandom(chooseSeed('kill -9 during delivery'));
  // The first node only keeps database and simulator alive: it takes its share of the deliveries,
  // and is never killed.
  installation = await startInstallation({
    env: { JOKKO_LEASE_MS: String(longLeaseMs), LOG_LEVEL: 'warn' },
    nodeId: 'owner',
    ownDatabase: true,
  });
  const account = await createAccount(installation, { set: ['--callback-grace-ms', '0'] });
  accountId = account.accountId;
  client = createClient(installation.baseUrl, account.apiKey);
  receiver = await startReceiver();
  rows = openStoredRows(installation);
});
after(async () => {
  await rows.close();
  await receiver.close();
  await installation.stop();
});

const startVictim = (nodeId: string): Promise<GatewayNode> =>
  installation.addNode({ nodeId, env: { JOKKO_LEASE_MS: String(leaseMs) } });

async function pay(by: Client): Promise<string> {
  const id = uniqueId('kill');
  const members = {
    phone: uniquePhone('7028'),
    amount: 100,
    codeService: 'OPA_SN_API_CASH_IN',
    externalTransactionId: id,
  };
  const { json } = await by.operation({ ...members, callbackUrl: receiver.url });
  assert.equal(json.code, 4000, JSON.stringify(json));
  return id;
}

async function incarnationOf(nodeId: string): Promise<number> {
  const [row] = await rows.read<{ incarnation: number }>(
    'select incarnation from node where node_id = $1',
    [nodeId],
  );
  return row!.incarnation;
}

async function countHeld(incarnation: number): Promise<bigint> {
  const [held] = await rows.read<{ count: bigint }>(
    `select count(*) from callback where state = 'due' and lease_owner = $1`,
    [incarnation],
  );
  return held!.count;
}

async function countDue(): Promise<bigint> {
  const [due] = await rows.read<{ count: bigint }>(
    `select count(*) from callback where state = 'due' and next_attempt_at <= jokko_now()`,
  );
  return due!.count;
}

for (let round = 1; round <= rounds; round++) {
  test(`F32 F33 F37 kill -9 during delivery, round ${round}: nothing missing, every body byte-identical, one status only`, async (t) => {
    receiver.answerWith(() => ({
      delayMs: 20 + 300 * random(),
      ...(random() < 0.1 ? { destroy: true } : random() < 0.2 ? { status: 500 } : {}),
    }));
    const victims = installation.nodes.filter(({ nodeId }) => nodeId.startsWith('victim'));
    const node = await startVictim(`victim-${victims.length + 1}`);
    const through = createClient(node.baseUrl, client.apiKey);
    const ids: string[] = [];
    for (let count = 0; count < callbacksPerRound; count += sentTogether) {
      ids.push(...(await Promise.all(Array.from({ length: sentTogether }, () => pay(through)))));
    }
    let living = node;
    for (let kill = 1; kill <= killsPerRound; kill++) {
      await sleep(400 * random());
      const incarnation = await incarnationOf(living.nodeId);
      // On a slow machine all may have been delivered by now, by the other node for the most part:
      // then there is nothing to be hit.
      await until(
        'it delivers, or nothing is left',
        async () => {
          if ((await countHeld(incarnation)) === 0n) return (await countDue()) === 0n;
          // However late this process comes to the kill: what it holds now, it holds then.
          process.kill(living.pid, 'SIGSTOP');
          if ((await countHeld(incarnation)) > 0n) return true;
          process.kill(living.pid, 'SIGCONT');
          return false;
        },
        { everyMs: 5, timeoutMs: 120_000 },
      );
      await living.kill();
      orphaned += await countHeld(incarnation);
      living = await startVictim(living.nodeId);
      // What failed is due again at once, so that the next node is in the middle of it as well.
      await advanceClock(installation, retrySeconds);
    }
    receiver.answerWith({});
    await until(
      'what failed is due again and everything is delivered',
      async () => {
        const [open] = await rows.read<{ count: bigint }>(
          `select count(*) from callback where account_id = $1 and state <> 'delivered'`,
          [accountId],
        );
        if (open!.count === 0n) return true;
        await advanceClock(installation, retrySeconds);
        await sleep(1_000);
        return false;
      },
      { timeoutMs: 120_000 },
    );
    for (const id of ids) {
      const requests = receiver.requestsFor(id);
      assert.ok(requests.length > 0, `${id} was never told`);
      assert.equal(new Set(requests.map(({ text }) => text)).size, 1, `${id}: one body`);
      assert.equal(new Set(requests.map(({ json }) => json.status)).size, 1, `${id}: one status`);
      assert.equal(
        new Set(requests.map(({ headers }) => headers['webhook-id'])).size,
        1,
        `${id}: one message`,
      );
    }
    const stored = await rows.read<{ count: bigint }>(
      `select count(*) from callback where account_id = $1`,
      [accountId],
    );
    assert.equal(stored[0]!.count, BigInt(round * callbacksPerRound));
    const sent = ids.reduce((sum, id) => sum + receiver.requestsFor(id).length, 0);
    assert.equal((await rows.read<{ count: bigint }>(orphansSql))[0]!.count, 0n);
    t.diagnostic(
      `${ids.length} callbacks in ${sent} requests over ${killsPerRound} kills; ${orphaned} left with dead nodes so far`,
    );
    await living.stop();
    await installation.cli(['doctor']);
  });
}

test('F37 the kills hit nodes that held callbacks', () => {
  assert.ok(orphaned > 0n, 'otherwise nothing was taken over');
});
