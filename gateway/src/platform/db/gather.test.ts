// Proves that gathered requests share a run, keep their order and each get their own answer.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createGatherer, type Gathered } from './gather.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Answers each number with its double, in batches that are noted. */
function doubling(groupMax: number, hold?: () => Promise<unknown>) {
  const groups: number[][] = [];
  const gatherer = createGatherer<number, number>(
    groupMax,
    async (group: Gathered<number, number>[]) => {
      groups.push(group.map(({ item }) => item));
      await hold?.();
      for (const { item, resolve } of group) resolve(item * 2);
    },
  );
  return { groups, gatherer };
}

test('requests of one turn share a run', async () => {
  const { groups, gatherer } = doubling(100);
  assert.deepEqual(await Promise.all([1, 2, 3].map((item) => gatherer.submit(item))), [2, 4, 6]);
  assert.deepEqual(groups, [[1, 2, 3]]);
});

test('a run holds no more than its weight allows, and one item at least', async () => {
  const runs: number[][] = [];
  const weight = { max: 10, of: (item: number) => item };
  const run = async (group: Gathered<number, number>[]) => {
    runs.push(group.map(({ item }) => item));
    for (const { item, resolve } of group) resolve(item);
  };
  const gatherer = createGatherer<number, number>(3, run, weight);
  await Promise.all([4, 6, 1, 11, 12, 1, 1, 1, 1].map((item) => gatherer.submit(item)));
  assert.deepEqual(runs, [[4, 6], [1], [11], [12], [1, 1, 1], [1]]);
});

test('what comes during a run is gathered for the next', async () => {
  let release = () => {};
  const { groups, gatherer } = doubling(
    100,
    () => new Promise<void>((resolve) => (release = resolve)),
  );
  const first = gatherer.submit(1);
  await turn();
  const later = [2, 3].map((item) => gatherer.submit(item));
  assert.equal(gatherer.waiting, 2);
  release();
  await first;
  await turn();
  release();
  await Promise.all(later);
  assert.deepEqual(groups, [[1], [2, 3]]);
  assert.equal(gatherer.waiting, 0);
});

test('the next run has started before the answers of the last one are given out', async () => {
  const log: string[] = [];
  const gatherer = createGatherer<number, void>(1, async (group) => {
    log.push(`run ${group[0]!.item}`);
    await turn();
    for (const { resolve } of group) resolve();
  });
  await Promise.all(
    [1, 2].map((item) => gatherer.submit(item).then(() => log.push(`answer ${item}`))),
  );
  assert.deepEqual(log, ['run 1', 'run 2', 'answer 1', 'answer 2']);
});

test('an answer does not wait for a next run that hangs', async () => {
  const gatherer = createGatherer<number, void>(1, ([entry]) => {
    entry!.resolve();
    return entry!.item === 1 ? Promise.resolve() : new Promise<void>(() => {});
  });
  const answers = [1, 2].map((item) => gatherer.submit(item));
  await answers[0];
});

test('no run is larger than the limit, and the order is kept', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 7 }),
      fc.array(fc.tuple(fc.integer(), fc.boolean()), { maxLength: 40 }),
      async (max, steps) => {
        const { groups, gatherer } = doubling(max, turn);
        const answers: Promise<number>[] = [];
        for (const [item, pause] of steps) {
          answers.push(gatherer.submit(item));
          if (pause) await turn();
        }
        assert.deepEqual(
          await Promise.all(answers),
          steps.map(([item]) => item * 2),
        );
        assert.deepEqual(
          groups.flat(),
          steps.map(([item]) => item),
        );
        assert.ok(groups.every((group) => group.length <= max && group.length > 0));
      },
    ),
    { numRuns: 50 },
  );
});

test('two runs never overlap', async () => {
  let running = 0;
  const gatherer = createGatherer<number, null>(2, async (group) => {
    assert.equal(++running, 1);
    await turn();
    running--;
    for (const entry of group) entry.resolve(null);
  });
  await Promise.all(Array.from({ length: 20 }, (_, item) => gatherer.submit(item)));
});

test('a run that throws rejects those without an answer and nobody else; the next run goes on', async () => {
  const gatherer = createGatherer<number, string>(3, async (group) => {
    group[0]!.resolve('answered');
    if (group.some(({ item }) => item === 2)) throw new Error('down');
    for (const entry of group) entry.resolve('answered');
  });
  const results = await Promise.allSettled([1, 2, 3, 4, 5].map((item) => gatherer.submit(item)));
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'rejected', 'fulfilled', 'fulfilled'],
  );
  assert.equal(await gatherer.submit(6), 'answered');
});

test('one refused request does not fail its neighbours', async () => {
  const gatherer = createGatherer<number, number>(10, async (group) => {
    for (const { item, resolve, reject } of group) {
      if (item === 2) reject(new Error('refused'));
      else resolve(item);
    }
  });
  const results = await Promise.allSettled([1, 2, 3].map((item) => gatherer.submit(item)));
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
});

test('drain waits for everything submitted, also for what comes meanwhile', async () => {
  const { groups, gatherer } = doubling(1, turn);
  await gatherer.drain();
  const answers = [1, 2, 3].map((item) => gatherer.submit(item));
  await gatherer.drain();
  assert.equal(groups.length, 3);
  await Promise.all(answers);
});
