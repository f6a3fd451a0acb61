// Reads the rows of a provider's statement out of a JSON answer: each is a row, or the answer is
// none.

import type { JsonObject } from './wire-json.ts';
import { asObject } from './wire-json.ts';

/**
 * Throws where the member is no list, or holds anything but objects: a row that is left out is
 * money that nobody misses.
 */
export function statementRows(object: JsonObject, member: string): JsonObject[] {
  const list = object[member];
  if (!Array.isArray(list)) throw new Error(`the statement has no list of ${member}`);
  return list.map((entry, index) => {
    const row = asObject(entry);
    if (row === null) throw new Error(`row ${index + 1} of the statement is no object`);
    return row;
  });
}
