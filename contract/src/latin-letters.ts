// The one table of Latin letters that stand for others, for messages in the GSM alphabet and for
// payment files: letters that Unicode does not take apart, as Unicode's CLDR writes them in ASCII
// (Latin-ASCII). Letters with accents need no row: they lose them.

/** Each character of the left is written as the text on the right. */
type Row = readonly [characters: string, replacement: string];

const rows: readonly Row[] = [
  ['œ', 'oe'],
  ['Œ', 'OE'],
  ['ĳ', 'ij'],
  ['Ĳ', 'IJ'],
  ['ɛǝəɘ', 'e'],
  ['ƐƎƏ', 'E'],
  ['ɔɵ', 'o'],
  ['ƆƟ', 'O'],
  ['ŋɲƞ', 'n'],
  ['ŊƝ', 'N'],
  ['ɓƀ', 'b'],
  ['ƁɃ', 'B'],
  ['ɗɖđð', 'd'],
  ['ƊƉĐÐ', 'D'],
  ['ƙ', 'k'],
  ['Ƙ', 'K'],
  ['ƴ', 'y'],
  ['Ƴ', 'Y'],
  ['ƒ', 'f'],
  ['Ƒ', 'F'],
  ['ɣɠǥ', 'g'],
  ['ƔƓǤ', 'G'],
  ['ɩɨı', 'i'],
  ['ƖƗ', 'I'],
  ['ʊʉ', 'u'],
  ['ƱɄ', 'U'],
  ['ʋ', 'v'],
  ['Ʋ', 'V'],
  ['ƈ', 'c'],
  ['Ƈ', 'C'],
  ['ƥ', 'p'],
  ['Ƥ', 'P'],
  ['ƭʈŧ', 't'],
  ['ƬƮŦ', 'T'],
  ['ɦħ', 'h'],
  ['ꞪĦ', 'H'],
  ['ł', 'l'],
  ['Ł', 'L'],
  ['ʃ', 'sh'],
  ['Ʃ', 'Sh'],
  ['þ', 'th'],
  ['Þ', 'Th'],
  ['ᵉ', 'e'],
  ['ʳ', 'r'],
  ['ˢ', 's'],
  ['ᵈ', 'd'],
  ['ªᵃ', 'a'],
  ['ºᵒ', 'o'],
  ['æ', 'ae'],
  ['Æ', 'AE'],
  ['ø', 'o'],
  ['Ø', 'O'],
  ['ß', 'ss'],
  ['ẞ', 'SS'],
  ['ĸ', 'q'],
  ['ɭ', 'l'],
];

export const latinLetters: ReadonlyMap<string, string> = new Map(
  rows.flatMap(([characters, replacement]) =>
    [...characters].map((character) => [character, replacement] as const),
  ),
);

/** Apostrophes of names: N’Diaye, Maʼa, and the letter that languages of the coast write. */
const apostrophes = /[‘’‛′ʹʻʼʽˈʾʿ`´\ua78b\ua78c\uff07]/g;
const marks = /\p{M}/gu;
const invisible = /\p{Default_Ignorable_Code_Point}/gu;
const beyondAscii = /[^\0-\x7f]/gu;

/**
 * The text with its Latin letters in ASCII. `lost` are the letters and digits of other scripts, each once: nothing in ASCII stands for them, and
 * they stay in the text. Signs stay as well.
 */
export function toAsciiLetters(given: string): { text: string; lost: readonly string[] } {
  // Marks go first: to put many of them in order would cost the square of their number.
  const bare = given.replace(invisible, '').replace(marks, '').replace(apostrophes, "'");
  const text = bare
    .normalize('NFKD')
    .replace(marks, '')
    .replace(beyondAscii, (letter) => latinLetters.get(letter) ?? letter);
  const lost = text.match(/[\p{L}\p{N}]/gu)?.filter((letter) => letter > '\x7f') ?? [];
  return { text, lost: [...new Set(lost)] };
}
