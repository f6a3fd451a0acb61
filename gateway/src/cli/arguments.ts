// What do the words after a command mean? Readers for the kinds of values that commands take; each says what is wrong in a sentence.

import { parseArgs } from 'node:util';
import type { ParseArgsConfig } from 'node:util';
import { currencyDecimals, parseAmount } from '@jokko/contract';
import { isAddressRange, readKeyId } from '../domain/accounts/index.ts';
import { Refusal, UsageError } from './command.ts';

/** The list is looked through with every request. */
const rangesMax = 50;

type Options = NonNullable<ParseArgsConfig['options']>;

/** Splits words into options and positionals; unknown options and a wrong number of positionals are usage errors. */
export function readArguments<T extends Options>(args: string[], options: T, positionals: string[] = []) {
  const read = parse(args, options);
  if (read.positionals.length < positionals.length) throw new UsageError(`missing ${positionals.slice(read.positionals.length).join(' ')}`);
  if (read.positionals.length > positionals.length) throw new UsageError(`unexpected argument ${read.positionals[positionals.length]}`);
  return read;
}

function parse<T extends Options>(args: string[], options: T) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

export function readId(text: string | undefined): number {
  if (text === undefined || !/^[1-9]\d{0,8}$/.test(text)) throw new UsageError(`${text} is not the number of an account`);
  return Number(text);
}

export interface NamedKey {
  /** The key's number; a Refusal when it names a key of an installation of the other mode. */
  ofMode(mode: 'sandbox' | 'live'): number;
}

/** `jk_test_7`. What was written is not repeated: it may be a whole key. */
export function readKeyIdArgument(text: string): NamedKey {
  return readKeyName(text, 'jk', 'KEYID is the beginning of a key');
}

/** `js_test_7` */
export function readAppId(text: string | undefined): NamedKey {
  return readKeyName(text ?? '', 'js', 'APP is the beginning of an app key');
}

function readKeyName(text: string, prefix: 'jk' | 'js', what: string): NamedKey {
  const named = readKeyId(text, prefix);
  if (named === null) throw new UsageError(`${what} up to the second underscore and what follows it, such as ${prefix}_test_7`);
  return {
    ofMode(mode) {
      if (named.mode !== mode)
        throw new Refusal(`this is a ${mode} installation: its keys begin with ${prefix}_${mode === 'live' ? 'live' : 'test'}_`);
      return named.keyId;
    },
  };
}

export function readAccountOrKeyId(text: string | undefined): { accountId: number } | NamedKey {
  if (text?.startsWith('jk_') === true) return readKeyIdArgument(text);
  return { accountId: readId(text) };
}

const nameCharactersMax = 100;

/** Without spaces at its ends; may be empty. */
export function readName(text: string): string {
  const name = text.trim();
  if (name.length > nameCharactersMax || /\p{Cc}/u.test(name)) {
    throw new UsageError(`--name takes at most ${nameCharactersMax} printable characters`);
  }
  return name;
}

/** Addresses and CIDR ranges with commas between them, at least one. */
export function readRanges(name: string, text: string): string[] {
  const ranges = text.split(',').map((range) => range.trim());
  const wrong = ranges.find((range) => !isAddressRange(range));
  if (wrong !== undefined) throw new UsageError(`${name} takes addresses and CIDR ranges with commas between them; "${wrong}" is neither`);
  if (ranges.length > rangesMax) throw new UsageError(`${name} takes at most ${rangesMax} ranges`);
  return [...new Set(ranges)];
}

export function readSwitch(name: string, text: string): boolean {
  if (text !== 'on' && text !== 'off') throw new UsageError(`--${name} takes on or off`);
  return text === 'on';
}

export function readWhole(name: string, text: string, maximum: number): number {
  if (!/^\d{1,12}$/.test(text) || Number(text) > maximum) throw new UsageError(`${name} takes a whole number from 0 to ${maximum}`);
  return Number(text);
}

const callsPerSecondMax = 1_000_000;

/** "50/s" is 50, "off" 0, "default" null. */
export function readRate(name: string, text: string): number | null {
  if (text === 'default') return null;
  if (text === 'off') return 0;
  const calls = Number(/^([1-9]\d{0,6})\/s$/.exec(text)?.[1] ?? Number.NaN);
  if (!(calls <= callsPerSecondMax)) throw new UsageError(`${name} takes a number of calls a second such as 50/s, or off, or default`);
  return calls;
}

export function readTime(name: string, text: string): Date {
  const time = new Date(text);
  if (!/^\d{4}-\d{2}-\d{2}/.test(text) || Number.isNaN(time.getTime())) {
    throw new UsageError(`--${name} takes a time such as 2026-11-21 or 2026-11-21T14:00:00Z`);
  }
  return time;
}

export function readLanguage(text: string): 'fr' | 'en' {
  if (text !== 'fr' && text !== 'en') throw new UsageError('--language takes fr or en');
  return text;
}

export function readCurrency(text: string): string {
  if (!Object.hasOwn(currencyDecimals, text)) throw new UsageError(`${text} is not one of ${Object.keys(currencyDecimals).join(', ')}`);
  return text;
}

/** An amount in currency units ("1000000", "12.50"), above zero, in ten-thousandths. */
export function readAmount(text: string, currency: string): bigint {
  const decimals = Object.entries(currencyDecimals).find(([code]) => code === currency)?.[1] ?? 0;
  const amount = parseAmount(text, decimals);
  if (amount === null || amount <= 0n) throw new UsageError(`${text} is not an amount of ${currency} above zero`);
  return amount;
}

const unitMs: { readonly [unit: string]: number } = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const durationMaxMs = 365 * 86_400_000;

/** "24h", "30m", "0" in milliseconds. */
export function readDuration(name: string, text: string): number {
  const [, digits, unit = ''] = /^(\d{1,9})(ms|s|m|h|d)?$/.exec(text) ?? [];
  const durationMs = Number(digits) * (unitMs[unit] ?? 1_000);
  if (digits === undefined || durationMs > durationMaxMs || (unit === '' && digits !== '0')) {
    throw new UsageError(`${name} takes a duration such as 24h, 30m or 0 (at most 365d)`);
  }
  return durationMs;
}

export function readActivation(text: string): 'all' | 'none' | string[] {
  if (text === 'all' || text === 'none') return text;
  const codes = text.split(',').map((code) => code.trim());
  if (codes.some((code) => code === '')) throw new UsageError('--activate takes all, none or codes with commas between them');
  return codes;
}
