// Reads a JSON object of megabytes of which the text of one member is nearly all, a slice at a
// time: that text is cut out of the bytes, and only the rest, which is short, is read in one turn.

import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import { environment } from '../../environment.ts';
import { pieceLength } from '../../json-in-pieces.ts';
import {
  formOfBeginning,
  readJsonObject,
  type BodyProblem,
  type JsonObject,
} from './json-object.ts';
import { isStorable } from './strict-json.ts';

const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const letterU = 0x75;
/** Below it no character stands in a text but escaped. */
const firstPlain = 0x20;

/** `beside`: more than `restMaxBytes` is not the text of that member. */
export type LongTextObject =
  Extract<JsonObject, { ok: true }> | { ok: false; problem: BodyProblem | { type: 'beside' } };

/**
 * `member`: of the outermost object. What is no larger than the rest may be is read as any other
 * body.
 */
export async function readJsonWithLongText(
  bytes: Buffer,
  headers: IncomingHttpHeaders,
  { member, restMaxBytes }: { member: string; restMaxBytes: number },
): Promise<LongTextObject> {
  if (bytes.length <= restMaxBytes || !isUtf8(bytes))
    return readJsonObject(bytes, headers, { ownTexts: true });
  const form = formOfBeginning(bytes, headers);
  if (form !== null) return { ok: false, problem: form };
  const place = await findText(bytes, Buffer.from(member));
  if (place === null || bytes.length - (place.end - place.start) > restMaxBytes)
    return { ok: false, problem: { type: 'beside' } };
  const { start, end } = place;
  const rest = Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)]);
  const read = readJsonObject(rest, headers, { ownTexts: true });
  rest.fill(0);
  if (!read.ok) return { ok: false, problem: inWhole(read.problem, bytes, place) };
  const text = place.isBroken ? null : await readText(bytes.subarray(start, end));
  if (text === null) {
    // A wrong escape is a fault of the whole text, which begins with its quote.
    const at = charactersBefore(bytes, place) - (place.isBroken ? 0 : 1);
    return { ok: false, problem: { type: 'notJson', at } };
  }
  if (!isStorable(text)) return { ok: false, problem: { type: 'forbiddenCharacter' } };
  read.value[member] = text;
  return read;
}

/**
 * The place of a text in the bytes, without its quotes. `isBroken`: it holds what no text may, or
 * has no end.
 */
interface TextRange {
  start: number;
  end: number;
  isBroken: boolean;
}

const charactersBefore = (bytes: Buffer, { start }: TextRange): number =>
  bytes.toString('utf8', 0, start).replace(/^\ufeff/, '').length;

/**
 * A fault behind the text stands further on in the whole than in the rest: by its bytes, which are
 * the characters of what belongs there.
 */
function inWhole(problem: BodyProblem, bytes: Buffer, place: TextRange): BodyProblem {
  if (problem.type !== 'notJson' || problem.at < charactersBefore(bytes, place)) return problem;
  return { ...problem, at: problem.at + (place.end - place.start) };
}

/**
 * Where a reading of the bytes stands. `isNamed`: the text that it is in, or that comes, is the
 * member's. `start`: of that text; -1: it is in none.
 */
interface Scan extends TextRange {
  at: number;
  depth: number;
  isNamed: boolean;
}

/**
 * Null: the outermost object has no such text. What is no JSON is not told apart here: reading the
 * rest does.
 */
async function findText(bytes: Buffer, member: Buffer): Promise<TextRange | null> {
  const scan: Scan = { at: 0, depth: 0, isNamed: false, start: -1, end: -1, isBroken: false };
  while (scan.at < bytes.length) {
    if (scanUpTo(Math.min(scan.at + pieceLength, bytes.length), bytes, member, scan)) return scan;
    await environment.othersTurn();
  }
  return scan.isNamed && scan.start >= 0 ? { ...scan, end: bytes.length, isBroken: true } : null;
}

/** True when the text was found with its end. */
function scanUpTo(to: number, bytes: Buffer, member: Buffer, scan: Scan): boolean {
  let { at } = scan;
  for (; at < to; at++) {
    const byte = bytes[at]!;
    if (scan.start < 0) {
      if (byte !== quote) look(byte, scan);
      else {
        scan.start = at + 1;
        scan.isBroken = false;
      }
    } else if (byte === backslash) at++;
    else if (byte < firstPlain) scan.isBroken = true;
    else if (byte === quote) {
      scan.end = at;
      if (scan.isNamed) return true;
      scan.isNamed = scan.depth === 1 && bytes.subarray(scan.start, at).equals(member);
      scan.start = -1;
    }
  }
  scan.at = at;
  return false;
}

/** What stands between texts: behind a name come spaces and a colon. */
function look(byte: number, scan: Scan): void {
  if (byte <= firstPlain || byte === colon) return;
  scan.isNamed = false;
  if (byte === openBrace || byte === openBracket) scan.depth++;
  else if (byte === closeBrace || byte === closeBracket) scan.depth--;
}

/** What JSON writes so; null where it writes nothing so. */
async function readText(written: Buffer): Promise<string | null> {
  const parts: string[] = [];
  for (let from = 0; from < written.length;) {
    const to = wholeUntil(written, from, Math.min(from + pieceLength, written.length));
    const part = written.toString('utf8', from, to);
    try {
      parts.push(part.includes('\\') ? (JSON.parse(`"${part}"`) as string) : part);
    } catch {
      return null;
    }
    from = to;
    await environment.othersTurn();
  }
  return parts.join('');
}

const escapeBytes = { ofCode: 6, other: 2 };

/** Up to `to`, or before the escape or the character that goes on behind it. `from` begins one. */
function wholeUntil(written: Buffer, from: number, to: number): number {
  if (to === written.length) return to;
  const near = to - escapeBytes.ofCode;
  const last = near + written.subarray(near, to).lastIndexOf(backslash);
  if (last >= near) {
    let first = last;
    while (first > from && written[first - 1] === backslash) first--;
    const isEscape = (last - first) % 2 === 0;
    const length = written[last + 1] === letterU ? escapeBytes.ofCode : escapeBytes.other;
    if (isEscape && last + length > to) return last;
  }
  let whole = to;
  while (((written[whole] ?? 0) & 0xc0) === 0x80) whole--;
  return whole;
}
