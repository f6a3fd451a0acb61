// Does a lane get its fair share, and no more than its server has earned?

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createLanes, type Lanes } from './lanes.ts';

interface Work {
  lane: string;
  number: number;
}
interface Running extends Work {
  end(answered: boolean): void;
}

/** Lanes whose senders end when the test says so. */
function stage(): { lanes: Lanes<Work>; running: Running[]; add(lane: string, count: number): void; runningIn(lane: string): Running[] } {
  const running: Running[] = [];
  let number = 0;
  const lanes = createLanes<Work>(
    (work) =>
      new Promise((resolve) => {
        const entry: Running = {
          ...work,
          end(answered) {
            running.splice(running.indexOf(entry), 1);
            resolve({ answered });
          },
        };
        running.push(entry);
      }),
  );
  return {
    lanes,
    running,
    add(lane, count) {
      for (let index = 0; index < count; index++) lanes.add(lane, { lane, number: number++ });
    },
    runningIn: (lane) => running.filter((entry) => entry.lane === lane),
  };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('C4 a new lane starts with 16 senders and grows by one with each answer, up to 64', async () => {
  const { add, runningIn } = stage();
  add('a', 1_000);
  assert.equal(runningIn('a').length, 16);
  runningIn('a')[0]!.end(true);
  await turn();
  assert.equal(runningIn('a').length, 17);
  for (let count = 0; count < 100; count++) {
    runningIn('a')[0]!.end(true);
    await turn();
  }
  assert.equal(runningIn('a').length, 64);
});

test('C4 a lane that times out is halved down to one sender, and delays no other lane', async () => {
  const { add, runningIn } = stage();
  add('hanging', 1_000);
  for (let count = 0; count < 100; count++) {
    runningIn('hanging')[0]!.end(false);
    await turn();
  }
  assert.equal(runningIn('hanging').length, 1);
  add('other', 5);
  assert.equal(runningIn('other').length, 5);
});

test('C4 a lane that recovers gets its senders back', async () => {
  const { add, runningIn } = stage();
  add('a', 1_000);
  for (let count = 0; count < 100; count++) {
    runningIn('a')[0]!.end(false);
    await turn();
  }
  for (let count = 0; count < 20; count++) {
    runningIn('a')[0]!.end(true);
    await turn();
  }
  assert.equal(runningIn('a').length, 21);
});

test('work of one lane starts in the order in which it came', async () => {
  const { add, runningIn } = stage();
  add('a', 40);
  const order: number[] = [];
  while (runningIn('a').length > 0) {
    order.push(runningIn('a')[0]!.number);
    runningIn('a')[0]!.end(true);
    await turn();
  }
  assert.deepEqual(
    order,
    Array.from({ length: 40 }, (_, index) => index),
  );
});

test('F36 when all 512 senders are busy, the one that gets free goes round the waiting lanes', async () => {
  const { add, running, runningIn, lanes } = stage();
  for (let lane = 0; lane < 40; lane++) add(`busy${lane}`, 100);
  assert.equal(lanes.active, 512);
  add('late', 3);
  assert.equal(runningIn('late').length, 0);
  const before = new Map(running.map(({ lane }) => [lane, runningIn(lane).length]));
  for (let count = 0; count < 41; count++) {
    running.find((entry) => entry.lane === 'busy0')?.end(true);
    await turn();
  }
  assert.equal(lanes.active, 512);
  assert.ok(runningIn('late').length >= 1, 'its turn has come');
  for (const [lane, count] of before) assert.ok(runningIn(lane).length <= count + 2, `${lane} has not taken what others wait for`);
});

test('C4 a lane whose server timed out while it waited for its turn starts nothing more', async () => {
  const { add, runningIn } = stage();
  for (let lane = 0; lane < 32; lane++) add(`busy${lane}`, 100);
  add('waiting', 100);
  runningIn('busy0')[0]!.end(true);
  await turn();
  assert.equal(runningIn('waiting').length, 1, 'it was first; busy0 waits now, with room for two');
  runningIn('busy0')[0]!.end(false);
  await turn();
  assert.equal(runningIn('busy0').length, 14);
  assert.equal(runningIn('waiting').length, 2);
});

test('C4 whatever ends in whatever order, all work is done once', async () => {
  const endings = fc.array(fc.tuple(fc.nat(10_000), fc.boolean()), { minLength: 60, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(endings, async (ends) => {
      const { add, running, lanes } = stage();
      for (const name of ['a', 'b', 'c']) add(name, 20);
      const done = new Set<number>();
      for (const [which, answered] of ends) {
        const entry = running[which % running.length]!;
        done.add(entry.number);
        entry.end(answered);
        await turn();
        assert.equal(lanes.active, running.length);
      }
      assert.equal(done.size, 60);
      assert.equal(lanes.active, 0);
    }),
    { numRuns: 30 },
  );
});
