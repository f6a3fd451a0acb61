// Works through a long list a slice at a time, so that no request keeps the event loop for long.

import { environment } from './environment.ts';

/** Calls `work` for each item in order; after each `atOnce` of them others have their turn. */
export async function inTurns<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item, index: number) => void,
): Promise<void> {
  for (const [index, item] of items.entries()) {
    if (index % atOnce === atOnce - 1) await environment.othersTurn();
    work(item, index);
  }
}

/** Slices of at most `size` items, in order. */
export function* slicesOf<Item>(items: readonly Item[], size: number): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}
