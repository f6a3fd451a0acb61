// Hashes a status query to the number under which it is counted. Short numbers keep the table of
// counters small; collisions are too rare to matter.

/**
 * A hash of 53 bits, never 0. The first 8 bytes of `seed` decide it, so that nobody can aim at a
 * neighbour's counter.
 */
export function createKeyHash(seed: Buffer): (text: string) => number {
  const lowSeed = seed.readUInt32LE(0);
  const highSeed = seed.readUInt32LE(4);
  return (text) => {
    let low = 0xdeadbeef ^ lowSeed;
    let high = 0x41c6ce57 ^ highSeed;
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      low = Math.imul(low ^ code, 2654435761);
      high = Math.imul(high ^ code, 1597334677);
    }
    low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
    high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
    return 4294967296 * (2097151 & high) + (low >>> 0) + 1;
  };
}
