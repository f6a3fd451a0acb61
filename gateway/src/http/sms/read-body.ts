// What does a body of the SMS interface say? JSON, whatever the content type calls it, or a form (rule X1); both become the same members.

import { isUtf8 } from 'node:buffer';
import { defaultLanguage, smsRecipientsMax, smsTexts, texts } from '@jokko/contract';
import { parseStrictJson, type JsonProblem } from '../guards/strict-json.ts';
import { malformed } from '../present/refusal.ts';

export type Body = { readonly [member: string]: unknown };
/** `problem`: a sentence about the body as a whole. */
export type ReadBody = { ok: true; body: Body } | { ok: false; problem: string };

const refuse = (problem: string): ReadBody => ({ ok: false, problem });
const refuseJson = (problem: JsonProblem): ReadBody => refuse(malformed(problem, defaultLanguage).msg);
const openBrace = 0x7b;
/** All recipients, and more than all other members. */
const fieldsMax = smsRecipientsMax + 10;
/** Before the first character of a text: byte order mark, spaces, line breaks. */
const notYet = new Set([0xef, 0xbb, 0xbf, 0x20, 0x09, 0x0a, 0x0d]);

export function readBody(bytes: Buffer, contentType: string | undefined): ReadBody {
  if (bytes.length === 0) return refuse(texts[defaultLanguage].bodyEmpty());
  const type = contentType?.trimStart().toLowerCase() ?? '';
  // curl calls everything a form that it is given with -d; no form begins with a brace.
  const isJson = bytes.find((byte) => !notYet.has(byte)) === openBrace;
  if (type.startsWith('multipart/') && !isJson) return refuse(smsTexts[defaultLanguage].bodyMultipart());
  const isForm = type.startsWith('application/x-www-form-urlencoded') && !isJson;
  return isForm ? readForm(bytes, charsetOf(contentType!)) : readJson(bytes);
}

function readJson(bytes: Buffer): ReadBody {
  if (!isUtf8(bytes)) return refuse(texts[defaultLanguage].bodyNotJson());
  const parsed = parseStrictJson(bytes.toString('utf8').replace(/^\ufeff/, ''));
  if (!parsed.ok) return refuseJson(parsed.problem);
  const { value } = parsed;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return refuse(texts[defaultLanguage].bodyNotObject());
  return { ok: true, body: value as Body };
}

/** UTF-8 unless the content type names another; null when nobody knows it. */
function charsetOf(contentType: string): InstanceType<typeof TextDecoder> | null {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset, { fatal: true, ignoreBOM: true });
  } catch {
    return null;
  }
}

/** Whatever stands in the brackets: `[]`, `[0]`, or the names that a program gives its recipients. */
const listName = /^msisdn\[[^\]]*\]$/;

/** `msisdn[…]` and `msisdn` are its numbers, in the order of the body; any other member may come once. */
function readForm(bytes: Buffer, decoder: InstanceType<typeof TextDecoder> | null): ReadBody {
  const fields = bytes.toString('latin1').split('&');
  if (fields.length > fieldsMax) return refuseJson({ type: 'tooManyMembers', max: fieldsMax });
  const notText = refuse(smsTexts[defaultLanguage].bodyNotText());
  if (decoder === null) return notText;
  const body: { [member: string]: unknown } = Object.create(null) as object as { [member: string]: unknown };
  const numbers: string[] = [];
  for (const field of fields) {
    if (field === '') continue;
    const at = field.indexOf('=');
    const name = decode(at < 0 ? field : field.slice(0, at), decoder);
    const value = decode(at < 0 ? '' : field.slice(at + 1), decoder);
    if (name === null || value === null) return notText;
    if (name.includes('\0') || value.includes('\0')) return refuseJson({ type: 'forbiddenCharacter' });
    if (name === 'msisdn' || listName.test(name)) {
      // A plus that was not encoded has become a space.
      numbers.push(/^ \d/.test(value) ? `+${value.slice(1)}` : value);
      continue;
    }
    if (Object.hasOwn(body, name)) return refuseJson({ type: 'duplicateMember', name });
    body[name] = value;
  }
  if (numbers.length > 0) body['msisdn'] = numbers;
  return { ok: true, body };
}

/** Null for what is no text in this character set. */
function decode(encoded: string, decoder: InstanceType<typeof TextDecoder>): string | null {
  const spaced = encoded.includes('+') ? encoded.replaceAll('+', ' ') : encoded;
  if (/^[\x20-\x24\x26-\x7e]*$/.test(spaced)) return spaced;
  // What is no %XX stands for itself, as browsers read it.
  const bytes = Buffer.from(
    spaced.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}
