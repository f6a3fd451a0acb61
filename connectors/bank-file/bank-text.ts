// The characters that every bank takes in a payment file: the Latin set of ISO 20022 in use with
// banks, without accents.

const outside = /[^A-Za-z0-9/\-?:().,'+ ]/g;
/** Letters that Unicode does not take apart. */
const letters: { readonly [letter: string]: string } = {
  œ: 'oe',
  Œ: 'OE',
  æ: 'ae',
  Æ: 'AE',
  ø: 'o',
  Ø: 'O',
  ß: 'ss',
  ŋ: 'n',
  Ŋ: 'N',
  ɓ: 'b',
  Ɓ: 'B',
  ɗ: 'd',
  Ɗ: 'D',
  '’': "'",
};

/** The text in those characters, spaces made single, cut at `max`. Empty when nothing is left. */
export function toBankText(text: string, max: number): string {
  return text
    .replace(/[œŒæÆøØßŋŊɓƁɗƊ’]/g, (letter) => letters[letter]!)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(outside, ' ')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, max)
    .trim();
}

/** Whether a text can stand in a file as it is. */
export function isBankText(text: unknown, max: number): text is string {
  return typeof text === 'string' && text !== '' && toBankText(text, max) === text;
}
