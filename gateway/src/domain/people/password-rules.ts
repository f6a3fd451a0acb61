// Which passwords are refused? Short ones, those that many people have, those made of one's own names, and those without variety.

import { readFileSync } from 'node:fs';
import { passwordCharactersMin } from '@jokko/contract/portal';
import type { PortalFieldProblem } from '@jokko/contract/portal';

const listFile = new URL('./common-passwords.txt', import.meta.url);
const differentCharactersMin = 5;
/** Shorter names are in too many words. */
const nameCharactersMin = 4;
const rows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'azertyuiop', 'qsdfghjklm', 'wxcvbn', '1234567890', 'abcdefghijklmnopqrstuvwxyz'];
const walkCharactersMin = 4;
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

let common: Set<string> | null = null;

/** What is wrong with a new password; null when it will do. `ownWords`: e-mail, name and company of the person. */
export function passwordProblem(password: string, ownWords: readonly string[]): PortalFieldProblem | null {
  const text = password.normalize('NFKC').toLowerCase();
  if ([...text].length < passwordCharactersMin) return 'tooShort';
  common ??= new Set(readFileSync(listFile, 'utf8').split('\n'));
  const forms = [text, readLetters(text)];
  if (forms.some((form) => common!.has(form)) || isMonotonous(text)) return 'commonPassword';
  const names = ownWords.flatMap((words) =>
    words
      .normalize('NFKC')
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u),
  );
  // A name may be part of a password that has enough besides it.
  const rest = (form: string) =>
    names.filter((name) => [...name].length >= nameCharactersMin).reduce((left, name) => left.replaceAll(name, ''), form);
  const isName = forms.some((form) => rest(form) !== form && [...rest(form)].length < passwordCharactersMin - nameCharactersMin);
  return isName ? 'passwordHoldsName' : null;
}

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

/** The text without what lies side by side on a keyboard or in the alphabet, in either direction. */
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
      while (place >= 0 && text[at + length] !== undefined && row[place + step] === text[at + length]) {
        place += step;
        length++;
      }
      longest = Math.max(longest, length);
    }
  }
  return longest;
}
