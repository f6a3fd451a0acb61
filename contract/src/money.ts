// Parses and formats amounts without floating point. Internally, money is a bigint of
// ten-thousandths of the currency unit, because documented callbacks carry four decimals
// (2332.0625).

import type { FieldProblem } from './field-problem.ts';
import { withoutEnd } from './text-end.ts';

/** An amount in ten-thousandths of its currency's unit. */
export type Money = bigint;

export const tenThousandthsPerUnit = 10_000n;
/** Decimals that an amount has at most, whatever its currency. */
export const decimalsKept = 4;

/**
 * Largest amount read from a request, in ten-thousandths (about 900 billion units): it fits a
 * database bigint with room for sums.
 */
export const amountMax: Money = 9_007_199_254_740_991n;

/** Decimals that each currency has; an amount with more is refused. */
export const currencyDecimals = {
  XOF: 0,
  XAF: 0,
  GNF: 0,
  RWF: 0,
  UGX: 0,
  CDF: 2,
  EUR: 2,
  GHS: 2,
  GMD: 2,
  KES: 2,
  MAD: 2,
  NGN: 2,
  SLE: 2,
  USD: 2,
} as const;
export type KnownCurrency = keyof typeof currencyDecimals;

/** Decimals of a currency; none for one that is not in the table. */
export function decimalsOf(currency: string): number {
  return Object.hasOwn(currencyDecimals, currency)
    ? currencyDecimals[currency as KnownCurrency]
    : 0;
}

const decimalText = /^(-?)(\d{1,16})(?:\.(\d{1,20}))?$/;

/**
 * Reads an amount as callers send it: a JSON number or a string of digits with an optional decimal
 * point. Answers ten-thousandths, or null when it is no number, has an exponent, hex, a space or a
 * plus sign, has more than `decimals` decimals that are not zero, or is beyond `amountMax`. The
 * sign is the caller's to judge: zero and negative amounts are read.
 */
export function parseAmount(value: unknown, decimals: number): Money | null {
  if (typeof value === 'number') {
    if (Number.isSafeInteger(value)) return withinMax(BigInt(value) * tenThousandthsPerUnit);
    // The shortest text that reads back as the same number; 1e21 and 1e-7 keep their exponent and
    // fall out of the pattern.
    return Number.isFinite(value) ? parseDecimalText(String(value), decimals) : null;
  }
  return typeof value === 'string' ? parseDecimalText(value, decimals) : null;
}

/**
 * What is wrong with an amount that must be above zero, as a caller sent it; null when nothing is.
 */
export function amountProblem(value: unknown, decimals: number): FieldProblem | null {
  const amount = parseAmount(value, decimals);
  if (amount !== null) return amount > 0n ? null : 'notPositive';
  if (typeof value === 'number' && value > Number.MAX_SAFE_INTEGER) return 'tooLarge';
  return typeof value === 'number' || typeof value === 'string'
    ? unreadAmountProblem(String(value), decimals)
    : 'notAmount';
}

/** Why `parseAmount` answers null for a text that a user typed. */
export function unreadAmountProblem(value: string, decimals: number): FieldProblem {
  if (parseAmount(value, decimalsKept) !== null) return 'tooManyDecimals';
  const parts = /^-?\d+(?:\.(\d+))?$/.exec(value);
  if (parts === null) return 'notAmount';
  const [, fraction = ''] = parts;
  return withoutEnd(fraction, '0').length > Math.min(decimals, decimalsKept)
    ? 'tooManyDecimals'
    : 'tooLarge';
}

function parseDecimalText(text: string, decimals: number): Money | null {
  const parts = decimalText.exec(text);
  if (parts === null) return null;
  const [, sign = '', whole = '', fraction = ''] = parts;
  const kept = withoutEnd(fraction, '0');
  if (kept.length > Math.min(decimals, decimalsKept)) return null;
  const amount = BigInt(whole + kept.padEnd(decimalsKept, '0'));
  return withinMax(sign === '-' ? -amount : amount);
}

function withinMax(amount: Money): Money | null {
  return amount > amountMax || amount < -amountMax ? null : amount;
}

/**
 * The JSON number of an amount: 23320625n → 2332.0625. Whole units are exact up to 2^53 units, four
 * decimals up to 2^39 units (about 549 billion); beyond that the nearest representable number is
 * answered.
 */
export function toJsonNumber(amount: Money): number {
  // One division of two exactly represented integers rounds once, to the nearest double, which
  // prints as the shortest decimal.
  if (amount <= amountMax && amount >= -amountMax) return Number(amount) / 10_000;
  return Number(toDecimalString(amount));
}

export const absolute = (amount: Money): Money => (amount < 0n ? -amount : amount);

/** The amount as plain decimal text without trailing zeros: "1350", "12.5", "-0.0001". */
export function toDecimalString(amount: Money): string {
  const size = absolute(amount);
  const whole = size / tenThousandthsPerUnit;
  const fraction = withoutEnd(
    (size % tenThousandthsPerUnit).toString().padStart(decimalsKept, '0'),
    '0',
  );
  return `${amount < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

/**
 * The amount with its currency as texts for people name it: "1350 CFA", "12.5 EUR". Both CFA francs
 * are called CFA.
 */
export function amountLabel(amount: Money, currency: string): string {
  return `${toDecimalString(amount)} ${currency === 'XOF' || currency === 'XAF' ? 'CFA' : currency}`;
}
