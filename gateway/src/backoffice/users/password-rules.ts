// Rejects weak passwords: short ones, those made of common words of the region, of the user's own
// names or of digits alone, and those without variety.

import { readFileSync } from 'node:fs';
import { passwordCharactersMin } from '@jokko/contract/portal';
import type { PortalFieldProblem } from '@jokko/contract/portal';

const listFile = new URL('./common-words.txt', import.meta.url);
const differentCharactersMin = 5;
/** Shorter names are in too many words. */
const nameCharactersMin = 4;
/** Beside common words; digits, as of a year, count for nothing there. */
const otherLettersMin = 6;
const rows = [
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'azertyuiop',
  'qsdfghjklm',
  'wxcvbn',
  '1234567890',
  'abcdefghijklmnopqrstuvwxyz',
];
const walkCharactersMin = 4;
/** In no password: a form's characters are checked before. */
const gap = '\0';
const replaced: { readonly [character: string]: string } = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

let common: readonly string[] | null = null;

/**
 * What is wrong with a new password; null when it will do. `ownWords`: e-mail, name and company of
 * the user.
 */
export function passwordProblem(
  password: string,
  ownWords: readonly string[],
): PortalFieldProblem | null {
  const text = password.normalize('NFKC').toLowerCase();
  if ([...text].length < passwordCharactersMin) return 'tooShort';
  if (isMonotonous(text)) return 'commonPassword';
  const forms = [text, readLetters(text)];
  const names = namesIn(ownWords);
  if (forms.some((form) => isName(form, names))) return 'passwordHoldsName';
  common ??= readWords();
  const words = [...common, ...names.map(lettersOf)];
  return forms.some((form) => isCommon(form, words)) ? 'commonPassword' : null;
}

/** Longest first, so that `orangemoney` is gone before `orange` is looked for. */
function readWords(): string[] {
  return readFileSync(listFile, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .toSorted((one, other) => other.length - one.length);
}

/** Each name, and all of one field together: `Awa Ba` is `awaba`, too. */
function namesIn(ownWords: readonly string[]): string[] {
  const parts = ownWords.map((words) =>
    words
      .normalize('NFKC')
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u),
  );
  return [...parts.map((names) => names.join('')), ...parts.flat()].filter(
    (name) => [...name].length >= nameCharactersMin,
  );
}

/** A name may be part of a password that has enough besides it. */
function isName(form: string, names: readonly string[]): boolean {
  const rest = without(form, names);
  return rest !== form && [...rest].length < passwordCharactersMin - nameCharactersMin;
}

/**
 * Made of these words and digits, with few other letters; or of digits alone, as dates and phone
 * numbers are.
 */
function isCommon(form: string, words: readonly string[]): boolean {
  const letters = lettersOf(form);
  const rest = without(letters, words);
  return rest === letters
    ? letters === '' && /^[\p{N}\p{P}\p{Z}]*$/u.test(form)
    : [...rest].length < otherLettersMin;
}

/** Without accents, digits and signs. */
const lettersOf = (text: string): string => text.normalize('NFKD').replaceAll(/[^\p{L}]/gu, '');

/** The ends of two words that were around a third one make no new word. */
const without = (text: string, words: readonly string[]): string =>
  words
    .reduce((left, word) => (word === '' ? left : left.replaceAll(word, gap)), text)
    .replaceAll(gap, '');

/** `p4$$w0rd2026` is `password2026`: figures in the word are letters, those behind it are not. */
function readLetters(text: string): string {
  const [, word = '', tail = ''] = /^(.*?)([^\p{L}]*)$/su.exec(text)!;
  return [...word].map((character) => replaced[character] ?? character).join('') + tail;
}

/** A few characters over and over, or nothing but walks along the keyboard and runs of digits. */
function isMonotonous(text: string): boolean {
  if (new Set(text).size < differentCharactersMin) return true;
  if (/^(.{1,6})\1+.{0,5}$/su.test(text)) return true;
  return withoutWalks(text).length < walkCharactersMin;
}

/**
 * The text without what lies side by side on a keyboard or in the alphabet, in either direction.
 */
function withoutWalks(text: string): string {
  let left = '';
  for (let at = 0; at < text.length;) {
    const length = walkAt(text, at);
    if (length < walkCharactersMin) left += text[at];
    at += length < walkCharactersMin ? 1 : length;
  }
  return left;
}

function walkAt(text: string, at: number): number {
  let longest = 1;
  for (const row of rows) {
    for (const step of [1, -1]) {
      let place = row.indexOf(text[at]!);
      let length = 1;
      while (
        place >= 0 &&
        text[at + length] !== undefined &&
        row[place + step] === text[at + length]
      ) {
        place += step;
        length++;
      }
      longest = Math.max(longest, length);
    }
  }
  return longest;
}
