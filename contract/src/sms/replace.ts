// Brings a text into the GSM alphabet by replacing characters, all or nothing: a text that needs
// UCS-2 anyway keeps its letters.
import { isGsmText, septetsOf } from './alphabet.ts';
import { composeText } from './compose.ts';
import { letters, typographic } from './replacements.ts';

/** `to` is empty for a character that is left out. */
export interface SmsReplacement {
  from: string;
  to: string;
  count: number;
}

const combiningMarks = /[\u0300-\u036f]+/g;

function isMark(unit: number): boolean {
  return unit >= 0x300 && unit <= 0x36f;
}

/**
 * The text with GSM characters only, and what was replaced in order of first appearance; null when
 * some character has no stand-in. `text` is in NFC. Without `transliterate` only invisible and
 * typographic characters are replaced.
 */
export function replaceForGsm(
  text: string,
  transliterate: boolean,
): { text: string; replaced: SmsReplacement[] } | null {
  const replaced = new Map<string, SmsReplacement>();
  let result = '';
  let copied = 0;
  for (let index = 0; index < text.length;) {
    const end = characterEnd(text, index);
    if (end - index === 1 && septetsOf(text.charCodeAt(index)) > 0) {
      index = end;
      continue;
    }
    const found = text.slice(index, end);
    const stand = standIn(found, text.charAt(index - 1), transliterate);
    if (stand === null) return null;
    const entry = replaced.get(found);
    if (entry === undefined) replaced.set(found, { from: found, to: stand, count: 1 });
    else entry.count += 1;
    result += text.slice(copied, index) + stand;
    copied = end;
    index = end;
  }
  return { text: result + text.slice(copied), replaced: [...replaced.values()] };
}

/**
 * Different characters of the text that have no stand-in, in order of first appearance: because of
 * them it is sent in UCS-2.
 */
export function charactersOutsideGsm(text: string, transliterate: boolean): string[] {
  const outside = new Set<string>();
  for (const { found, before, isGsm } of charactersWithPlaces(composeText(text)))
    if (!isGsm && standIn(found, before, transliterate) === null) outside.add(found);
  return [...outside];
}

/** The characters of a text in NFC, each with its marks and the unit before it. */
export function* charactersWithPlaces(
  text: string,
): Generator<{ found: string; before: string; isGsm: boolean }> {
  for (let index = 0; index < text.length;) {
    const end = characterEnd(text, index);
    yield {
      found: text.slice(index, end),
      before: text.charAt(index - 1),
      isGsm: end - index === 1 && septetsOf(text.charCodeAt(index)) > 0,
    };
    index = end;
  }
}

/**
 * Behind the character at `index` and the marks that follow it, so that a report shows a letter and
 * never a mark alone.
 */
function characterEnd(text: string, index: number): number {
  let end = index + ((text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1);
  while (isMark(text.charCodeAt(end))) end += 1;
  return end;
}

/** What stands for a character outside the alphabet behind `before`; null: nothing. */
export function standIn(found: string, before: string, transliterate: boolean): string | null {
  const direct = typographic.get(found) ?? (transliterate ? letters.get(found) : undefined);
  if (direct !== undefined) return direct;
  if (!transliterate) return null;
  // "N° 1234" is all over bills and receipts; a degree after anything else is a temperature or an
  // angle, and has no stand-in.
  if (found === '°') return before === 'n' || before === 'N' ? 'o' : null;
  return isMark(found.charCodeAt(0)) ? '' : withoutMarks(found);
}

/**
 * A letter without the accents that GSM lacks; the accent stays where GSM has the letter with it
 * (é, ñ, Ä).
 */
function withoutMarks(found: string): string | null {
  const [first = ''] = found;
  if (isGsmText(first)) return first;
  // The marks behind it go anyway: not put in order, they cost nothing.
  const bare = first.normalize('NFD').replace(combiningMarks, '');
  return isGsmText(bare) ? bare : (letters.get(bare) ?? lettersWithin(first));
}

/** The letters in one letter that is several (ǆ, ﬁ), or one in another width. */
function lettersWithin(letter: string): string | null {
  if (!isLetter.test(letter)) return null;
  const apart = letter.normalize('NFKD').replace(combiningMarks, '');
  return isGsmText(apart) ? apart : null;
}

const isLetter = /^\p{L}$/u;
