// Parses a body of the SMS interface: JSON, whatever the content type calls it, or a form (rule
// X1). Both become the same members.

import type { IncomingHttpHeaders } from 'node:http';
import {
  givenMembers,
  smsRecipientsMax,
  smsTexts,
  type Language,
  type SmsCharset,
} from '@jokko/contract';
import { readJsonObject, type BodyProblem } from '../../platform/http/guards/json-object.ts';
import { malformed } from '../../platform/http/http-refusal.ts';
import { charsetOf, decodeText } from './charset.ts';

export type Body = { readonly [member: string]: unknown };
/** `problem`: a sentence about the body as a whole. */
export type ReadBody = { ok: true; body: Body } | { ok: false; problem: string };

const refuse = (problem: string): ReadBody => ({ ok: false, problem });
const refuseJson = (problem: BodyProblem, language: Language): ReadBody =>
  refuse(malformed(problem, language).msg);
const openBrace = 0x7b;
/** All recipients, and more than all other members. */
const fieldsMax = smsRecipientsMax + 10;
/** Before the first character of a text: byte order mark, spaces, line breaks. */
const notYet = new Set([0xef, 0xbb, 0xbf, 0x20, 0x09, 0x0a, 0x0d]);

/** `language`: nobody knows yet whose body it is. */
export function readBody(
  bytes: Buffer,
  headers: IncomingHttpHeaders,
  language: Language,
): ReadBody {
  const contentType = headers['content-type'] ?? '';
  const type = contentType.trimStart().toLowerCase();
  // curl calls everything a form that it is given with -d; no form begins with a brace.
  const isJson = bytes.find((byte) => !notYet.has(byte)) === openBrace;
  if (type.startsWith('multipart/') && !isJson) return refuse(smsTexts[language].bodyMultipart());
  const isForm =
    bytes.length > 0 && type.startsWith('application/x-www-form-urlencoded') && !isJson;
  const found = charsetOf(contentType);
  if (!found.ok) return refuse(smsTexts[language].bodyCharset({ charset: found.name }));
  return isForm
    ? readForm(bytes, found.charset, language)
    : readJson(bytes, found.charset, { headers, language });
}

function readJson(
  bytes: Buffer,
  charset: SmsCharset,
  { headers, language }: { headers: IncomingHttpHeaders; language: Language },
): ReadBody {
  const text = charset === 'utf-8' ? null : decodeText(bytes, charset);
  const read = readJsonObject(text === null ? bytes : Buffer.from(text), headers);
  return read.ok
    ? { ok: true, body: givenMembers(read.value) }
    : refuseJson(read.problem, language);
}

/**
 * Whatever stands in the brackets: `[]`, `[0]`, or the names that a program gives its recipients.
 */
const listName = /^msisdn\[[^\]]*\]$/;

/**
 * `msisdn[…]` and `msisdn` are its numbers, in the order of the body; any other member may come
 * once.
 */
function readForm(bytes: Buffer, charset: SmsCharset, language: Language): ReadBody {
  const fields = bytes.toString('latin1').split('&');
  if (fields.length > fieldsMax)
    return refuseJson({ type: 'tooManyMembers', max: fieldsMax }, language);
  const notText = refuse(smsTexts[language].bodyNotText());
  const body: { [member: string]: unknown } = Object.create(null) as object as {
    [member: string]: unknown;
  };
  const numbers: string[] = [];
  for (const field of fields) {
    if (field === '') continue;
    const at = field.indexOf('=');
    const name = decode(at < 0 ? field : field.slice(0, at), charset);
    const value = decode(at < 0 ? '' : field.slice(at + 1), charset);
    if (name === null || value === null) return notText;
    if (name.includes('\0') || value.includes('\0'))
      return refuseJson({ type: 'forbiddenCharacter' }, language);
    if (name === 'msisdn' || listName.test(name)) {
      // A plus that was not encoded has become a space.
      numbers.push(/^ \d/.test(value) ? `+${value.slice(1)}` : value);
      continue;
    }
    if (Object.hasOwn(body, name)) return refuseJson({ type: 'duplicateMember', name }, language);
    body[name] = value;
  }
  if (numbers.length > 0) body['msisdn'] = numbers;
  return { ok: true, body };
}

/** Null for what is no text in this character set. */
function decode(encoded: string, charset: SmsCharset): string | null {
  // Neither % nor +.
  if (/^[\x20-\x24\x26-\x2a\x2c-\x7e]*$/.test(encoded)) return encoded;
  return decodeText(withoutEscapes(encoded), charset);
}

const space = 0x20;
const percent = 0x25;
const plus = 0x2b;

/**
 * A call for each escape would keep the node from anything else for as long as half a second. What
 * is no %XX stands for itself, as browsers read it.
 */
function withoutEscapes(latin1: string): Buffer {
  const bytes = Buffer.allocUnsafe(latin1.length);
  let length = 0;
  for (let at = 0; at < latin1.length; at += 1) {
    const code = latin1.charCodeAt(at);
    const high = code === percent ? hexValue(latin1.charCodeAt(at + 1)) : -1;
    const low = high < 0 ? -1 : hexValue(latin1.charCodeAt(at + 2));
    bytes[length++] = low >= 0 ? high * 16 + low : code === plus ? space : code;
    if (low >= 0) at += 2;
  }
  return bytes.subarray(0, length);
}

/** The value of the digit with this character code; -1: it is none. */
function hexValue(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}
