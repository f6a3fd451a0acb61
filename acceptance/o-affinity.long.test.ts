// Proves that a node which dies or freezes costs its callers no more than a moment, measured in
// real time: the node that was called does it itself, once.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { undisturbed, until } from './harness/index.ts';
import { startTwoNodes, type TwoNodes } from './harness/two-nodes.ts';

/** A frozen node is found out after 0.4 s; the account that it may hold is free after 3 s. */
const answeredWithinMs = 5_000;

let two: TwoNodes;
before(async () => {
  // A node that is frozen for a while is not taken for dead.
  two = await startTwoNodes({ env: { JOKKO_LEASE_MS: '180000' } });
});
after(() => two.installation.stop());

async function tookMs(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

test('a frozen node: whoever it belongs to is answered by the other one, in time', async () => {
  const { handedOn, orderAll } = two;
  const [living, frozen] = two.nodes;
  const measure = async (): Promise<{ longest: number; next: number }> => {
    const lost = await handedOn(living, 'lost');
    process.kill(frozen.pid, 'SIGSTOP');
    try {
      const longest = await tookMs(() => orderAll([living]));
      assert.ok((await handedOn(living, 'lost')) > lost, 'it was asked, and did not answer');
      // From now on it is not waited for.
      return { longest, next: await tookMs(() => orderAll([living])) };
    } finally {
      process.kill(frozen.pid, 'SIGCONT');
      const before = await handedOn(living);
      await until('it is asked again', async () => {
        await orderAll([living]);
        return (await handedOn(living)) > before;
      });
    }
  };
  const { longest, next } = await undisturbed(
    measure,
    (each) => each.longest < answeredWithinMs && each.next < answeredWithinMs / 2,
  );
  assert.ok(longest < answeredWithinMs, `${Math.round(longest)} ms`);
  assert.ok(next < answeredWithinMs / 2, `${Math.round(next)} ms`);
});

test('a node that dies: the other does everything itself, and nothing is lost or done twice', async () => {
  const { clientsOf, handedOn, order, orderAll, installation } = two;
  const [living, killed] = two.nodes;
  let asking = true;
  const loops = clientsOf(living).map(async (client) => {
    let accepted = 0;
    while (asking) {
      const body = order();
      const { json } = await client.operation(body);
      assert.equal(json.code, 2000, JSON.stringify(json));
      assert.equal((await client.operation(body)).json.data.transactionId, json.data.transactionId);
      accepted++;
    }
    return accepted;
  });
  await until('some are accepted', async () => (await handedOn(living)) > 20);
  await killed.kill();
  await orderAll([living]);
  asking = false;
  for (const accepted of await Promise.all(loops)) assert.ok(accepted > 0);
  const { violations } = await installation.cli(['doctor']);
  assert.deepEqual(violations ?? [], []);
});
