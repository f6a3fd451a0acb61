// Proves that no acknowledged message is lost and none is sent twice when a node dies under
// inbound and outbound SMS traffic. Two nodes share binds and database; one is killed at a random
// moment, and the other takes over its binds and messages when the lease ends.

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { directoryOfDatabase, killDatabase } from './kill.ts';
import { drainAndCompareSms } from './sms-books.ts';
import { openSmsHarness, type SmsHarness } from './sms-harness.ts';
import { chooseSeed, leaseMs, roundsOf } from './harness.ts';

const rounds = roundsOf(2, 20);
const requestsPerRound = 120;
const loadMs = 2_500;
/**
 * A killed node comes back within this time; in every other round only after the survivor has
 * finished everything alone.
 */
const backWithinMs = 3_000;

let harness: SmsHarness;
before(async () => {
  harness = await openSmsHarness(chooseSeed('kill -9 under SMS load'));
});
after(() => harness?.close());
afterEach(() =>
  Promise.all(harness.nodes.map((_, place) => harness.restart(place))).then(() => {}),
);

for (let round = 1; round <= rounds; round++) {
  const alone = round % 2 === 1;
  test(`F68 F69 F71 F72 kill -9 of a node under SMS load, round ${round}${alone ? ', the other finishes alone' : ''}`, async (t) => {
    const { random, nodes } = harness;
    const victim = Math.floor(random() * nodes.length);
    const loading = harness.load(requestsPerRound, loadMs);
    await sleep(loadMs * (0.1 + 0.8 * random()));
    await nodes[victim]!.kill();
    if (!alone) {
      await sleep(random() * backWithinMs);
      await harness.restart(victim);
    }
    await loading;
    const { messages, unknown, twice, waitedMs } = await drainAndCompareSms(harness);
    t.diagnostic(
      `${messages} messages in all, ${unknown} unknown, ${twice} sent again, quiet after ${waitedMs} ms`,
    );
    assert.ok(
      harness.requests.filter(({ acknowledged }) => acknowledged.size > 0).length >
        0.5 * round * requestsPerRound,
      'most were taken',
    );
  });
}

for (let round = 1; round <= roundsOf(1, 5); round++) {
  test(`F18 F69 a node that stands still for longer than its lease while it sends, and then goes on, round ${round}`, async (t) => {
    const { random, nodes } = harness;
    const victim = Math.floor(random() * nodes.length);
    const loading = harness.load(requestsPerRound, loadMs);
    await sleep(loadMs * (0.1 + 0.8 * random()));
    process.kill(nodes[victim]!.pid, 'SIGSTOP');
    await sleep(leaseMs * (1.5 + random()));
    process.kill(nodes[victim]!.pid, 'SIGCONT');
    await loading;
    const { messages, unknown, twice, waitedMs } = await drainAndCompareSms(harness);
    t.diagnostic(
      `${messages} messages in all, ${unknown} unknown, ${twice} sent again, quiet after ${waitedMs} ms`,
    );
  });
}

for (let round = 1; round <= roundsOf(1, 10); round++) {
  test(`F12 F69 F71 kill -9 of all nodes and the database under SMS load: a new start recovers by itself, round ${round}`, async (t) => {
    const { random, nodes, rows } = harness;
    const directory = await directoryOfDatabase(rows);
    const loading = harness.load(requestsPerRound, loadMs);
    await sleep(loadMs * (0.2 + 0.6 * random()));
    // The nodes first: a living one would start the database again at once.
    await Promise.all(nodes.map((node) => node.kill()));
    await killDatabase(directory);
    await Promise.all(nodes.map((_, place) => harness.restart(place)));
    await loading;
    const { messages, unknown, twice, waitedMs } = await drainAndCompareSms(harness);
    t.diagnostic(
      `${messages} messages in all, ${unknown} unknown, ${twice} sent again, quiet after ${waitedMs} ms`,
    );
  });
}
