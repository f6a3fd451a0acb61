// Characters for texts that may hold anything.

import fc from 'fast-check';

/**
 * ASCII and all other characters, as often. Not fast-check's own units, which list all of Unicode
 * for each text: seconds, and a gigabyte.
 */
export const anyCharacter = fc
  .oneof(fc.nat(0x7f), fc.nat(0x10_ffff))
  .map((code) => String.fromCodePoint(code).toWellFormed());
