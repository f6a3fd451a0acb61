// Limits the recording of what happens with every request to once a minute for each thing,
// remembered by this node.

export interface OnceAMinute<Key> {
  /**
   * True when `key` was not due within the last minute; it is not due again for one. `nowMs` on any
   * steady clock.
   */
  isDue(key: Key, nowMs: number): boolean;
  /** The writing failed: it is due again. */
  forget(key: Key): void;
}

const everyMs = 60_000;
const keysMax = 50_000;

export function createOnceAMinute<Key>(): OnceAMinute<Key> {
  const dueAt = new Map<Key, number>();
  return {
    isDue(key, nowMs) {
      const next = dueAt.get(key);
      if (next !== undefined && nowMs < next) return false;
      if (dueAt.size >= keysMax) dueAt.clear();
      dueAt.set(key, nowMs + everyMs);
      return true;
    },
    forget(key) {
      dueAt.delete(key);
    },
  };
}
