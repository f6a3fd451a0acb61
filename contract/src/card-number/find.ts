// Finds card numbers in free text, written in one or in groups as cards show them. What only looks
// like one is left alone: dates, account numbers, phone numbers one after the other.

import { cardDigits, isCardNumber } from './schemes.ts';

/** Where a number begins and ends in the text. */
export interface Found {
  start: number;
  end: number;
}

/** The digits of keyboards in Arabic, and those as wide as a Chinese sign: people read a number in them as well. */
const otherDigits = /[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g;
const isOtherDigit = (code: number): boolean =>
  (code >= 0x660 && code <= 0x669) ||
  (code >= 0x6f0 && code <= 0x6f9) ||
  (code >= 0xff10 && code <= 0xff19);
/** The text with 0 to 9 for them, as long as before. */
export const withPlainDigits = (text: string): string =>
  text.replace(otherDigits, (digit) => String(digit.charCodeAt(0) & 0xf));

/** Spaces, dashes, dots, and what shows nothing at all. No line ends: lists of short numbers are written one a line. */
const between =
  ' \\t._\\u00a0\\u00ad\\u00b7\\u2000-\\u2015\\u202f\\u205f\\u2060\\u2212\\u3000\\ufeff-';
const betweenCharacter = new RegExp(`[${between}]`);
const isBetween = (code: number): boolean =>
  code === 0x20 || betweenCharacter.test(String.fromCharCode(code));
/** Thirteen digits or more, with at most three of these between two of them. */
const run = new RegExp(`\\d(?:[${between}]{0,3}\\d){12,}`, 'g');
const betweenMax = 3;

/** Whether there is a run: most texts have none, and every text of every operation is asked. */
function mayHold(text: string): boolean {
  let digits = 0;
  let between = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if ((code >= 0x30 && code <= 0x39) || isOtherDigit(code)) {
      if (++digits >= cardDigits.min) return true;
      between = 0;
    } else if (digits > 0 && (!isBetween(code) || ++between > betweenMax)) {
      digits = 0;
      between = 0;
    }
  }
  return false;
}
const group = /\d+/g;

/** Card numbers are printed in groups of four; American Express and Diners Club also so. */
const otherGroups = new Set(['4 6 5', '4 6 4', '4 3 3 3', '6 13', '6 10']);

/** An IBAN or a RIB: it begins with the letters of its country. */
const accountStart = /[A-Za-z]{2}$/;

export const holdsCardNumber = (text: string): boolean =>
  text.length >= cardDigits.min && findCardNumbers(text).length > 0;

/** All of them, in the order of the text. */
export function findCardNumbers(given: string): Found[] {
  const found: Found[] = [];
  if (!mayHold(given)) return found;
  const text = withPlainDigits(given);
  for (const match of text.matchAll(run)) {
    const groups = groupsOf(match[0], match.index);
    const before = text.slice(Math.max(0, match.index - 2), match.index);
    const digits = groups.reduce((sum, each) => sum + each.digits.length, 0);
    if (digits > cardDigits.max && accountStart.test(before)) continue;
    for (let index = 0; index < groups.length;) {
      if (isMeterToken(groups, index)) {
        index += tokenGroups;
        continue;
      }
      const taken = numberAt(groups, index, before);
      if (taken > 0) {
        const last = groups[index + taken - 1]!;
        found.push({ start: groups[index]!.start, end: last.start + last.digits.length });
      }
      index += Math.max(1, taken);
    }
  }
  return found;
}

interface Group {
  digits: string;
  start: number;
}

/** Most runs are one group. */
function groupsOf(text: string, start: number): Group[] {
  if (/^\d+$/.test(text)) return [{ digits: text, start }];
  return [...text.matchAll(group)].map(({ 0: digits, index }) => ({
    digits,
    start: start + index,
  }));
}

const isFour = (group: Group | undefined): boolean => group?.digits.length === 4;
const tokenGroups = 5;
const expiry = /^(?:0[1-9]|1[0-2])[23]\d$/;
const year = /^20[23]\d$/;

/** The token of a prepaid meter has twenty digits in five groups of four, which receipts and messages show. A card has its expiry date behind it, or a year before it. */
function isMeterToken(groups: readonly Group[], index: number): boolean {
  const fours = groups.slice(index, index + tokenGroups);
  const isWhole = !isFour(groups[index - 1]) && !isFour(groups[index + tokenGroups]);
  return (
    isWhole &&
    fours.length === tokenGroups &&
    fours.every(isFour) &&
    !expiry.test(fours.at(-1)!.digits) &&
    !year.test(fours[0]!.digits)
  );
}

/** How many groups from `index` on are a card's number; 0: none. The most, where several are. */
function numberAt(groups: readonly Group[], index: number, before: string): number {
  const { digits } = groups[index]!;
  if (digits.length >= cardDigits.min)
    return isCardNumber(digits) && !isOurs(digits, index, before) && !beginsWithDate(digits)
      ? 1
      : 0;
  let joined = '';
  let taken = 0;
  const lengths: number[] = [];
  for (let at = index; at < groups.length && joined.length < cardDigits.max; at++) {
    joined += groups[at]!.digits;
    lengths.push(groups[at]!.digits.length);
    if (isPrinted(lengths) && isCardNumber(joined)) taken = at - index + 1;
  }
  return taken;
}

/** A reference of a claim: `C` and 14 digits. */
const isOurs = (digits: string, index: number, before: string): boolean =>
  index === 0 && digits.length === 14 && before.endsWith('C');

function isPrinted(lengths: readonly number[]): boolean {
  const last = lengths.at(-1)!;
  const inFours = last <= 4 && lengths.slice(0, -1).every((length) => length === 4);
  return inFours || lengths.every((length) => length === 1) || otherGroups.has(lengths.join(' '));
}

const month = '(?:0[1-9]|1[0-2])';
const day = '(?:0[1-9]|[12]\\d|3[01])';
/** Numbers of orders often begin with their date: YYMMDD, or DDMMYYYY. */
const dateStart = new RegExp(`^(?:2[0-9]${month}${day}|${day}${month}(?:19|20)\\d\\d)`);
const beginsWithDate = (digits: string): boolean => dateStart.test(digits);
