// Parses JSON strictly, so that everybody reads it the same way. One pass that refuses what
// parsers disagree on: duplicate members, numbers that are not exactly representable,
// prototype-polluting names, excessive depth or width (rule H5). JSON.parse detects none of these.

import { withoutEnd } from '@jokko/contract';
import { environment } from '../../environment.ts';

export type JsonProblem =
  /** `at`: character of the text, from 0, where it stops being JSON. */
  | { type: 'notJson'; at: number }
  | { type: 'inexactNumber' | 'forbiddenCharacter' }
  | { type: 'tooDeep' | 'tooManyMembers' | 'tooManyNames' | 'tooManyObjects'; max: number }
  | { type: 'duplicateMember' | 'forbiddenMember'; name: string };
export type JsonResult = { ok: true; value: unknown } | { ok: false; problem: JsonProblem };

export const depthMax = 20;
export const membersMax = 200;
/** Objects and lists of a whole text. A megabyte of empty ones would take a tenth of a second. */
export const containersMax = 10_000;
/** Different names of a whole text. Each is looked for among all that the process has ever had, and a megabyte of new ones would take a twentieth of a second. */
export const namesMax = 5_000;
/** Names that would change an object's prototype in careless code further on. */
const forbiddenNames = new Set(['__proto__', 'constructor', 'prototype']);

class Refused extends Error {
  readonly problem: JsonProblem;
  constructor(problem: JsonProblem) {
    super(problem.type);
    this.problem = problem;
  }
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const minus = 0x2d;
const plus = 0x2b;
const point = 0x2e;
const zero = 0x30;
const letterE = 0x65;

/**
 * Parses a whole text. Objects are plain; member order is kept. With `ownTexts` no text of the result keeps the whole text in memory: V8 makes
 * a part of a text by pointing into it, so that an id kept for a day would keep the card number that came with it.
 */
export function parseStrictJson(text: string, { ownTexts = false } = {}): JsonResult {
  try {
    const reader = newReader(text, ownTexts, { containersMax, valuesMax: Infinity });
    return endOf(reader, readValue(reader));
  } catch (error) {
    return refusedBy(error);
  }
}

/** Of one element of a long list, or of another member beside it. */
const longElementValuesMax = 1_000;
/** A long list has an object for each element, and room for one more within it. */
const longContainersMax = 25_000;
/** Read without letting other work go on: what an ordinary body may have. */
const charactersAtOnce = 65_536;

/** The same for an object of which a member may be a long list: others have their turn while it is read. */
export async function parseLongJson(text: string): Promise<JsonResult> {
  try {
    const limits = { containersMax: longContainersMax, valuesMax: longElementValuesMax };
    const reader = newReader(text, true, limits);
    skipSpace(reader);
    const isObject = reader.text.charCodeAt(reader.at) === openBrace;
    return endOf(reader, isObject ? await readLongObject(reader) : readValue(reader));
  } catch (error) {
    return refusedBy(error);
  }
}

const newReader = (
  text: string,
  ownTexts: boolean,
  limits: Pick<Reader, 'containersMax' | 'valuesMax'>,
): Reader => ({
  text,
  at: 0,
  depth: 0,
  containers: 0,
  values: 0,
  names: new Set(),
  ownTexts,
  ...limits,
});

function endOf(reader: Reader, value: unknown): JsonResult {
  skipSpace(reader);
  if (reader.at !== reader.text.length) fail(reader.at);
  return { ok: true, value };
}

function refusedBy(error: unknown): JsonResult {
  if (error instanceof Refused) return { ok: false, problem: error.problem };
  throw error;
}

interface Reader {
  text: string;
  at: number;
  depth: number;
  containers: number;
  containersMax: number;
  /** Behind a comma, since it was last set to 0. */
  values: number;
  valuesMax: number;
  names: Set<string>;
  ownTexts: boolean;
}

function fail(at: number): never {
  throw new Refused({ type: 'notJson', at });
}

function skipSpace(reader: Reader): void {
  const { text } = reader;
  for (
    let code = text.charCodeAt(reader.at);
    code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
  )
    code = text.charCodeAt(++reader.at);
}

function readValue(reader: Reader): unknown {
  skipSpace(reader);
  const code = reader.text.charCodeAt(reader.at);
  switch (code) {
    case quote:
      return readString(reader);
    case openBrace:
      return readObject(reader);
    case openBracket:
      return readArray(reader);
    case 0x74:
      return readWord(reader, 'true', true);
    case 0x66:
      return readWord(reader, 'false', false);
    case 0x6e:
      return readWord(reader, 'null', null);
    default:
      return code === minus || (code >= zero && code <= 0x39)
        ? readNumber(reader)
        : fail(reader.at);
  }
}

function readWord<Value>(reader: Reader, word: string, value: Value): Value {
  if (!reader.text.startsWith(word, reader.at)) fail(reader.at);
  reader.at += word.length;
  return value;
}

function enter(reader: Reader): void {
  if (++reader.depth > depthMax) throw new Refused({ type: 'tooDeep', max: depthMax });
  if (++reader.containers > reader.containersMax)
    throw new Refused({ type: 'tooManyObjects', max: reader.containersMax });
  reader.at++;
  skipSpace(reader);
}

function readObject(reader: Reader): { [name: string]: unknown } {
  enter(reader);
  const object: { [name: string]: unknown } = {};
  let members = 0;
  if (reader.text.charCodeAt(reader.at) === closeBrace) reader.at++;
  else {
    do object[readName(reader, object, ++members)] = readValue(reader);
    while (readSeparator(reader, closeBrace));
  }
  reader.depth--;
  return object;
}

/** The name of the next member, and the colon behind it. */
function readName(reader: Reader, object: object, members: number): string {
  const { text } = reader;
  if (text.charCodeAt(reader.at) !== quote) fail(reader.at);
  const name = readString(reader);
  if (forbiddenNames.has(name)) throw new Refused({ type: 'forbiddenMember', name });
  if (Object.hasOwn(object, name)) throw new Refused({ type: 'duplicateMember', name });
  if (members > membersMax) throw new Refused({ type: 'tooManyMembers', max: membersMax });
  if (reader.names.add(name).size > namesMax)
    throw new Refused({ type: 'tooManyNames', max: namesMax });
  skipSpace(reader);
  if (text.charCodeAt(reader.at) !== colon) fail(reader.at);
  reader.at++;
  return name;
}

/** As `readObject` and `readArray`; of the outermost object alone. */
async function readLongObject(reader: Reader): Promise<{ [name: string]: unknown }> {
  enter(reader);
  const object: { [name: string]: unknown } = {};
  let members = 0;
  if (reader.text.charCodeAt(reader.at) === closeBrace) reader.at++;
  else {
    do {
      const name = readName(reader, object, ++members);
      skipSpace(reader);
      reader.values = 0;
      object[name] =
        reader.text.charCodeAt(reader.at) === openBracket
          ? await readLongArray(reader)
          : readValue(reader);
    } while (readSeparator(reader, closeBrace));
  }
  reader.depth--;
  return object;
}

async function readLongArray(reader: Reader): Promise<unknown[]> {
  enter(reader);
  const array: unknown[] = [];
  let turnBegan = reader.at;
  if (reader.text.charCodeAt(reader.at) === closeBracket) reader.at++;
  else {
    do {
      reader.values = 0;
      array.push(readValue(reader));
      if (reader.at - turnBegan < charactersAtOnce) continue;
      await environment.othersTurn();
      turnBegan = reader.at;
    } while (readSeparator(reader, closeBracket));
  }
  reader.depth--;
  return array;
}

function readArray(reader: Reader): unknown[] {
  enter(reader);
  const array: unknown[] = [];
  if (reader.text.charCodeAt(reader.at) === closeBracket) reader.at++;
  else {
    do array.push(readValue(reader));
    while (readSeparator(reader, closeBracket));
  }
  reader.depth--;
  return array;
}

/** True when another element follows; false at the end of the container. */
function readSeparator(reader: Reader, end: number): boolean {
  skipSpace(reader);
  const code = reader.text.charCodeAt(reader.at);
  if (code !== end && code !== comma) fail(reader.at);
  reader.at++;
  if (code === end) return false;
  if (++reader.values > reader.valuesMax)
    throw new Refused({ type: 'tooManyMembers', max: reader.valuesMax });
  skipSpace(reader);
  return true;
}

function readString(reader: Reader): string {
  const { text } = reader;
  const start = reader.at + 1;
  let at = start;
  let escaped = false;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code === quote) break;
    if (code === backslash) {
      escaped = true;
      at += 2;
    } else if (code < 0x20 || Number.isNaN(code)) fail(Math.min(at, text.length));
    else at++;
  }
  reader.at = at + 1;
  if (!escaped) {
    const part = text.slice(start, at);
    return reader.ownTexts ? ownText(part) : part;
  }
  const value = unescape(text, start - 1, at + 1);
  if (!isStorable(value)) throw new Refused({ type: 'forbiddenCharacter' });
  return value;
}

/** Of what was written with escapes: the database takes neither a zero nor half a surrogate pair, which is no character at all. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** Shorter parts are copies already. */
const pointingMin = 13;
/** Media, which is not kept. */
const copiedMax = 65_536;

/** A copy of a text that points into no other one. */
export function ownText(part: string): string {
  if (part.length < pointingMin || part.length > copiedMax) return part;
  return Buffer.from(part, 'utf8').toString('utf8');
}

function unescape(text: string, from: number, to: number): string {
  try {
    return JSON.parse(text.slice(from, to)) as string;
  } catch {
    return fail(from);
  }
}

/** No number that is exactly representable needs more, unless it is padded. Nothing is computed from a longer one. */
const numberCharactersMax = 40;
/** Numbers of so few digits are always exact, unless they are too small or too large. */
const exactDigits = 15;
/** Below it a number has fewer digits than others. */
const normalMin = 2 ** -1022;
/** All powers of ten that are exact: one multiplication or division by one of them rounds as reading the literal does. */
const exactPowers = Array.from({ length: 23 }, (_, power) => Number(`1e${power}`));

function readNumber(reader: Reader): number {
  const { text } = reader;
  const start = reader.at;
  const isNegative = text.charCodeAt(start) === minus;
  if (isNegative) reader.at++;
  const firstAt = reader.at;
  let significand = 0;
  if (text.charCodeAt(firstAt) === zero) reader.at++;
  else significand = readDigits(reader, 0);
  let digits = reader.at - firstAt;
  if (digits === 0) fail(start);
  let exponent = 0;
  if (text.charCodeAt(reader.at) === point) {
    const pointAt = reader.at++;
    significand = readDigits(reader, significand);
    exponent = pointAt + 1 - reader.at;
    digits -= exponent;
    // No digit behind it: the number ends before the point.
    if (exponent === 0) reader.at = pointAt;
  }
  const digitsEnd = reader.at;
  if ((text.charCodeAt(digitsEnd) | 0x20) === letterE) exponent += readExponent(reader);
  if (reader.at - start > numberCharactersMax || (isNegative && significand === 0)) refuseInexact();
  if (significand === 0) return 0;
  const power = exactPowers[Math.abs(exponent)];
  if (power !== undefined && (digits <= exactDigits || isWhole(significand, exponent))) {
    const size = exponent < 0 ? significand / power : significand * power;
    return isNegative ? -size : size;
  }
  const value = Number(text.slice(start, reader.at));
  const size = Math.abs(value);
  if (size === Infinity || size === 0) refuseInexact();
  if (digits <= exactDigits && size >= normalMin) return value;
  if (size.toExponential() !== exponential(text.slice(firstAt, digitsEnd), exponent))
    refuseInexact();
  return value;
}

/** `significand` is inexact, but too large then, beyond 2^53. */
const isWhole = (significand: number, exponent: number): boolean =>
  exponent === 0 && Number.isSafeInteger(significand);

function refuseInexact(): never {
  throw new Refused({ type: 'inexactNumber' });
}

/** The number of `before` and the digits that follow it: inexact beyond `exactDigits`. */
function readDigits(reader: Reader, before: number): number {
  const { text } = reader;
  let value = before;
  for (
    let digit = text.charCodeAt(reader.at) - zero;
    digit >= 0 && digit <= 9;
    digit = text.charCodeAt(++reader.at) - zero
  )
    value = value * 10 + digit;
  return value;
}

/** 0 when there is none: the number ends before its letter. */
function readExponent(reader: Reader): number {
  const letterAt = reader.at++;
  const sign = reader.text.charCodeAt(reader.at);
  if (sign === minus || sign === plus) reader.at++;
  const firstAt = reader.at;
  const exponent = readDigits(reader, 0);
  if (reader.at === firstAt) reader.at = letterAt;
  return sign === minus ? -exponent : exponent;
}

/**
 * As `toExponential` writes a number: a literal is exact when printing its number gives the digits that were sent, so that every parser reads
 * the same number. `digits` are not all 0, and may have a point; `exponent` is that of the last one.
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
