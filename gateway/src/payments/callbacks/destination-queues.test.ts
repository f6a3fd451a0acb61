// Proves that a destination queue gets its fair share and no more than its server has earned, and
// checks what hanging queues leave to the others.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { until } from '../../../../acceptance/harness/until.ts';
import { createDestinationQueues, type DestinationQueues } from './destination-queues.ts';

interface Work {
  account: number;
  destination: string;
  number: number;
}
interface Running extends Work {
  end(answered: boolean): void;
}
interface AddOptions {
  account?: number;
  again?: boolean;
}
interface Fixture {
  destinations: DestinationQueues<Work>;
  running: Running[];
  clock: { ms: number };
  add(destination: string, count: number, options?: AddOptions): void;
  runningIn(destination: string): Running[];
  /** Lets the destination queue answer until it may have `allowance` senders. */
  prove(destination: string, options?: AddOptions): Promise<void>;
}

const fixtures: Fixture[] = [];
after(() => fixtures.forEach(({ destinations }) => destinations.close()));

/** Destination queues whose senders end when the test says so, on a clock that the test moves. */
function createFixture(): Fixture {
  const running: Running[] = [];
  const clock = { ms: 0 };
  let number = 0;
  const destinations = createDestinationQueues<Work>(
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
  const runningIn = (destination: string) =>
    running.filter((entry) => entry.destination === destination);
  const add: Fixture['add'] = (destination, count, { account = 1, again = false } = {}) => {
    for (let index = 0; index < count; index++)
      destinations.add({ account, destination, again }, { account, destination, number: number++ });
  };
  const made: Fixture = {
    destinations,
    running,
    clock,
    add,
    runningIn,
    async prove(destination, options) {
      add(destination, 1, options);
      runningIn(destination)[0]!.end(true);
      await turn();
    },
  };
  fixtures.push(made);
  return made;
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('C4 a new destination queue starts with 4 senders and grows by one with each quick answer, up to 64', async () => {
  const { add, runningIn } = createFixture();
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
  const { add, runningIn, clock } = createFixture();
  add('a', 100);
  clock.ms += 700;
  runningIn('a')[0]!.end(true);
  await turn();
  assert.equal(runningIn('a').length, 4);
});

test('C4 a destination queue that times out is halved down to one sender, and delays no other destination queue', async () => {
  const { add, runningIn } = createFixture();
  add('hanging', 1_000);
  for (let count = 0; count < 100; count++) {
    runningIn('hanging')[0]!.end(false);
    await turn();
  }
  assert.equal(runningIn('hanging').length, 1);
  add('other', 5);
  assert.equal(runningIn('other').length, 4);
});

test('C4 a destination queue that recovers gets its senders back', async () => {
  const { add, runningIn } = createFixture();
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

test('work of one destination queue starts in the order in which it came', async () => {
  const { add, runningIn } = createFixture();
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

test('C4 a retry never goes before a first attempt of its destination queue', async () => {
  const { add, runningIn } = createFixture();
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

test('F36 when an outage ends, retries of one destination queue come at 100 a second at first', async () => {
  const { add, running, clock } = createFixture();
  add('a', 1_000, { again: true });
  let ended = 0;
  while (running.length > 0) {
    running[0]!.end(true);
    ended++;
    await turn();
  }
  assert.ok(ended >= 100 && ended < 130, `${ended} at once`);
  clock.ms += 100;
  await until('they go on when there are tokens again', () => running.length > 0);
});

test('F36 half of the senders are kept for first attempts in destination queues that answer', async () => {
  const { add, prove, running, runningIn } = createFixture();
  for (let destination = 0; destination < 3; destination++)
    await prove(`good${destination}`, { account: 99 });
  for (let account = 1; account <= 8; account++)
    for (let destination = 0; destination < 40; destination++)
      add(`new${account}-${destination}`, 10, { account });
  assert.equal(running.length, 512, 'new lanes share half of the 1,024 senders');
  for (let destination = 0; destination < 3; destination++)
    add(`good${destination}`, 5, { account: 99 });
  assert.equal(runningIn('good1').length, 5);
});

test('F36 one developer takes at most half of either half', async () => {
  const { add, prove, running } = createFixture();
  for (let destination = 0; destination < 300; destination++) add(`new${destination}`, 10);
  assert.equal(running.length, 256);
  for (let destination = 0; destination < 150; destination++)
    await prove(`good${destination}`, { account: 2 });
  for (let destination = 0; destination < 150; destination++)
    add(`good${destination}`, 10, { account: 2 });
  assert.equal(running.filter(({ account }) => account === 2).length, 512);
});

test('C4 requests that hang stop counting as senders after half a second', async () => {
  const { destinations, add, running, runningIn, clock } = createFixture();
  for (let destination = 0; destination < 100; destination++) add(`hanging${destination}`, 10);
  assert.equal(running.length, 256, 'the share of one developer is used up');
  add('other', 3);
  assert.equal(runningIn('other').length, 0);
  clock.ms += 600;
  await until('the queues notice how long requests take', () => runningIn('other').length === 3);
  assert.ok(destinations.slow >= 256);
  assert.equal(
    runningIn('hanging0').length,
    4,
    'a destination has no more than its allowance under way, slow or not',
  );
});

test('C4 whatever ends in whatever order, all work is done once', async () => {
  const endings = fc.array(fc.tuple(fc.nat(10_000), fc.boolean(), fc.nat(1_000)), {
    minLength: 60,
    maxLength: 60,
  });
  await fc.assert(
    fc.asyncProperty(endings, async (ends) => {
      const { add, running, destinations, clock } = createFixture();
      for (const name of ['a', 'b', 'c']) add(name, 20, { account: name === 'c' ? 2 : 1 });
      const done = new Set<number>();
      for (const [which, answered, waitMs] of ends) {
        clock.ms += waitMs;
        const entry = running[which % running.length]!;
        done.add(entry.number);
        entry.end(answered);
        await turn();
        assert.equal(destinations.active, running.length);
      }
      assert.equal(done.size, 60);
      assert.equal(destinations.active, 0);
    }),
    { numRuns: 30 },
  );
});
