// A queue that stays cheap when it is long: taking one moves nothing.

export interface Queue<Item> {
  push(item: Item): void;
  shift(): Item | undefined;
  size(): number;
}

/** So many taken places are kept before the array is cut. */
const takenMax = 1_000;

export function createQueue<Item>(): Queue<Item> {
  const items: (Item | undefined)[] = [];
  let next = 0;
  return {
    push: (item) => void items.push(item),
    shift() {
      if (next === items.length) return undefined;
      const item = items[next];
      items[next] = undefined;
      next += 1;
      if (next > takenMax && next * 2 > items.length) {
        items.splice(0, next);
        next = 0;
      }
      return item;
    },
    size: () => items.length - next,
  };
}
