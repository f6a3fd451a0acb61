// Generates test values: ids and phone numbers that no other test uses, and seeded random numbers.

import { randomInt, randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An externalTransactionId of the forms that clients use. */
export function uniqueId(prefix = 'acc'): string {
  return `${prefix}-${randomUUID()}`;
}

const phonesInAll = 10_000;
const phonesPerBlock = 100;

/** The first numbers of the blocks that this process has taken. */
const blocks: number[] = [];

/**
 * A block of numbers that no other process has. Processes of one run share installations: what one
 * sends must neither meet another's in the window of error 6 (same amount, same recipient) nor
 * stand in the book where another looks.
 */
function takeBlock(): number {
  // Set by the test runner, whose processes have one temporary directory.
  if (process.env['JOKKO_TEST_CLUSTER'] === undefined)
    return blocks.length === 0 ? randomInt(phonesInAll) : blocks.at(-1)! + phonesPerBlock;
  for (let first = 0; first < phonesInAll; first += phonesPerBlock) {
    try {
      // For the whole run: what was sent there stays in the books of what they share.
      mkdirSync(join(tmpdir(), `phones-from-${first}`));
      return first;
    } catch {
      // Another process has it.
    }
  }
  // Others may have those numbers, too, but this process gives none twice: tests count by number
  // how often money moved.
  const others = Array.from(
    { length: phonesInAll / phonesPerBlock },
    (_, n) => n * phonesPerBlock,
  ).filter((first) => !blocks.includes(first));
  return others[randomInt(Math.max(1, others.length))] ?? randomInt(phonesInAll);
}

/** How many were given of each kind: the numbers of a block are used once for each outcome. */
const given = new Map<string, number>();

/**
 * A mobile number in local digits (9 for Senegal) that no other call gave, of ten thousand for an
 * outcome in the whole run. Its last four digits choose the sandbox's outcome.
 */
export function uniquePhone(lastFour = '0000', localDigits = 9): string {
  const kind = `${lastFour} of ${localDigits}`;
  const count = given.get(kind) ?? 0;
  given.set(kind, count + 1);
  const room = localDigits - 1 - lastFour.length;
  const first = (blocks[Math.floor(count / phonesPerBlock)] ??= takeBlock());
  const number = (first + (count % phonesPerBlock) + 1) % 10 ** room;
  return `7${String(number).padStart(room, '0')}${lastFour}`;
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
