// F62, T18: nodes on machines whose clocks are wrong or jump. They serve as any other, as nothing
// that is stored or compared is theirs; and they say that they are not well. Debian's package
// `faketime` gives a node such a clock.

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createClient, sendRequest, uniqueId, until } from '../harness/index.ts';
import type { GatewayNode } from '../harness/index.ts';
import { undisturbed } from '../harness/undisturbed.ts';
import { drainAndCompare } from './books.ts';
import { chooseSeed, longLeaseMs, openHarness, roundsOf, type Harness } from './harness.ts';
import { makeOrder } from './orders.ts';

const library = ['x86_64', 'aarch64']
  .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`)
  .find((path) => existsSync(path));
const skip = library === undefined ? "needs Debian's package faketime" : false;

/** What is noticed within a minute, on a busy machine. */
const noticedWithinMs = 120_000;
const ordersPerRound = 160;
const loadMs = 3_000;
/** A signature of this age is accepted, and of that one it is not (M1); the same for its lead. */
const ageMs = { accepted: 299_000, refused: 301_000 };
const leadMs = { accepted: 59_000, refused: 61_000 };
const judgedWithinMs = 900;

let harness: Harness;
let ahead: GatewayNode;
let behind: GatewayNode;
let jumping: GatewayNode;

/** A node whose wall clock is moved; its monotonic one runs on. */
function startSkewed(nodeId: string, clock: Record<string, string>): Promise<GatewayNode> {
  const env = {
    LD_PRELOAD: library!,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    DONT_FAKE_MONOTONIC: '1',
    ...clock,
  };
  return harness.installation.addNode({ nodeId, env });
}

const clockFile = () => join(harness.installation.dataDir, 'clock');
const jump = (minutes: number): void =>
  writeFileSync(clockFile(), `${minutes < 0 ? '' : '+'}${minutes}m\n`);

const readiness = async ({ baseUrl }: GatewayNode) => {
  const { status, json } = await sendRequest(`${baseUrl}/readyz`);
  return { status, reasons: json.reasons as string[] };
};

/**
 * The first reading of the database's clock may take long on a busy machine, and be off by half of
 * that; the next one is not.
 */
async function untilReadiness(
  node: GatewayNode,
  status: number,
  reasons: readonly string[],
): Promise<void> {
  let last = '';
  await until('its readiness', async () => {
    last = JSON.stringify(await readiness(node));
    return last === JSON.stringify({ status, reasons });
  }).catch(() => assert.fail(`${node.nodeId}: ${last}`));
}

describe('T18 nodes with wrong clocks', { skip }, () => {
  before(async () => {
    harness = await openHarness({ seed: chooseSeed('clocks'), lease: longLeaseMs });
    // Its place is taken: the database has connections for a few nodes.
    await harness.nodes.pop()!.stop();
    jump(0);
    [ahead, behind, jumping] = await Promise.all([
      startSkewed('ahead', { FAKETIME: '+10m' }),
      startSkewed('behind', { FAKETIME: '-10m' }),
      startSkewed('jumping', { FAKETIME_TIMESTAMP_FILE: clockFile(), FAKETIME_NO_CACHE: '1' }),
    ]);
    harness.nodes.push(ahead, behind, jumping);
  });
  after(() => harness?.close());

  it('F62 more than 30 s off: not ready, with the reason; the log and the metrics say it', async () => {
    await untilReadiness(ahead, 503, [
      "clock: this machine's clock is 600 s ahead of the database's",
    ]);
    await untilReadiness(behind, 503, [
      "clock: this machine's clock is 600 s behind the database's",
    ]);
    await untilReadiness(harness.nodes[0]!, 200, []);
    assert.match(ahead.logs(), /this machine's clock is \d+ s ahead of the database's/);
    await until('the metrics say it', async () => {
      const { text } = await sendRequest(`${behind.baseUrl}/metrics`);
      return /^jokko_clock_skew_seconds -(599|600)(\.\d+)?$/m.test(text);
    });
    await until('the command tells of both', async () => {
      const { stdout } = await harness.installation.runCli(['health', '--json']);
      // A database that is slow to answer: the command has failed, and said so on standard error.
      if (stdout === '') return false;
      const { advice } = JSON.parse(stdout) as { advice: { code: string; about: string }[] };
      const skewed = advice.filter(({ code }) => code === 'clockSkew').map(({ about }) => about);
      return skewed.toSorted().join() === 'ahead,behind';
    });
  });

  for (let round = 1; round <= roundsOf(2, 10); round++)
    it(`T18 load over all nodes while one clock jumps: the three books agree, round ${round}`, async (t) => {
      const { client, random, rows } = harness;
      const began = await rows.read<{ now: Date }>('select now() as now');
      const orders = Array.from({ length: ordersPerRound }, () => makeOrder(random));
      const loading = client.load(orders, loadMs);
      for (const minutes of [10, -20, 20, 0, -10, 0]) {
        await new Promise((resolve) => setTimeout(resolve, loadMs / 6));
        jump(minutes);
      }
      await loading;
      const { stored } = await drainAndCompare(harness);
      t.diagnostic(`${stored} stored in all`);
      // Sent while this round ran, whichever node sent it.
      const [strange] = await rows.read<{ count: bigint }>(
        `select count(*) as count from attempt a join operation o on o.account_id = a.account_id
          and o.id = a.operation_id
         where a.sent_at > now() or a.sent_at < o.created_at
           or (o.created_at > $1 and a.sent_at < $1)`,
        [began[0]!.now],
      );
      assert.equal(Number(strange!.count), 0);
    });

  it('F62 a clock that jumps: not ready within a minute, and ready again', async () => {
    jump(20);
    await until('it is not ready', async () => (await readiness(jumping)).status === 503, {
      timeoutMs: noticedWithinMs,
    });
    jump(0);
    await until('it is ready', async () => (await readiness(jumping)).status === 200, {
      timeoutMs: noticedWithinMs,
    });
  });

  it('M1 the limits of signatures are exact on every node, right after a jump too', async () => {
    const account = await harness.installation.cli<{ accountId: number; apiKey: string }>([
      ...['account', 'create', '--name', 'signing', '--activate', 'all', '--fund', '1000'],
    ]);
    const { hmacSecret } = await harness.installation.cli<{ hmacSecret: string }>([
      ...['account', 'set', String(account.accountId), '--hmac', 'on'],
    ]);
    const isAccepted = async (node: GatewayNode, timestampMs: number): Promise<boolean> => {
      const text = JSON.stringify({ apiKey: account.apiKey, externalTransactionId: uniqueId() });
      const signature = createHmac('sha256', hmacSecret)
        .update(`POST:${timestampMs}:${text}`)
        .digest('hex');
      const { json } = await createClient(node.baseUrl, account.apiKey).post(
        '/api-services/get-transaction-status',
        text,
        { 'Hmac-Signature': signature, Timestamp: String(timestampMs) },
      );
      // There is no such transaction: 4004 is what a signed question is answered.
      return json.code === 4004;
    };
    jump(15);
    for (const node of [ahead, behind, jumping, harness.nodes[0]!]) {
      // A question that is under way for longer than the second that its age is off the limit
      // proves nothing.
      const judged = async (offsetMs: number): Promise<boolean> => {
        const { accepted } = await undisturbed(
          async () => {
            const begun = performance.now();
            const accepted = await isAccepted(node, Date.now() + offsetMs);
            return { accepted, tookMs: performance.now() - begun };
          },
          ({ tookMs }) => tookMs < judgedWithinMs,
          40,
        );
        return accepted;
      };
      assert.deepEqual(
        [
          await judged(-ageMs.accepted),
          await judged(-ageMs.refused),
          await judged(leadMs.accepted),
          await judged(leadMs.refused),
        ],
        [true, false, true, false],
        node.nodeId,
      );
    }
    jump(0);
  });

  describe('a clock that runs faster', () => {
    let fast: GatewayNode;
    before(async () => {
      await Promise.all([ahead.stop(), behind.stop()]);
      // A lease is over a third too soon for it: what is left must do on a busy machine.
      fast = await startSkewed('fast', { FAKETIME: '+0 x1.5', JOKKO_LEASE_MS: '30000' });
      harness.nodes.splice(0, harness.nodes.length, harness.nodes[0]!, fast);
    });

    it('T18 load over a node whose clock runs ×1.5: the three books agree, and its lease does not end', async (t) => {
      const { client, random, rows } = harness;
      const orders = Array.from({ length: ordersPerRound }, () => makeOrder(random));
      await client.load(orders, loadMs);
      const { stored } = await drainAndCompare(harness);
      t.diagnostic(`${stored} stored in all`);
      const ended = await rows.read(
        `select node_id from node where ended_at is not null and node_id = 'fast'`,
      );
      assert.deepEqual(ended, []);
      const strange = await rows.read(`select 1 from attempt where sent_at > now()
        union all select 1 from callback_attempt where started_at > now()`);
      assert.deepEqual(strange, []);
    });

    it('T18 F62 it is off by more each second: not ready once it is 30 s off', async () => {
      await until('it is not ready', async () => (await readiness(fast)).status === 503, {
        timeoutMs: 2 * noticedWithinMs,
        everyMs: 500,
      });
      const { reasons } = await readiness(fast);
      assert.match(reasons.join(), /clock: this machine's clock is \d+ s ahead/);
    });
  });
});
