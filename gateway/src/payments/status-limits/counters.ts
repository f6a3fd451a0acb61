// Counts the status queries of the last minute. A table of fixed size in memory, so that no number
// of transactions makes the node grow: what does not fit displaces the stalest entry near it,
// whose count then starts anew.

/** A place in the table. Good until the next call of `slotOf`. */
export type Slot = number;

export interface Counters {
  /**
   * The slot of a key, taken over from the stalest one within reach when it has none. `key`: a
   * whole number from 1 to 2^53.
   */
  slotOf(key: number): Slot;
  /** The times counted in a slot that are not before `cutoff`. */
  times(slot: Slot, cutoff: number): number[];
  /** How many times are counted that are not before `cutoff`. */
  counted(slot: Slot, cutoff: number): number;
  /** Counts a time in place of one before `cutoff`; the caller has seen that there is one. */
  add(slot: Slot, time: number, cutoff: number): void;
  /** Replaces what is counted. */
  set(slot: Slot, times: readonly number[]): void;
  /** Other nodes count this key too. */
  isShared(slot: Slot): boolean;
  share(slot: Slot): void;
}

/** Room for 8,000 different transactions a second at three status requests a minute. */
const bytesMax = 16 * 1_048_576;
const bytesPerNumber = 8;
const probes = 8;

/** `width`: how many times are kept for a key. `bytes`: how large the table may be. */
export function createCounters(width: number, bytes = bytesMax): Counters {
  const slots = 2 ** Math.floor(Math.log2(bytes / ((width + 1) * bytesPerNumber)));
  const keys = new Float64Array(slots);
  const kept = new Float64Array(slots * width);
  const shared = new Uint8Array(slots);
  const latest = (slot: Slot): number =>
    Math.max(...kept.subarray(slot * width, slot * width + width));
  const takeOver = (slot: Slot, key: number): Slot => {
    keys[slot] = key;
    kept.fill(0, slot * width, slot * width + width);
    shared[slot] = 0;
    return slot;
  };
  return {
    slotOf(key) {
      let stalest = key % slots;
      for (let probe = 0; probe < probes; probe++) {
        const slot = (key + probe) % slots;
        if (keys[slot] === key) return slot;
        if (keys[slot] === 0) return takeOver(slot, key);
        if (latest(slot) < latest(stalest)) stalest = slot;
      }
      return takeOver(stalest, key);
    },
    times: (slot, cutoff) =>
      Array.from(kept.subarray(slot * width, slot * width + width)).filter(
        (time) => time >= cutoff,
      ),
    counted(slot, cutoff) {
      let count = 0;
      for (let index = slot * width; index < slot * width + width; index++)
        if (kept[index]! >= cutoff) count++;
      return count;
    },
    add(slot, time, cutoff) {
      for (let index = slot * width; index < slot * width + width; index++) {
        if (kept[index]! >= cutoff) continue;
        kept[index] = time;
        return;
      }
    },
    set(slot, times) {
      for (let index = 0; index < width; index++) kept[slot * width + index] = times[index] ?? 0;
    },
    isShared: (slot) => shared[slot] === 1,
    share(slot) {
      shared[slot] = 1;
    },
  };
}
