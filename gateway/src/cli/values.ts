// Reads the values that commands take from their text; each reader says in a sentence what is
// expected.

import {
  currencyDecimals,
  decimalsOf,
  firstUnseen,
  normalisePhone,
  parseAmount,
} from '@jokko/contract';
import { UsageError } from './errors.ts';

export const readText = (text: string): string => text;

export function readAccountId(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new UsageError(`${text} is not the number of an account`);
  return Number(text);
}

const nameCharactersMax = 100;

/** Without spaces at its ends; may be empty. */
export function readName(text: string, name: string): string {
  return seen(text, name, 0, nameCharactersMax);
}

/** One line that others read. */
function seen(given: string, name: string, min: number, max: number): string {
  const text = given.trim().normalize('NFC');
  const { length } = [...text];
  if (length < min || length > max)
    throw new UsageError(`${name} takes ${min === 0 ? 'at most' : `${min} to`} ${max} characters`);
  const unseen = firstUnseen(text, 'line');
  if (unseen !== null)
    throw new UsageError(`${name} holds a character that is not seen: ${unseen}`);
  return text;
}

/** A sentence of a user, of 1 to `charactersMax` characters. */
export function sentence(charactersMax: number) {
  return (text: string, name: string): string => {
    return seen(text, name, 1, charactersMax);
  };
}

export function oneOf<const Choice extends string>(choices: readonly Choice[]) {
  return (text: string, name: string): Choice => {
    const found = choices.find((choice) => choice === text);
    if (found === undefined) throw new UsageError(`${name} takes one of ${choices.join(', ')}`);
    return found;
  };
}

export function readSwitch(text: string, name: string): boolean {
  if (text !== 'on' && text !== 'off') throw new UsageError(`${name} takes on or off`);
  return text === 'on';
}

export function wholeNumber(maximum: number, minimum = 0) {
  return (text: string, name: string): number => {
    if (!/^\d{1,12}$/.test(text) || Number(text) > maximum || Number(text) < minimum)
      throw new UsageError(`${name} takes a whole number from ${minimum} to ${maximum}`);
    return Number(text);
  };
}

/** `off` is null. */
export function orOff<T>(read: (text: string, name: string) => T) {
  return (text: string, name: string): T | null => (text === 'off' ? null : read(text, name));
}

export function readTime(text: string, name: string): Date {
  const time = new Date(text);
  if (!/^\d{4}-\d{2}-\d{2}/.test(text) || Number.isNaN(time.getTime()))
    throw new UsageError(`${name} takes a time such as 2026-11-21 or 2026-11-21T14:00:00Z`);
  return time;
}

/** Values with commas between them, at least one and none empty. */
export function commaSeparated<T>(what: string, read: (text: string, name: string) => T) {
  return (text: string, name: string): T[] => {
    const parts = text.split(',').map((part) => part.trim());
    if (parts.includes('')) throw new UsageError(`${name} takes ${what} separated by commas`);
    return [...new Set(parts.map((part) => read(part, name)))];
  };
}

export const readServiceCodes = commaSeparated('service codes', readText);

export function readCurrency(text: string): string {
  if (!Object.hasOwn(currencyDecimals, text))
    throw new UsageError(`${text} is not one of ${Object.keys(currencyDecimals).join(', ')}`);
  return text;
}

/** An amount in currency units ("1000000", "12.50"), above zero, in ten-thousandths. */
export function readAmount(text: string, currency: string): bigint {
  const amount = parseAmount(text, decimalsOf(currency));
  if (amount === null || amount <= 0n)
    throw new UsageError(`${text} is not an amount of ${currency} greater than zero`);
  return amount;
}

const unitMs: { readonly [unit: string]: number } = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};
const durationMaxMs = 365 * 86_400_000;

/** "24h", "30m", "0" in milliseconds. */
export function readDuration(text: string, name: string): number {
  const [, digits, unit = ''] = /^(\d{1,9})(ms|s|m|h|d)?$/.exec(text) ?? [];
  const durationMs = Number(digits) * (unitMs[unit] ?? 1_000);
  if (digits === undefined || durationMs > durationMaxMs || (unit === '' && digits !== '0'))
    throw new UsageError(`${name} takes a duration such as 24h, 30m or 0 (at most 365d)`);
  return durationMs;
}

/**
 * E.164 digits of a number with its country code, read as card and chat services read it: plus and
 * 00 can be left out where the plan is known.
 */
export function readPhoneNumber(text: string): string {
  const phone = normalisePhone(text, '', { countryCodeRequired: true });
  if (phone === null)
    throw new UsageError(
      `${text} is not a phone number with its country calling code, such as +221770000000`,
    );
  return phone.slice(1);
}
