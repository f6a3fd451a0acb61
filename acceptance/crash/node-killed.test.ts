// The one kill of the quick tier: of two nodes under load one dies, and the other finishes
// everything, once. Random moments, rounds, freezes and everything else that may die are in the
// long tier.

import { test } from 'node:test';
import { until } from '../harness/index.ts';
import { drainAndCompare } from './books.ts';
import { openHarness } from './harness.ts';
import { makeOrder } from './orders.ts';

/** The survivor must not lose its own where the machine stands still for a while. */
const leaseMs = 20_000;
const orders = 60;
const loadMs = 1_000;

test('F12 kill -9 of a node under load: the other finishes, nothing is lost and nothing is paid twice', async (t) => {
  const harness = await openHarness({ seed: 1, lease: leaseMs });
  t.after(() => harness.close());
  const { random, client, journal, nodes } = harness;
  const loading = client.load(
    Array.from({ length: orders }, () => makeOrder(random, { lostAnswers: false })),
    loadMs,
  );
  // Some are under way, others are not yet ordered.
  await until('a third is acknowledged', () => {
    const acknowledged = [...journal.entries.values()].filter(
      (entry) => entry.acknowledged.length > 0,
    );
    return acknowledged.length >= orders / 3;
  });
  await nodes[0]!.kill();
  await loading;
  await drainAndCompare(harness);
});
