// Tells the messages of banks from tables, by their first characters and never by the name of the
// file: read as CSV they would be one column of markup.

import type { BankForm } from './bank-mapping.ts';

export type BankMessage = BankForm | 'xml';

const beginningBytes = 4_096;

/** Null: it is none, as far as its beginning says. */
export function bankMessageOf(bytes: Buffer): BankMessage | null {
  // Latin letters and marks are the same bytes in every encoding of such files; zeros are those of
  // UTF-16.
  const text = bytes
    .subarray(0, beginningBytes)
    .toString('latin1')
    .replaceAll('\0', '')
    .replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s{0,100}/, '');
  if (text.startsWith('<')) return /camt\.05[234]/.test(text) ? 'camt' : 'xml';
  const isSwift = /^\{1:F\d\d/.test(text) || /^:20:/m.test(text);
  return isSwift && /^:(?:25|28C?|60[FM]):/m.test(text) ? 'mt940' : null;
}
