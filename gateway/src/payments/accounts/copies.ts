// Keeps copies of who may call, so that a request needs no query. A copy is dropped when its
// account changes. In case nobody told of a change, and since keys expire, it is looked at again
// after two seconds, together with all others that were used of late: a market of a thousand
// merchants costs a few statements each time.

import { environment } from '../../platform/environment.ts';

const seenAgainMs = 2_000;
/** A copy that was not used for so long is dropped. */
const unusedMs = 60_000;
const copiesMax = 10_000;

export interface Copies<Key, Value> {
  /**
   * @param load looks it up the first time. `again`: what was found before, where that costs less
   * or needs no leave.
   */
  get(key: Key, load: () => Promise<Value>, again?: () => Promise<Value>): Promise<Value>;
  /** Absent: of all accounts. */
  forget(accountId?: number): void;
}

interface Copy<Value> {
  value: Promise<Value>;
  /** Null: the first look-up is under way. */
  found: Value | null;
  again: () => Promise<Value>;
  seenAt: number;
  usedAt: number;
}

/**
 * A failed look-up is not kept, nor an answer that `isKept` refuses. `accountOf`: null: of any
 * account.
 */
export function createCopies<Key, Value>({
  isKept,
  accountOf,
}: {
  isKept(value: Value): boolean;
  accountOf(value: Value): number | null;
}): Copies<Key, Value> {
  const copies = new Map<Key, Copy<Value>>();

  function keep(key: Key, copy: Copy<Value>): Promise<Value> {
    copies.set(key, copy);
    const drop = (): void => {
      if (copies.get(key) === copy) copies.delete(key);
    };
    copy.value.then((found) => {
      copy.found = found;
      if (!isKept(found)) drop();
    }, drop);
    return copy.value;
  }
  /** Those whose turn is near go along, so that all of them come to share their statements. */
  function seeAgain(now: number): void {
    for (const [key, copy] of copies) {
      if (copy.usedAt + unusedMs <= now) copies.delete(key);
      else if (copy.seenAt + seenAgainMs / 2 <= now)
        void keep(key, { ...copy, value: copy.again(), seenAt: now });
    }
  }
  return {
    get(key, load, again = load) {
      const now = environment.monotonic();
      const known = copies.get(key);
      if (known === undefined) {
        if (copies.size >= copiesMax) copies.clear();
        return keep(key, { value: load(), found: null, again, seenAt: now, usedAt: now });
      }
      known.usedAt = now;
      if (known.seenAt + seenAgainMs <= now) seeAgain(now);
      return copies.get(key)!.value;
    },
    forget(accountId) {
      if (accountId === undefined) return copies.clear();
      for (const [key, { found }] of copies) {
        const of = found === null ? null : accountOf(found);
        if (of === null || of === accountId) copies.delete(key);
      }
    },
  };
}
