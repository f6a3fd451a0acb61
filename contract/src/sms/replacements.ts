// Replacements for characters that are not in the GSM alphabet. Invisible and typographic
// characters always have one; letters with other accents, ligatures and African letters only where
// the sender agreed to transliteration.

import { latinLetters } from '../latin-letters.ts';

/** Each character of the left is replaced by the text on the right. */
type Row = readonly [characters: string, replacement: string];

const typographicRows: readonly Row[] = [
  // Spaces: no-break (French writes one before ; : ! ? and in numbers), en to hair, narrow
  // no-break, mathematical, ideographic; tab.
  [
    '\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000\t',
    ' ',
  ],
  ['\u0085\u2028\u2029\v', '\n'],
  // Zero-width, joiners, soft hyphen, byte order mark, direction marks, variation selectors.
  ['\u200b\u200c\u200d\u2060\u2061\u2062\u2063\u2064\ufeff\u00ad\u180e', ''],
  ['\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufe0e\ufe0f', ''],
  // Control characters but tab, line feed, form feed and carriage return.
  [
    '\x00\x01\x02\x03\x04\x05\x06\x07\b\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f\x7f',
    '',
  ],
  ['‘’‚‛′‵ʹʻʼʽˈˊˋ`´\uff07', "'"],
  ['“”„‟″‶ʺ〝〞\uff02', '"'],
  ['‐\u2011‒–—―−⁃﹘﹣\uff0d', '-'],
  ['…', '...'],
  ['‥', '..'],
  ['⁄∕', '/'],
];

// Signs that stand for others where the sender agreed to transliteration; letters do as
// `latin-letters.ts` has them.
const signRows: readonly Row[] = [
  ['«»', '"'],
  ['‹›', "'"],
  ['№', 'No'],
  ['•‣·∙', '-'],
  ['×', 'x'],
];

function tableOf(rows: readonly Row[]): ReadonlyMap<string, string> {
  return new Map(
    rows.flatMap(([characters, replacement]) =>
      [...characters].map((character) => [character, replacement] as const),
    ),
  );
}

export const typographic = tableOf(typographicRows);
const signs = tableOf(signRows);
/** Two letters written as one, and the degree of "n°". */
const ligatures: ReadonlySet<string> = new Set('œŒĳĲ°');

/**
 * Whether a word reads as before with what stands for the character; letters with accents and
 * African letters are others without them.
 */
export const keepsSpelling = (character: string): boolean =>
  typographic.has(character) || signs.has(character) || ligatures.has(character);

export const letters: ReadonlyMap<string, string> = new Map([...latinLetters, ...signs]);
