// What is remembered for a moment of who may call, so that a request needs no query? Answers by key, dropped when told and after two seconds.

const copyKeptMs = 2_000;
const copiesMax = 10_000;

export interface CopiesByKey<Key, Value> {
  get(key: Key, load: () => Promise<Value>): Promise<Value>;
  clear(): void;
}

/** Answers kept for `copyKeptMs`. A failed look-up is not kept, nor an answer that `isKept` refuses. */
export function createCopies<Key, Value>(isKept: (value: Value) => boolean): CopiesByKey<Key, Value> {
  const copies = new Map<Key, { value: Promise<Value>; keptUntil: number }>();
  return {
    get(key: Key, load: () => Promise<Value>): Promise<Value> {
      const now = performance.now();
      const known = copies.get(key);
      if (known !== undefined && known.keptUntil > now) return known.value;
      if (copies.size >= copiesMax) copies.clear();
      const value = load();
      copies.set(key, { value, keptUntil: now + copyKeptMs });
      value.then(
        (found) => {
          if (!isKept(found)) copies.delete(key);
        },
        () => copies.delete(key),
      );
      return value;
    },
    clear() {
      copies.clear();
    },
  };
}
