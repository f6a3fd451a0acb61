// The one place that decides which characters a text may hold that one person writes and another
// reads before deciding: none that is not seen, turns the writing around, or piles up. What
// comes from a file or from a stranger keeps its characters, and they are shown as `⟨U+202E⟩`.

/** Marks over one letter: Arabic with its vowels has three, the languages of the coast two. */
const marksMax = 4;
const suspects = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|[\p{Mn}\p{Me}]{5}/u;
const hidden = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
const mark = /[\p{Mn}\p{Me}]/u;
/**
 * Formatting characters by their category that are seen: signs of Arabic and Syriac numbers and
 * verses.
 */
const seenFormat = /[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]/u;
/** Scripts whose letters change with a joiner or non-joiner between them. */
const joining =
  /[\p{Script=Arabic}\p{Script=Nko}\p{Script=Adlam}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}]/u;
const letterOrMark = /[\p{L}\p{M}]/u;
const pictograph = /\p{Extended_Pictographic}/u;
/** Behind a pictograph. */
const modifier = /[\p{Emoji_Modifier}\ufe0f]/u;

const zeroWidthNonJoiner = '\u200c';
const zeroWidthJoiner = '\u200d';

/** `line`: neither line ends nor tabs. */
export type TextShape = 'line' | 'lines';

/**
 * The first character that has no place in such a text: `U+202E RIGHT-TO-LEFT OVERRIDE`. Null: all
 * are seen.
 */
export function firstUnseen(text: string, shape: TextShape): string | null {
  if (!suspects.test(text)) return null;
  let first: string | null = null;
  walk(text, shape, (character, isUnseen) => {
    if (isUnseen) first ??= `${codeOf(character)} ${nameOf(character)}`;
  });
  return first;
}

/** As people are shown it, whoever wrote it. */
export const seenText = (text: string, shape: TextShape = 'lines'): string =>
  writtenOut(text, shape, (character) => `⟨${codeOf(character)}⟩`);

/** A JSON text with the same value, for people who look at it. */
export const seenJson = (json: string): string =>
  writtenOut(json, 'lines', (character) =>
    Array.from({ length: character.length }, (_none, at) => {
      return `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`;
    }).join(''),
  );

function writtenOut(text: string, shape: TextShape, write: (character: string) => string): string {
  if (!suspects.test(text)) return text;
  const parts: string[] = [];
  walk(text, shape, (character, isUnseen) => {
    parts.push(isUnseen ? write(character) : character);
  });
  return parts.join('');
}

function walk(
  text: string,
  shape: TextShape,
  take: (character: string, isUnseen: boolean) => void,
): void {
  const characters = [...text];
  let marks = 0;
  for (const [at, character] of characters.entries()) {
    const isHidden = hidden.test(character);
    marks = !isHidden && mark.test(character) ? marks + 1 : 0;
    take(
      character,
      marks > marksMax ||
        (isHidden &&
          !hasItsPlace(character, characters[at - 1] ?? '', characters[at + 1] ?? '', shape)),
    );
  }
}

function hasItsPlace(character: string, before: string, after: string, shape: TextShape): boolean {
  switch (character) {
    case '\n':
    case '\t':
      return shape === 'lines';
    case '\r':
      return shape === 'lines' && after === '\n';
    case '\ufe0e':
    case '\ufe0f':
      return pictograph.test(before) || (/[\d#*]/.test(before) && after === '\u20e3');
    case zeroWidthJoiner:
      return isBetweenLetters(before, after) || isBetweenPictographs(before, after);
    case zeroWidthNonJoiner:
      return isBetweenLetters(before, after);
    default:
      return seenFormat.test(character);
  }
}

const isBetweenLetters = (before: string, after: string): boolean =>
  [before, after].every((one) => joining.test(one) && letterOrMark.test(one));
const isBetweenPictographs = (before: string, after: string): boolean =>
  (pictograph.test(before) || modifier.test(before)) && pictograph.test(after);

const codeOf = (character: string): string =>
  `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;

/** As Unicode calls them: those that people paste, and those that are used to deceive. */
const names: { readonly [character: string]: string } = {
  '\0': 'NULL',
  '\t': 'CHARACTER TABULATION',
  '\n': 'LINE FEED',
  '\r': 'CARRIAGE RETURN',
  '\x1b': 'ESCAPE',
  '\xad': 'SOFT HYPHEN',
  '\u034f': 'COMBINING GRAPHEME JOINER',
  '\u061c': 'ARABIC LETTER MARK',
  '\u180e': 'MONGOLIAN VOWEL SEPARATOR',
  '\u200b': 'ZERO WIDTH SPACE',
  [zeroWidthNonJoiner]: 'ZERO WIDTH NON-JOINER',
  [zeroWidthJoiner]: 'ZERO WIDTH JOINER',
  '\u200e': 'LEFT-TO-RIGHT MARK',
  '\u200f': 'RIGHT-TO-LEFT MARK',
  '\u2028': 'LINE SEPARATOR',
  '\u2029': 'PARAGRAPH SEPARATOR',
  '\u202a': 'LEFT-TO-RIGHT EMBEDDING',
  '\u202b': 'RIGHT-TO-LEFT EMBEDDING',
  '\u202c': 'POP DIRECTIONAL FORMATTING',
  '\u202d': 'LEFT-TO-RIGHT OVERRIDE',
  '\u202e': 'RIGHT-TO-LEFT OVERRIDE',
  '\u2060': 'WORD JOINER',
  '\u2066': 'LEFT-TO-RIGHT ISOLATE',
  '\u2067': 'RIGHT-TO-LEFT ISOLATE',
  '\u2068': 'FIRST STRONG ISOLATE',
  '\u2069': 'POP DIRECTIONAL ISOLATE',
  '\u2800': 'BRAILLE PATTERN BLANK',
  '\u3164': 'HANGUL FILLER',
  '\ufe0f': 'VARIATION SELECTOR-16',
  '\ufeff': 'ZERO WIDTH NO-BREAK SPACE',
};

const kinds: readonly (readonly [RegExp, string])[] = [
  [/\p{Cc}/u, 'CONTROL CHARACTER'],
  [/\p{Cs}/u, 'SURROGATE'],
  [/\p{Co}/u, 'PRIVATE USE'],
  [/[\u{e0000}-\u{e007f}]/u, 'TAG'],
  [/\p{Variation_Selector}/u, 'VARIATION SELECTOR'],
  [/[\p{Mn}\p{Me}]/u, 'COMBINING MARK'],
  [/\p{Cn}/u, 'UNASSIGNED'],
];

const nameOf = (character: string): string =>
  names[character] ?? kinds.find(([kind]) => kind.test(character))?.[1] ?? 'INVISIBLE';
