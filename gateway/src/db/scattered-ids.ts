// Where do ids come from that callers see, of transactions and of SMS batches? From a database sequence, so that no two nodes ever make the same one and no clock matters; but
// scrambled, so that two ids do not tell how many lie between them (rule O12). A node takes blocks of 256; a keyed permutation
// scatters the blocks, so that one block fills one index page instead of touching 256.

import { createHmac, randomBytes } from 'node:crypto';
import type { Session, Statement } from './database.ts';

const blockSize = 256;
/** Blocks are numbers of 44 bits; with 8 bits inside the block an id stays below 2^52 + 10^12, so below 2^53. */
const halfBits = 22;
const halfMask = (1 << halfBits) - 1;
const rounds = 6;
/** Makes every id at least 13 digits long. */
const lowestId = 1_000_000_000_000;

export interface ScatteredIds {
  /** Next id as a string of digits, or null while no block is at hand; call `refill` then. */
  next(): string | null;
  refill(session: Session): Promise<void>;
}

/**
 * `sequence` names the database's sequence of blocks. `key` is the installation's own and must never change: another key could repeat ids.
 */
export function createScatteredIds(sequence: string, key: Buffer): ScatteredIds {
  const takeBlock: Statement = { name: `take_block_of_${sequence}`, text: `select nextval('${sequence}') as block` };
  const roundKeys = deriveRoundKeys(key);
  let ids: number[] = [];
  let spare: number[] | null = null;
  let refilling: Promise<void> | null = null;
  const refill = (session: Session): Promise<void> => {
    refilling ??= (async () => {
      const [row] = await session.query<{ block: bigint }>(takeBlock);
      const block = scatter(Number(row!.block), roundKeys);
      spare = shuffled(block);
    })().finally(() => (refilling = null));
    return refilling;
  };
  return {
    next() {
      if (ids.length === 0 && spare !== null) {
        ids = spare;
        spare = null;
      }
      const id = ids.pop();
      return id === undefined ? null : String(id);
    },
    refill: (session) => (spare === null ? refill(session) : Promise.resolve()),
  };
}

/** Bijection on 44-bit block numbers: a balanced Feistel network. Exported for its property test. */
export function scatter(block: number, roundKeys: readonly number[]): number {
  let left = Math.floor(block / 2 ** halfBits) & halfMask;
  let right = block & halfMask;
  for (const roundKey of roundKeys) {
    [left, right] = [right, left ^ mix(right, roundKey)];
  }
  return left * 2 ** halfBits + right;
}

function mix(value: number, roundKey: number): number {
  let mixed = Math.imul(value ^ roundKey, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) & halfMask;
}

export function deriveRoundKeys(key: Buffer): number[] {
  const bytes = createHmac('sha256', key).update('transaction ids').digest();
  return Array.from({ length: rounds }, (_, index) => bytes.readInt32BE(index * 4));
}

/** The ids of one block in random order, so that ids do not grow within a block either. */
function shuffled(block: number): number[] {
  const first = lowestId + block * blockSize;
  const ids = Array.from({ length: blockSize }, (_, index) => first + index);
  const random = randomBytes(blockSize);
  for (let index = blockSize - 1; index > 0; index--) {
    const other = random[index]! % (index + 1);
    [ids[index], ids[other]] = [ids[other]!, ids[index]!];
  }
  return ids;
}
