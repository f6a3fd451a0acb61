// Reads a number of a JSON text without expressions, and refuses what parsers read differently: a
// literal whose digits are not those that its number is written with (rule H5).

import { withoutEnd } from '@jokko/contract';

interface Cursor {
  text: string;
  /** Character of `text`, from 0. */
  at: number;
}

const minus = 0x2d;
const plus = 0x2b;
const point = 0x2e;
const zero = 0x30;
const letterE = 0x65;

/**
 * No number that is exactly representable needs more, unless it is padded. Nothing is computed from
 * a longer one.
 */
const numberCharactersMax = 40;
/** Numbers of so few digits are always exact, unless they are too small or too large. */
const exactDigits = 15;
/** Below it a number has fewer digits than others. */
const normalMin = 2 ** -1022;
/**
 * All powers of ten that are exact: one multiplication or division by one of them rounds as reading
 * the literal does.
 */
const exactPowers = Array.from({ length: 23 }, (_, power) => Number(`1e${power}`));

/**
 * The number of a JSON text from `cursor` on, which is moved behind it. `notJson`, with the cursor
 * where it was: none begins there. `inexact`: parsers may read it differently, as it is not the
 * only literal of its value.
 */
export function readNumber(cursor: Cursor): number | 'notJson' | 'inexact' {
  const { text } = cursor;
  const start = cursor.at;
  const isNegative = text.charCodeAt(start) === minus;
  if (isNegative) cursor.at++;
  const firstAt = cursor.at;
  let significand = 0;
  if (text.charCodeAt(firstAt) === zero) cursor.at++;
  else significand = readDigits(cursor, 0);
  let digits = cursor.at - firstAt;
  if (digits === 0) {
    cursor.at = start;
    return 'notJson';
  }
  let exponent = 0;
  if (text.charCodeAt(cursor.at) === point) {
    const pointAt = cursor.at++;
    significand = readDigits(cursor, significand);
    exponent = pointAt + 1 - cursor.at;
    digits -= exponent;
    // No digit behind it: the number ends before the point.
    if (exponent === 0) cursor.at = pointAt;
  }
  const digitsEnd = cursor.at;
  if ((text.charCodeAt(digitsEnd) | 0x20) === letterE) exponent += readExponent(cursor);
  if (cursor.at - start > numberCharactersMax || (isNegative && significand === 0))
    return 'inexact';
  if (significand === 0) return 0;
  const power = exactPowers[Math.abs(exponent)];
  if (power !== undefined && (digits <= exactDigits || isWhole(significand, exponent))) {
    const size = exponent < 0 ? significand / power : significand * power;
    return isNegative ? -size : size;
  }
  const value = Number(text.slice(start, cursor.at));
  const size = Math.abs(value);
  if (size === Infinity || size === 0) return 'inexact';
  if (digits <= exactDigits && size >= normalMin) return value;
  const isExact = size.toExponential() === exponential(text.slice(firstAt, digitsEnd), exponent);
  return isExact ? value : 'inexact';
}

/** `significand` is inexact, but too large then, beyond 2^53. */
const isWhole = (significand: number, exponent: number): boolean =>
  exponent === 0 && Number.isSafeInteger(significand);

/** The number of `before` and the digits that follow it: inexact beyond `exactDigits`. */
function readDigits(cursor: Cursor, before: number): number {
  const { text } = cursor;
  let value = before;
  for (
    let digit = text.charCodeAt(cursor.at) - zero;
    digit >= 0 && digit <= 9;
    digit = text.charCodeAt(++cursor.at) - zero
  )
    value = value * 10 + digit;
  return value;
}

/** 0 when there is none: the number ends before its letter. */
function readExponent(cursor: Cursor): number {
  const letterAt = cursor.at++;
  const sign = cursor.text.charCodeAt(cursor.at);
  if (sign === minus || sign === plus) cursor.at++;
  const firstAt = cursor.at;
  const exponent = readDigits(cursor, 0);
  if (cursor.at === firstAt) cursor.at = letterAt;
  return sign === minus ? -exponent : exponent;
}

/**
 * As `toExponential` writes a number: a literal is exact when printing its number gives the digits
 * that were sent, so that every parser reads the same number. `digits` are not all 0, and may have
 * a point; `exponent` is that of the last one.
 */
function exponential(digits: string, exponent: number): string {
  const whole = digits.replace('.', '');
  let first = 0;
  while (whole.charCodeAt(first) === zero) first++;
  const significant = withoutEnd(whole.slice(first), '0');
  const scale = exponent + whole.length - first - 1;
  const fraction = significant.length > 1 ? `.${significant.slice(1)}` : '';
  return `${significant[0]}${fraction}e${scale < 0 ? '' : '+'}${scale}`;
}
