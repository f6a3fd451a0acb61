// Generates the ids that callers see, of transactions and SMS batches. A node takes blocks of 256
// at random within the present period (id-periods.ts) and the database refuses one that is taken,
// so ids are unique across nodes without a clock, do not show how many there are (rule O12), and do
// not come again after the database was restored to an earlier state: what a restore forgets is one
// block among 2^28 (decision 0087). An id tells its period, so that old rows stand apart from new
// ones, and the six bits below tell its cell, which is its database (decision 0044). One block
// fills one index page instead of touching 256.

import { isCardNumber } from '@jokko/contract';
import { cellsMax } from './cell-numbers.ts';
import type { Session, Statement } from './database.ts';
import { environment } from '../environment.ts';

export const blockSize = 256;
/** Blocks of one cell in one period. */
export const blocksMax = 2 ** 28;
/** The blocks of all cells. */
export const periodBlocks = cellsMax * blocksMax;
/** Its partitions take all ids below them, too (id_period). */
export const firstPeriod = 1;
/**
 * 85 years of months. With 10 bits for the period, 6 for the cell, 28 within it and 8 inside the
 * block an id stays below 2^52 + 10^12, so below 2^53.
 */
export const periodsMax = 2 ** 10;
/**
 * Ids of a block that was taken longer ago are not used any more: a node with little to do would
 * otherwise give out ids of a period that was archived long ago.
 */
const blockAgeMaxMs = 24 * 3_600_000;
/** Makes every id at least 13 digits long. */
export const lowestId = 1_000_000_000_000;

/** The cell of a transaction or an SMS batch; null when it is no id of ours. */
export function cellOfId(id: string): number | null {
  const block = Math.floor((Number(id) - lowestId) / blockSize);
  if (!(block >= 0 && block < periodsMax * periodBlocks)) return null;
  return Math.floor(block / blocksMax) % cellsMax;
}

/** `operation` numbers operations and inbound messages, which share one space. */
export type BlockKind = 'operation' | 'sms_batch';

export interface ScatteredIds {
  readonly kind: BlockKind;
  /** Next id as a string of digits, or null while no block is at hand; call `refill` then. */
  next(): string | null;
  refill(session: Session): Promise<void>;
  /** The block that was taken last, committed in `id_block`; null before the first. */
  readonly lastBlock: number | null;
}

const takeBlock: Statement = {
  name: 'take_id_block',
  text: `
    insert into id_block (kind, block)
    select $1, $2 + cell * ${blocksMax}::bigint
      + ${periodBlocks} * (select coalesce(max(period), ${firstPeriod}) from id_period
        where begins_at <= jokko_now())::bigint
    from installation
    on conflict do nothing returning block`,
};

/** Ids of one kind for one node. */
export function createScatteredIds(kind: BlockKind): ScatteredIds {
  let ids: number[] = [];
  let spare: number[] | null = null;
  let lastBlock: number | null = null;
  let refilling: Promise<void> | null = null;
  let takenAt = 0;
  const refill = async (session: Session): Promise<void> => {
    for (;;) {
      const [taken] = await session.query<{ block: bigint }>(takeBlock, [kind, randomBlock()]);
      if (taken === undefined) continue;
      lastBlock = Number(taken.block);
      // What is left of the block before counts as taken now: no id is used after twice that age.
      takenAt = environment.monotonic();
      spare = shuffled(lastBlock);
      return;
    }
  };
  return {
    kind,
    next() {
      if (lastBlock !== null && environment.monotonic() - takenAt > blockAgeMaxMs) {
        ids = [];
        spare = null;
      }
      if (ids.length === 0 && spare !== null) {
        ids = spare;
        spare = null;
      }
      const id = ids.pop();
      return id === undefined ? null : String(id);
    },
    refill(session) {
      if (spare !== null) return Promise.resolve();
      refilling ??= refill(session).finally(() => (refilling = null));
      return refilling;
    },
    get lastBlock() {
      return lastBlock;
    },
  };
}

/** The next id, with a new block where the last one is used up. */
export async function drawId(ids: ScatteredIds, session: Session): Promise<string> {
  for (;;) {
    const id = ids.next();
    if (id !== null) return id;
    await ids.refill(session);
  }
}

const takeAgain: Statement = {
  name: 'take_id_blocks_again',
  text: `
    insert into id_block (kind, block) select distinct 'operation',
      (id - ${lowestId}) / ${blockSize} from unnest($1::bigint[]) as o(id)
    on conflict do nothing`,
};

/**
 * The blocks of transaction ids that a restored database has forgotten: nobody is to take them
 * again.
 */
export async function takeBlocksAgain(session: Session, ids: readonly string[]): Promise<void> {
  await session.query(takeAgain, [ids]);
}

/** One of the blocks of a cell's period, counted from its first, each as likely. */
export const randomBlock = (): number => environment.randomBytes(4).readUInt32BE(0) % blocksMax;

/** The first id of a period. */
export const firstIdOf = (period: number): bigint =>
  BigInt(lowestId) + BigInt(period) * BigInt(periodBlocks) * BigInt(blockSize);

/** The period in whose partitions the rows of an id stand. */
export function periodOf(id: string): number {
  const period = Math.floor((Number(id) - lowestId) / (periodBlocks * blockSize));
  return Math.max(period, firstPeriod);
}

/**
 * The ids of one block in random order, so that ids do not grow within a block either. Those that
 * could be numbers of cards are left out: an id may stand in any text (rule G2).
 */
function shuffled(block: number): number[] {
  const first = lowestId + block * blockSize;
  const ids = Array.from({ length: blockSize }, (_, index) => first + index).filter(
    (id) => !isCardNumber(String(id)),
  );
  const random = environment.randomBytes(blockSize);
  for (let index = ids.length - 1; index > 0; index--) {
    const other = random[index]! % (index + 1);
    [ids[index], ids[other]] = [ids[other]!, ids[index]!];
  }
  return ids;
}
