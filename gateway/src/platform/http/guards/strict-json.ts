// Parses JSON strictly, so that everybody reads it the same way. One pass that refuses what
// parsers disagree on: duplicate members, numbers that are not exactly representable,
// prototype-polluting names, excessive depth or width (rule H5). JSON.parse detects none of these.

import { environment } from '../../environment.ts';
import { readNumber } from './json-number.ts';

export type JsonProblem =
  /** `at`: character of the text, from 0, where it stops being JSON. */
  | { type: 'notJson'; at: number }
  | { type: 'inexactNumber' | 'forbiddenCharacter' }
  | {
      type: 'tooDeep' | 'tooManyMembers' | 'tooManyNames' | 'tooManyObjects' | 'tooLong';
      max: number;
    }
  | { type: 'duplicateMember' | 'forbiddenMember'; name: string };
export type JsonResult = { ok: true; value: unknown } | { ok: false; problem: JsonProblem };

export const depthMax = 20;
export const membersMax = 200;
/** Objects and lists of a whole text. A megabyte of empty ones would take a tenth of a second. */
export const containersMax = 10_000;
/**
 * Different names of a whole text. Each is looked for among all that the process has ever had, and
 * a megabyte of new ones would take a twentieth of a second.
 */
export const namesMax = 5_000;
/** Characters of the shortest member, with its comma: `"":0,`. */
const memberMin = 5;
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

/**
 * Parses a whole text. Objects are plain; member order is kept. With `ownTexts` no text of the
 * result keeps the whole text in memory: V8 makes a part of a text by pointing into it, so that an
 * id kept for a day would keep the card number that came with it.
 */
export function parseStrictJson(text: string, { ownTexts = false } = {}): JsonResult {
  try {
    const reader = newReader(text, ownTexts, {
      containersMax,
      valuesMax: Infinity,
      longMax: Infinity,
    });
    return endOf(reader, readValue(reader));
  } catch (error) {
    return refusedBy(error);
  }
}

/** The most of one element of a long list, or of another member beside it. */
const longElementValuesMax = 1_000;
/**
 * Characters of one element or member, with the spaces around it: no more are read without letting
 * other work go on.
 */
const longElementMax = 65_536;
/** A long list has an object for each element, and room for one more within it. */
const longContainersMax = 25_000;
/**
 * The same for an object of which a member may be a long list: others have their turn while it is
 * read.
 */
export async function parseLongJson(text: string): Promise<JsonResult> {
  try {
    const reader = newReader(text, true, {
      containersMax: longContainersMax,
      valuesMax: longElementValuesMax,
      longMax: longElementMax,
    });
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
  limits: Pick<Reader, 'containersMax' | 'valuesMax' | 'longMax'>,
): Reader => ({
  text,
  at: 0,
  depth: 0,
  containers: 0,
  values: 0,
  until: limits.longMax,
  turnBegan: 0,
  names: text.length > namesMax * memberMin ? new Set() : null,
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
  /** Behind a comma, since the element began. */
  values: number;
  valuesMax: number;
  /** Where no text or space that began before it may reach. */
  until: number;
  /** Where the present turn of the event loop began to read; of a long object alone. */
  turnBegan: number;
  longMax: number;
  /** Null: the text is too short for too many. */
  names: Set<string> | null;
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
  ) {
    if (++reader.at > reader.until) refuseTooLong(reader);
    code = text.charCodeAt(reader.at);
  }
}

function refuseTooLong(reader: Reader): never {
  throw new Refused({ type: 'tooLong', max: reader.longMax });
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
      return number(reader);
  }
}

function number(reader: Reader): number {
  const value = readNumber(reader);
  if (value === 'notJson') fail(reader.at);
  if (value === 'inexact') throw new Refused({ type: 'inexactNumber' });
  return value;
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
  if (reader.names !== null && reader.names.add(name).size > namesMax)
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
      beginElement(reader);
      const name = readName(reader, object, ++members);
      skipSpace(reader);
      object[name] =
        reader.text.charCodeAt(reader.at) === openBracket
          ? await readLongArray(reader)
          : readValue(reader);
      if (isTurnOver(reader)) await othersTurn(reader);
    } while (readSeparator(reader, closeBrace));
  }
  reader.depth--;
  return object;
}

async function readLongArray(reader: Reader): Promise<unknown[]> {
  enter(reader);
  const array: unknown[] = [];
  if (reader.text.charCodeAt(reader.at) === closeBracket) reader.at++;
  else {
    do {
      beginElement(reader);
      array.push(readValue(reader));
      if (isTurnOver(reader)) await othersTurn(reader);
    } while (readSeparator(reader, closeBracket));
  }
  reader.depth--;
  return array;
}

const isTurnOver = ({ at, turnBegan, longMax }: Reader): boolean => at - turnBegan >= longMax;

async function othersTurn(reader: Reader): Promise<void> {
  await environment.othersTurn();
  reader.turnBegan = reader.at;
}

/** Begins an element of a long list, or a member of the object that holds it. */
function beginElement(reader: Reader): void {
  reader.values = 0;
  reader.until = reader.at + reader.longMax;
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
  const { text, until } = reader;
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
    if (at > until) refuseTooLong(reader);
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

/**
 * Whether a text that was written with escapes can be stored: the database takes neither a zero nor
 * half a surrogate pair, which is no character at all.
 */
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
