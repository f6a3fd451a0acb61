// Normalises text to Unicode's composed form, safely even for hostile input.

/** More marks on one letter are in no language: Unicode's stream-safe format has the same limit. */
const marksMax = 30;
const manyMarks = new RegExp(`\\p{M}{${marksMax + 1}}`, 'u');

/**
 * NFC. A text with more than 30 marks in a row is left as it stands: to put so many in order costs
 * the square of their number, minutes for a text of a megabyte.
 */
export function composeText(text: string): string {
  return manyMarks.test(text) ? text : text.normalize('NFC');
}
