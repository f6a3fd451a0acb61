// Caches who may call, for a short time, so that a request needs no query. Entries are stored by
// key and dropped on notification and after two seconds.

import { environment } from '../../platform/environment.ts';

const cacheMs = 2_000;
const cachedMax = 10_000;

export interface CacheByKey<Key, Value> {
  get(key: Key, load: () => Promise<Value>): Promise<Value>;
  clear(): void;
}

/** Answers kept for `cacheMs`. A failed look-up is not kept, nor an answer that `isKept` refuses. */
export function createCache<Key, Value>(isKept: (value: Value) => boolean): CacheByKey<Key, Value> {
  const cache = new Map<Key, { value: Promise<Value>; keptUntil: number }>();
  return {
    get(key: Key, load: () => Promise<Value>): Promise<Value> {
      const now = environment.monotonic();
      const known = cache.get(key);
      if (known !== undefined && known.keptUntil > now) return known.value;
      if (cache.size >= cachedMax) cache.clear();
      const value = load();
      cache.set(key, { value, keptUntil: now + cacheMs });
      value.then(
        (found) => {
          if (!isKept(found)) cache.delete(key);
        },
        () => cache.delete(key),
      );
      return value;
    },
    clear() {
      cache.clear();
    },
  };
}
