// Does a lane get its fair share, and no more than its server has earned? And what do lanes that hang leave to the others?

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { createLanes, type Lanes } from './lanes.ts';

interface Work {
  account: number;
  lane: string;
  number: number;
}
interface Running extends Work {
  end(answered: boolean): void;
}
interface AddOptions {
  account?: number;
  again?: boolean;
}
interface Stage {
  lanes: Lanes<Work>;
  running: Running[];
  clock: { ms: number };
  add(lane: string, count: number, options?: AddOptions): void;
  runningIn(lane: string): Running[];
  /** Lets the lane answer until it may have `allowance` senders. */
  prove(lane: string, options?: AddOptions): Promise<void>;
}

const stages: Stage[] = [];
after(() => stages.forEach(({ lanes }) => lanes.close()));

/** Lanes whose senders end when the test says so, on a clock that the test moves. */
function stage(): Stage {
  const running: Running[] = [];
  const clock = { ms: 0 };
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
    () => clock.ms,
  );
  const runningIn = (lane: string) => running.filter((entry) => entry.lane === lane);
  const add: Stage['add'] = (lane, count, { account = 1, again = false } = {}) => {
    for (let index = 0; index < count; index++) lanes.add({ account, lane, again }, { account, lane, number: number++ });
  };
  const made: Stage = {
    ...{ lanes, running, clock, add, runningIn },
    async prove(lane, options) {
      add(lane, 1, options);
      runningIn(lane)[0]!.end(true);
      await turn();
    },
  };
  stages.push(made);
  return made;
}
const turn = () => new Promise((resolve) => setImmediate(resolve));
/** Lets the lanes notice how long requests take. */
const look = () => new Promise((resolve) => setTimeout(resolve, 200));

test('C4 a new lane starts with 4 senders and grows by one with each quick answer, up to 64', async () => {
  const { add, runningIn } = stage();
  add('a', 1_000);
  assert.equal(runningIn('a').length, 4);
  runningIn('a')[0]!.end(true);
  await turn();
  assert.equal(runningIn('a').length, 5);
  for (let count = 0; count < 100; count++) {
    runningIn('a')[0]!.end(true);
    await turn();
  }
  assert.equal(runningIn('a').length, 64);
});

test('C4 an answer that takes long counts as one, but earns no further sender', async () => {
  const { add, runningIn, clock } = stage();
  add('a', 100);
  clock.ms += 700;
  runningIn('a')[0]!.end(true);
  await turn();
  assert.equal(runningIn('a').length, 4);
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
  assert.equal(runningIn('other').length, 4);
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

test('C4 a retry never goes before a first attempt of its lane', async () => {
  const { add, runningIn } = stage();
  add('a', 20, { again: true });
  add('a', 3);
  for (let count = 0; count < 4; count++) runningIn('a')[0]!.end(true);
  await turn();
  assert.deepEqual(
    runningIn('a')
      .slice(0, 3)
      .map(({ number }) => number),
    [20, 21, 22],
  );
});

test('F36 when an outage ends, retries of one lane come at 100 a second at first', async () => {
  const { add, running, clock } = stage();
  add('a', 1_000, { again: true });
  let ended = 0;
  while (running.length > 0) {
    running[0]!.end(true);
    ended++;
    await turn();
  }
  assert.ok(ended >= 100 && ended < 130, `${ended} at once`);
  clock.ms += 100;
  await look();
  assert.ok(running.length > 0, 'and go on when there are tokens again');
});

test('F36 half of the senders are kept for first attempts in lanes that answer', async () => {
  const { add, prove, running, runningIn } = stage();
  for (let lane = 0; lane < 3; lane++) await prove(`good${lane}`, { account: 99 });
  for (let account = 1; account <= 8; account++) for (let lane = 0; lane < 40; lane++) add(`new${account}-${lane}`, 10, { account });
  assert.equal(running.length, 512, 'new lanes share half of the 1,024 senders');
  for (let lane = 0; lane < 3; lane++) add(`good${lane}`, 5, { account: 99 });
  assert.equal(runningIn('good1').length, 5);
});

test('F36 one developer takes at most half of either half', async () => {
  const { add, prove, running } = stage();
  for (let lane = 0; lane < 300; lane++) add(`new${lane}`, 10);
  assert.equal(running.length, 256);
  for (let lane = 0; lane < 150; lane++) await prove(`good${lane}`, { account: 2 });
  for (let lane = 0; lane < 150; lane++) add(`good${lane}`, 10, { account: 2 });
  assert.equal(running.filter(({ account }) => account === 2).length, 512);
});

test('C4 requests that hang stop counting as senders after half a second', async () => {
  const { lanes, add, running, runningIn, clock } = stage();
  for (let lane = 0; lane < 100; lane++) add(`hanging${lane}`, 10);
  assert.equal(running.length, 256, 'the share of one developer is used up');
  add('other', 3);
  assert.equal(runningIn('other').length, 0);
  clock.ms += 600;
  await look();
  assert.equal(runningIn('other').length, 3);
  assert.ok(lanes.slow >= 256);
  assert.equal(runningIn('hanging0').length, 4, 'a lane has no more than its allowance under way, slow or not');
});

test('C4 whatever ends in whatever order, all work is done once', async () => {
  const endings = fc.array(fc.tuple(fc.nat(10_000), fc.boolean(), fc.nat(1_000)), { minLength: 60, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(endings, async (ends) => {
      const { add, running, lanes, clock } = stage();
      for (const name of ['a', 'b', 'c']) add(name, 20, { account: name === 'c' ? 2 : 1 });
      const done = new Set<number>();
      for (const [which, answered, waitMs] of ends) {
        clock.ms += waitMs;
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
