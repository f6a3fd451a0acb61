// The characters that every bank takes in a payment file: the Latin set of ISO 20022 in use with
// banks, without accents.

import { toAsciiLetters } from '@jokko/contract';

const outside = /[^A-Za-z0-9/\-?:().,'+ ]/g;

/** The text in those characters, spaces made single, cut at `max`. Empty when nothing is left. */
export function toBankText(text: string, max: number): string {
  return inBankCharacters(toAsciiLetters(text).text).slice(0, max).trim();
}

export type BankName = { ok: true; name: string } | { ok: false; reason: 'script' | 'long' };

/**
 * A name in those characters. It loses signs, never a letter and never its end: a name with a
 * letter of another script, which nothing Latin stands for, and one that is longer than `max` are
 * no names for a bank.
 */
export function toBankName(given: string, max: number): BankName {
  const { text, lost } = toAsciiLetters(given);
  const name = inBankCharacters(text);
  if (lost.length > 0 || !/[A-Za-z]/.test(name)) return { ok: false, reason: 'script' };
  return name.length > max ? { ok: false, reason: 'long' } : { ok: true, name };
}

const inBankCharacters = (text: string): string =>
  text.replace(outside, ' ').replace(/ +/g, ' ').trim();

/** Whether a text can stand in a file as it is. */
export function isBankText(text: unknown, max: number): text is string {
  return typeof text === 'string' && text !== '' && toBankText(text, max) === text;
}
