// How do many small requests share one statement? They are gathered while the last one runs: no timer, and no added delay when idle.

/** One waiting request with its own answer, so that a refused one never fails its neighbours. */
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

/** `run` answers every entry; what it throws rejects the entries that have no answer yet. */
export function createGatherer<Item, Result>(
  batchMax: number,
  run: (batch: Gathered<Item, Result>[]) => Promise<void>,
): Gatherer<Item, Result> {
  let queue: Gathered<Item, Result>[] = [];
  let running: Promise<void> | null = null;
  const runAll = async (): Promise<void> => {
    while (queue.length > 0) {
      const batch = queue.length <= batchMax ? queue : queue.slice(0, batchMax);
      queue = queue.length <= batchMax ? [] : queue.slice(batchMax);
      try {
        await run(batch);
      } catch (error) {
        for (const entry of batch) entry.reject(error);
      }
    }
    running = null;
  };
  return {
    submit: (item) =>
      new Promise((resolve, reject) => {
        queue.push({ item, resolve, reject });
        // The turn that woke us may bring more: they share the statement.
        running ??= new Promise<void>((started) => setImmediate(started)).then(runAll);
      }),
    get waiting() {
      return queue.length;
    },
    async drain() {
      while (running !== null) await running;
    },
  };
}
