// Proves that nothing acknowledged is lost and nothing is executed twice when a node dies in the
// middle of its work. Two nodes share one database; one is killed at a random moment under load,
// and the other takes over its work when the lease ends.

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { drainAndCompare } from './books.ts';
import { makeOrder } from './orders.ts';
import { chooseSeed, leaseMs, openHarness, roundsOf, type Harness } from './harness.ts';

const rounds = roundsOf(2, 50);
const ordersPerRound = 240;
const loadMs = 2_500;
/**
 * A killed node comes back within this time; in every other round only after the survivor has
 * finished everything alone.
 */
const backWithinMs = 3_000;

let harness: Harness;
before(async () => {
  harness = await openHarness({ seed: chooseSeed('kill -9 of a node') });
});
after(() => harness?.close());
afterEach(() =>
  Promise.all(harness.nodes.map((_, place) => harness.restart(place))).then(() => {}),
);

for (let round = 1; round <= rounds; round++) {
  const alone = round % 2 === 1;
  test(`F12 F13 F18 F25 F32 F37 I-23 I-32 kill -9 of a node under load, round ${round}${alone ? ', the other finishes alone' : ''}`, async (t) => {
    const { random, client, nodes } = harness;
    const victim = Math.floor(random() * nodes.length);
    const orders = Array.from({ length: ordersPerRound }, () =>
      makeOrder(random, { lostAnswers: round % 2 === 0 }),
    );
    const loading = client.load(orders, loadMs);
    await sleep(loadMs * (0.1 + 0.8 * random()));
    await nodes[victim]!.kill();
    if (!alone) {
      await sleep(random() * backWithinMs);
      await harness.restart(victim);
    }
    await loading;
    const { stored, waitedMs } = await drainAndCompare(harness);
    t.diagnostic(`${stored} stored in all, quiet after ${waitedMs} ms`);
    assert.ok(stored > 0.5 * round * ordersPerRound, 'most orders were taken');
  });
}

for (let round = 1; round <= roundsOf(1, 10); round++) {
  test(`F18 a node that stands still for longer than its lease and then goes on where it was, round ${round}`, async (t) => {
    const { random, client, nodes } = harness;
    const victim = Math.floor(random() * nodes.length);
    const orders = Array.from({ length: ordersPerRound }, () =>
      makeOrder(random, { lostAnswers: false }),
    );
    const loading = client.load(orders, loadMs);
    await sleep(loadMs * (0.1 + 0.8 * random()));
    process.kill(nodes[victim]!.pid, 'SIGSTOP');
    await sleep(leaseMs * (1.5 + random()));
    process.kill(nodes[victim]!.pid, 'SIGCONT');
    await loading;
    const { stored, waitedMs } = await drainAndCompare(harness);
    t.diagnostic(`${stored} stored in all, quiet after ${waitedMs} ms`);
  });
}
