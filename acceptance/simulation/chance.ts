// Random numbers of a seed: the same seed gives the same numbers, on every machine.

export interface Chance {
  /** 0 to below 1. */
  next(): number;
  /** Whole, `from` to `to`, both possible. */
  between(from: number, to: number): number;
  /** True with probability `share`. */
  is(share: number): boolean;
  pick<Value>(values: readonly Value[]): Value;
  bytes(length: number): Buffer;
  /** Version 4. */
  uuid(): string;
  /** Numbers of its own, which do not change when others are drawn elsewhere. */
  fork(name: string): Chance;
}

/** `seed` is a whole number below 2^32. */
export function createChance(seed: number): Chance {
  let state = seed >>> 0;
  // mulberry32
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  const bytes = (length: number): Buffer =>
    Buffer.from(Array.from({ length }, () => between(0, 255)));
  return {
    next,
    between,
    bytes,
    is: (share) => next() < share,
    pick: (values) => values[between(0, values.length - 1)]!,
    uuid() {
      const raw = bytes(16);
      raw[6] = (raw[6]! & 0x0f) | 0x40;
      raw[8] = (raw[8]! & 0x3f) | 0x80;
      const hex = raw.toString('hex');
      return [
        hex.slice(0, 8),
        hex.slice(8, 12),
        hex.slice(12, 16),
        hex.slice(16, 20),
        hex.slice(20),
      ].join('-');
    },
    fork: (name) => createChance(hashOf(name, seed)),
  };
}

/** FNV-1a. */
function hashOf(name: string, seed: number): number {
  let hash = (0x811c9dc5 ^ seed) >>> 0;
  for (const character of name)
    hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193) >>> 0;
  return hash;
}
