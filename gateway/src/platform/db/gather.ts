// Gathers many small requests into one statement while the last one runs: no timer, and no added
// delay when idle.

import { environment } from '../environment.ts';

/** One waiting request with its own answer, so that a refused one never fails its neighbors. */
export interface Gathered<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

export interface Gatherer<Item, Result> {
  submit(item: Item): Promise<Result>;
  readonly waiting: number;
  /** Resolves when everything submitted so far has its answer. */
  drain(): Promise<void>;
}

/**
 * Above `max` of what its items weigh together a run takes no further one; an item that is heavier
 * alone runs alone.
 */
export interface Weight<Item> {
  max: number;
  of(item: Item): number;
}

/**
 * `run` answers every entry; what it throws rejects the entries that have no answer yet. The next
 * run starts before the answers of the last one are given out, so that the database works while
 * they leave.
 */
export function createGatherer<Item, Result>(
  groupMax: number,
  run: (group: Gathered<Item, Result>[]) => Promise<void>,
  weight?: Weight<Item>,
): Gatherer<Item, Result> {
  let queue: Gathered<Item, Result>[] = [];
  let answers: (() => void)[] = [];
  let running: Promise<void> | null = null;
  const giveOut = (): void => {
    const ready = answers;
    answers = [];
    for (const answer of ready) answer();
  };
  const runAll = async (): Promise<void> => {
    while (queue.length > 0) {
      const count = groupLength(queue, groupMax, weight);
      const group = queue.length === count ? queue : queue.slice(0, count);
      queue = queue.length === count ? [] : queue.slice(count);
      // After this turn, in which the statements of `group` leave.
      if (answers.length > 0) environment.nextTurn(giveOut);
      try {
        await run(group);
      } catch (error) {
        for (const entry of group) entry.reject(error);
      }
    }
    giveOut();
    running = null;
  };
  return {
    submit: (item) =>
      new Promise((resolve, reject) => {
        queue.push({
          item,
          resolve: (result) => answers.push(() => resolve(result)),
          reject: (error) => answers.push(() => reject(error)),
        });
        // The turn that woke us may bring more: they share the statement.
        running ??= new Promise<void>((started) => environment.nextTurn(started)).then(runAll);
      }),
    get waiting() {
      return queue.length;
    },
    async drain() {
      while (running !== null) await running;
    },
  };
}

/** How many of the first of `queue` one run takes. */
export function groupLength<Item>(
  queue: readonly { item: Item }[],
  groupMax: number,
  weight: Weight<Item> | undefined,
): number {
  const most = Math.min(queue.length, groupMax);
  if (weight === undefined) return most;
  let sum = 0;
  for (let count = 0; count < most; count++) {
    sum += weight.of(queue[count]!.item);
    if (sum > weight.max) return Math.max(1, count);
  }
  return most;
}
