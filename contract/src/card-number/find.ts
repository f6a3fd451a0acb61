// Finds card numbers in free text, written in one or in groups as cards show them. What only looks
// like one is left alone: dates, account numbers, phone numbers one after the other.

import { nextRun } from './runs.ts';
import type { Run } from './runs.ts';
import { cardDigits, cardLengthsOf, isCardNumber, isLuhnRight } from './schemes.ts';

/** Where a number begins and ends in the text. */
export interface Found {
  start: number;
  end: number;
}

export const holdsCardNumber = (text: string): boolean => findUpTo(1, text).length > 0;

/** All of them, in the order of the text. */
export const findCardNumbers = (text: string): Found[] => findUpTo(Infinity, text);

/** An IBAN or a RIB: it begins with the letters of its country. */
const accountStart = /[A-Za-z]{2}$/;

function findUpTo(most: number, text: string): Found[] {
  const found: Found[] = [];
  let run = nextRun(text, 0, cardDigits.min);
  while (run !== null && found.length < most) {
    const before = text.slice(Math.max(0, run.start - 2), run.start);
    if (run.digits.length <= cardDigits.max || !accountStart.test(before))
      findInRun(run, before, { most, found });
    run = nextRun(text, run.end, cardDigits.min);
  }
  return found;
}

function findInRun(run: Run, before: string, { most, found }: { most: number; found: Found[] }) {
  for (let index = 0; index < run.starts.length && found.length < most;) {
    if (isMeterToken(run, index)) {
      index += tokenGroups;
      continue;
    }
    const taken = numberAt(run, index, before);
    if (taken > 0) {
      const last = index + taken - 1;
      found.push({ start: run.starts[index]!, end: run.starts[last]! + lengthOf(run, last) });
    }
    index += Math.max(1, taken);
  }
}

/** 0: there is no such group. */
const lengthOf = ({ places }: Run, index: number): number =>
  index < 0 || index + 1 >= places.length ? 0 : places[index + 1]! - places[index]!;
const digitsOf = ({ digits, places }: Run, index: number): string =>
  digits.slice(places[index], places[index + 1]);

const tokenGroups = 5;
const expiry = /^(?:0[1-9]|1[0-2])[23]\d$/;
const year = /^20[23]\d$/;

/**
 * The token of a prepaid meter has twenty digits in five groups of four, which receipts and
 * messages show. A card has its expiry date behind it, or a year before it.
 */
function isMeterToken(run: Run, index: number): boolean {
  const isFour = (at: number): boolean => lengthOf(run, at) === 4;
  for (let at = index; at < index + tokenGroups; at++) if (!isFour(at)) return false;
  const isWhole = !isFour(index - 1) && !isFour(index + tokenGroups);
  return (
    isWhole &&
    !expiry.test(digitsOf(run, index + tokenGroups - 1)) &&
    !year.test(digitsOf(run, index))
  );
}

/** How many groups from `index` on are a card's number; 0: none. The most, where several are. */
function numberAt(run: Run, index: number, before: string): number {
  const length = lengthOf(run, index);
  if (length > cardDigits.max) return 0;
  if (length < cardDigits.min) return groupsOfNumber(run, index);
  const digits = digitsOf(run, index);
  const isOther = isOurs(digits, index, before) || beginsWithDate(digits);
  return !isOther && isCardNumber(digits) ? 1 : 0;
}

/** Luhn's digit is asked for first of what has the length of a card: nine of ten fail it. */
function groupsOfNumber(run: Run, index: number): number {
  const from = run.places[index]!;
  const lengths = cardLengthsOf(run.digits, from);
  let taken = 0;
  for (let last = index; lengths !== 0 && last < run.starts.length; last++) {
    const to = run.places[last + 1]!;
    if (to - from > cardDigits.max) break;
    const isLong = (lengths & (1 << (to - from))) !== 0;
    if (isLong && isLuhnRight(run.digits, from, to) && isPrinted(run, index, last))
      taken = last - index + 1;
  }
  return taken;
}

/** Card numbers are printed in groups of four; American Express and Diners Club also so. */
const otherGroups = new Set(['4 6 5', '4 6 4', '4 3 3 3', '6 13', '6 10']);

function isPrinted(run: Run, first: number, last: number): boolean {
  const lengths = Array.from({ length: last - first + 1 }, (_, at) => lengthOf(run, first + at));
  const inFours = lengths.at(-1)! <= 4 && lengths.slice(0, -1).every((length) => length === 4);
  return inFours || lengths.every((length) => length === 1) || otherGroups.has(lengths.join(' '));
}

/** A reference of a claim: `C` and 14 digits. */
const isOurs = (digits: string, index: number, before: string): boolean =>
  index === 0 && digits.length === 14 && before.endsWith('C');

const month = '(?:0[1-9]|1[0-2])';
const day = '(?:0[1-9]|[12]\\d|3[01])';
/** Numbers of orders often begin with their date: YYMMDD, or DDMMYYYY. */
const dateStart = new RegExp(`^(?:2[0-9]${month}${day}|${day}${month}(?:19|20)\\d\\d)`);
const beginsWithDate = (digits: string): boolean => dateStart.test(digits);
