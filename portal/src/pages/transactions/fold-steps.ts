// Folds equal attempts that follow each other into one, so that 24 retries with the same answer are
// one line of a timeline.

/** From this many on. */
const foldedMin = 3;

export interface Run<Item> {
  first: Item;
  last: Item;
  /** The length of the run; 1 or 2 are shown one by one. */
  count: number;
}

/** `alike` tells what makes two of them equal. */
export function foldRuns<Item>(
  items: readonly Item[],
  alike: (item: Item) => readonly unknown[],
): Run<Item>[] {
  const runs: (Run<Item> & { key: string; items: Item[] })[] = [];
  for (const item of items) {
    const key = JSON.stringify(alike(item));
    const run = runs.at(-1);
    if (run?.key === key) {
      run.last = item;
      run.count += 1;
      run.items.push(item);
    } else runs.push({ first: item, last: item, count: 1, key, items: [item] });
  }
  return runs.flatMap(({ first, last, count, items: each }) =>
    count >= foldedMin
      ? [{ first, last, count }]
      : each.map((item) => ({ first: item, last: item, count: 1 })),
  );
}
