// Where do test values come from? Ids that no other test uses, phone numbers that no other test pays, and random numbers with a seed.

import { randomInt, randomUUID } from 'node:crypto';

/** An externalTransactionId of the forms that clients use. */
export function uniqueId(prefix = 'acc'): string {
  return `${prefix}-${randomUUID()}`;
}

// One random start per process: files that share an installation do not meet in the window of error 6 (same amount, same recipient).
let nextPhone = randomInt(10_000);

/**
 * A mobile number in local digits (9 for Senegal) that no other call of this process gave for the first thousands of calls. Its last four
 * digits choose the sandbox's outcome.
 */
export function uniquePhone(lastFour = '0000', localDigits = 9): string {
  nextPhone += 1;
  const room = localDigits - 1 - lastFour.length;
  return `7${String(nextPhone % 10 ** room).padStart(room, '0')}${lastFour}`;
}

/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
export function makeRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
