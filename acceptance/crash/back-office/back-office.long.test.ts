// Proves that no financial decision of a user is lost, executed twice or misreported when nodes
// die: bulk payouts, settlements, floats, corrections, refunds and cases under two-user
// approval, statement files and drafts, in parallel with another merchant's traffic. Nodes are
// killed at random moments, one or all, and restarted.

import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { drainAndCompare } from '../books.ts';
import { makeOrder } from '../orders.ts';
import { chooseSeed, leaseMs, openHarness, roundsOf, type Harness } from '../harness.ts';
import { compareBackOffice } from './books.ts';
import { openCast, type Cast } from './cast.ts';
import { bookLateWord, refundOne, resolveLost } from './decisions.ts';
import { publishDraft, reconcile } from './documents.ts';
import { correct, settleOnce, topUp } from './money.ts';
import { payBatch } from './payouts.ts';

const rounds = roundsOf(1, 25);
const nightly = rounds > 1;
const ordersPerRound = nightly ? 120 : 30;
const linesPerBatch = nightly ? 60 : 25;
const loadMs = nightly ? 4_000 : 1_500;
/** A killed node comes back within this time. */
const backWithinMs = 1_500;

let harness: Harness;
let cast: Cast;
before(async () => {
  harness = await openHarness({ seed: chooseSeed('kill -9 under people’s work') });
  cast = await openCast(harness);
});
after(() => harness?.close());

/** Everybody at work at once; resolves when all of it is at an end. */
async function work(lostAnswers: boolean): Promise<void> {
  const times = (count: number, one: () => Promise<void>): Promise<void>[] =>
    Array.from({ length: count }, async () => {
      await sleep(loadMs * harness.random());
      await one();
    });
  const orders = Array.from({ length: ordersPerRound }, () =>
    makeOrder(harness.random, { lostAnswers }),
  );
  await Promise.all([
    harness.client.load(orders, loadMs),
    ...times(nightly ? 2 : 1, () => payBatch(cast, { lines: linesPerBatch, lostAnswers })),
    ...times(nightly ? 4 : 2, () => settleOnce(cast)),
    ...times(nightly ? 4 : 2, () => refundOne(cast)),
    ...times(1, () => topUp(cast)),
    ...times(nightly ? 2 : 1, () => correct(cast)),
    ...times(1, () => bookLateWord(cast)),
    ...times(lostAnswers ? 1 : 0, () => resolveLost(cast)),
    ...times(1, () => reconcile(cast)),
    ...times(1, () => publishDraft(cast)),
  ]);
}

/**
 * Longer than its lease, and than others wait for what it holds: it goes on where it was, and finds
 * others at its work.
 */
async function standStill(): Promise<void> {
  const [node] = harness.living();
  if (node === undefined) return;
  const { pid } = node;
  process.kill(pid, 'SIGSTOP');
  await sleep(leaseMs * (1.2 + harness.random()));
  process.kill(pid, 'SIGCONT');
}

/**
 * Kills until told to end: mostly one of the nodes, sometimes both; at night one may only stand
 * still. Answers how often.
 */
async function kills(working: { done: boolean }): Promise<number> {
  const { random, nodes } = harness;
  let count = 0;
  const killsMax = nightly ? 8 : 2;
  while (!working.done && count < killsMax) {
    await sleep((loadMs / 3) * random());
    if (nightly && random() < 0.2) await standStill();
    const victims = random() < 0.3 ? [0, 1] : [Math.floor(random() * nodes.length)];
    await Promise.all(victims.map((place) => nodes[place]!.kill()));
    count += victims.length;
    await sleep(backWithinMs * random());
    await Promise.all(victims.map((place) => harness.restart(place)));
  }
  return count;
}

/**
 * What dead nodes held is free at once, and now and then what a living one holds as well, as if it
 * had stood still.
 */
async function endHolds(working: { done: boolean }): Promise<void> {
  const { rows } = harness;
  // Whoever works on a row at this moment is not stopped.
  const ends = [
    `update payout_line set held_until = now() where (batch_id, number) in (
      select batch_id, number from payout_line where state = 'sending'
        and held_until > now() for update skip locked)`,
    `update approval_request set held_until = now() where id in (
      select id from approval_request where state = 'approved'
        and held_until > now() for update skip locked)`,
  ];
  while (!working.done) {
    // A database that is slow to answer is asked again soon.
    await Promise.all(ends.map((sql) => rows.read(sql).catch(() => {})));
    await sleep(500);
  }
}

for (let round = 1; round <= rounds; round++) {
  // Holds that end by themselves take their half-minute: only at night, and only now and then.
  const early = !nightly || round % 3 !== 0;
  test(`F12 F18 T05 kill -9 under people’s money work, round ${round}`, async (t) => {
    const working = { done: false };
    const startedAt = performance.now();
    const ended = work(nightly && round % 2 === 0).finally(() => {
      working.done = true;
    });
    const [count] = await Promise.all([kills(working), early ? endHolds(working) : null, ended]);
    const workedMs = Math.round(performance.now() - startedAt);
    const quiet = { done: false };
    await Promise.all([
      early ? endHolds(quiet) : null,
      compareBackOffice(cast).finally(() => (quiet.done = true)),
    ]);
    const { stored } = await drainAndCompare(harness);
    t.diagnostic(
      `${count} kills in ${workedMs} ms, ${cast.promises.length} promises kept, ${stored} orders of the merchant`,
    );
  });
}
