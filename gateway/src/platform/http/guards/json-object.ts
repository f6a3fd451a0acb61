// Reads a body that is to be one JSON object, strictly and as UTF-8. A body that is something else
// is named: compressed, a form, no text, or JSON with a fault at a position (rule H5).

import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import { environment } from '../../environment.ts';
import {
  parseLongJson,
  parseStrictJson,
  type JsonProblem,
  type JsonResult,
} from './strict-json.ts';

export type BodyProblem =
  JsonProblem | { type: 'empty' | 'compressed' | 'form' | 'multipart' | 'notUtf8' | 'notObject' };
export type JsonObject =
  { ok: true; value: { [member: string]: unknown } } | { ok: false; problem: BodyProblem };

const byteOrderMark = /^\ufeff/;
const beginsAsJson = /^\s*[{[]/;
const gzipMagic = Buffer.from([0x1f, 0x8b]);

/**
 * The object in `bytes`. `headers` only help to say what the bytes are when they hold none.
 * `ownTexts` as in `parseStrictJson`.
 */
export function readJsonObject(
  bytes: Buffer,
  headers: IncomingHttpHeaders,
  how: { ownTexts?: boolean } = {},
): JsonObject {
  const text = textOf(bytes, headers);
  return text.ok ? objectOf(parseStrictJson(text.text, how), text.text, headers) : text;
}

/** The same for a body that may hold a long list: others have their turn while it is read. */
export async function readLongJsonObject(
  bytes: Buffer,
  headers: IncomingHttpHeaders,
): Promise<JsonObject> {
  // Megabytes become a text in one piece, which is a turn of its own.
  await environment.othersTurn();
  const text = textOf(bytes, headers);
  await environment.othersTurn();
  return text.ok ? objectOf(await parseLongJson(text.text), text.text, headers) : text;
}

const refuse = (problem: BodyProblem): Extract<JsonObject, { ok: false }> => ({
  ok: false,
  problem,
});

function textOf(
  bytes: Buffer,
  headers: IncomingHttpHeaders,
): { ok: true; text: string } | Extract<JsonObject, { ok: false }> {
  if (bytes.length === 0) return refuse({ type: 'empty' });
  if (!isUtf8(bytes))
    return refuse({ type: isCompressed(bytes, headers) ? 'compressed' : 'notUtf8' });
  return { ok: true, text: bytes.toString('utf8').replace(byteOrderMark, '') };
}

function objectOf(parsed: JsonResult, text: string, headers: IncomingHttpHeaders): JsonObject {
  if (!parsed.ok)
    return refuse(
      parsed.problem.type === 'notJson'
        ? (otherForm(text, headers) ?? parsed.problem)
        : parsed.problem,
    );
  const { value } = parsed;
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? { ok: true, value: value as { [member: string]: unknown } }
    : refuse({ type: 'notObject' });
}

/**
 * Enough to tell the forms apart; no more of a body becomes a string, which cannot be overwritten
 * (rule G3).
 */
const tellingBytes = 64;

/**
 * What a body is by its beginning, where that is nothing of a JSON object; null when it may be one.
 */
export function formOfBeginning(
  beginning: Buffer,
  headers: IncomingHttpHeaders,
): BodyProblem | null {
  const text = beginning.toString('utf8', 0, tellingBytes).replace(byteOrderMark, '');
  if (beginsAsJson.test(text)) return null;
  return isCompressed(beginning, headers) ? { type: 'compressed' } : otherForm(text, headers);
}

function isCompressed(bytes: Buffer, headers: IncomingHttpHeaders): boolean {
  const coding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  return coding !== 'identity' || bytes.subarray(0, gzipMagic.length).equals(gzipMagic);
}

/** What a text is that has the form of no JSON object; null for JSON with a fault. */
function otherForm(text: string, headers: IncomingHttpHeaders): BodyProblem | null {
  if (beginsAsJson.test(text)) return null;
  const type = headers['content-type']?.trimStart().toLowerCase() ?? '';
  if (type.startsWith('multipart/') || text.startsWith('--')) return { type: 'multipart' };
  const isForm =
    type.startsWith('application/x-www-form-urlencoded') || /^[\w.%[\]+-]+=[^\s"]*$/.test(text);
  return isForm ? { type: 'form' } : null;
}
