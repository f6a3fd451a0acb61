// Queries the database for keys that are not cached, together with those that arrive at the same
// time, and only when there is capacity: a caller that sends one invalid key after the other
// cannot keep the database busy.

import { bytesArray } from '../../platform/db/array-text.ts';
import type { Session, Statement } from '../../platform/db/database.ts';
import { createGatherer } from '../../platform/db/gather.ts';

/**
 * Whether one more question may go to the database for a key that nobody has vouched for; what has
 * begun ends.
 */
export interface Asking {
  begin(): boolean;
  end(): void;
}

/** Keys of one statement. */
const batchMax = 256;

export interface KeyReader<Row, Found> {
  /** Finds rows by the hashes of keys, its only parameter. */
  statement: Statement;
  hashOf(row: Row): Buffer;
  /** Reads all that were found together. */
  read(rows: readonly Row[]): Promise<Found[]>;
  /** There is no row. */
  none: Found;
}

/**
 * A function from a key's hash to what was found; `notNow` when `asking` did not let it ask.
 * Without `asking` it asks in any case.
 */
export function createKeyReader<Row, Found>(
  session: Session,
  { statement, hashOf, read, none }: KeyReader<Row, Found>,
): (hash: Buffer, asking?: Asking) => Promise<Found | { type: 'notNow' }> {
  const keys = createGatherer<Buffer, Found>(batchMax, async (batch) => {
    const rows = await session.query<Row>(statement, [bytesArray(batch.map(({ item }) => item))]);
    const found = await read(rows);
    const byHash = new Map(rows.map((row, at) => [hashOf(row).toString('base64'), found[at]!]));
    for (const { item, resolve } of batch) resolve(byHash.get(item.toString('base64')) ?? none);
  });
  return async (hash, asking) => {
    if (asking?.begin() === false) return { type: 'notNow' };
    try {
      return await keys.submit(hash);
    } finally {
      asking?.end();
    }
  };
}
