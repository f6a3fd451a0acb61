// Counts something of all threads of a node together, in memory that they share: each has a place of
// its own, so that what a thread counted is forgotten when it ends.

/** A number that all threads see at once. */
export interface Count {
  total(): number;
  add(change: number): void;
}

/** For `threads` and the main one. */
export const createPlaces = (threads: number): SharedArrayBuffer =>
  new SharedArrayBuffer((threads + 1) * Int32Array.BYTES_PER_ELEMENT);

/** `thread`: 0 is the main one. */
export function countIn(places: SharedArrayBuffer, thread: number): Count {
  const counts = new Int32Array(places);
  return {
    total() {
      let total = 0;
      for (let index = 0; index < counts.length; index++) total += Atomics.load(counts, index);
      return total;
    },
    add: (change) => void Atomics.add(counts, thread, change),
  };
}

/** It has ended. */
export const forgetCount = (places: SharedArrayBuffer, thread: number): void =>
  void Atomics.store(new Int32Array(places), thread, 0);
