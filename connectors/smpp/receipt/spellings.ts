// Converts an id to the other base in which an operator may have written it. Some answer a
// submission in hexadecimal and write the receipt in decimal.

import { normalPartId } from '@jokko/connectors/kit';

export type IdFormat = 'auto' | 'hex' | 'decimal';

export interface IdFormats {
  /** In the answer to a submission. */
  response: IdFormat;
  receipt: IdFormat;
}

/**
 * Ids are counters of up to 64 bits where bases matter; longer ones are random and written in one
 * way only.
 */
const digitsMax = 20;

/**
 * In normal form (lower case, no leading zeros), never the id itself; empty for ids that are no
 * numbers, and where the formats agree.
 */
export function otherSpellings(id: string, formats: IdFormats): string[] {
  const { response, receipt } = formats;
  if (receipt !== 'auto' && receipt === response) return [];
  const bare = id.trim().replace(/^0x/i, '');
  const own = normalPartId(id);
  const found: string[] = [];
  const fromDecimal = receipt !== 'hex' && response !== 'decimal' && isNumber(bare, /^\d+$/);
  if (fromDecimal) found.push(BigInt(bare).toString(16));
  const fromHex = receipt !== 'decimal' && response !== 'hex' && isNumber(bare, /^[\da-f]+$/i);
  if (fromHex) found.push(BigInt(`0x${bare}`).toString());
  return found.filter((spelling) => spelling !== own);
}

function isNumber(text: string, form: RegExp): boolean {
  return text.length <= digitsMax && form.test(text);
}
