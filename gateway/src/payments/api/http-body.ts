// Reads the body of a payments request: within its limit, as strict JSON, an object.

import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { chatCode, codes, givenMembers, texts, type Language } from '@jokko/contract';
import {
  operationBodyMaxBytes,
  unprovenMs,
  type BodyReader,
  type BodyResult,
  type Shown,
} from '../../platform/http/guards/body.ts';
import {
  formOfBeginning,
  readJsonObject,
  readLongJsonObject,
  type JsonObject,
} from '../../platform/http/guards/json-object.ts';
import { readJsonWithLongText } from '../../platform/http/guards/long-text.ts';
import { ownText } from '../../platform/http/guards/strict-json.ts';
import { callerAddress } from '../../platform/http/guards/address.ts';
import { authenticate } from './http-key.ts';
import { createMediaGate, keysIn, type MediaGateDeps, type NotingGate } from './http-media.ts';
import { malformed, refusal, type Refusal } from '../../platform/http/http-refusal.ts';
import { callersLanguage } from '../../platform/http/visitor-language.ts';

type BodyDeps = MediaGateDeps & { bodies: BodyReader };

/**
 * `given`: as it was parsed; `body`: what it means (rule H5). `apiKey`: as it seems to stand in
 * what could not be read.
 */
export type ReadBody =
  | {
      ok: true;
      bytes: Buffer;
      given: { [member: string]: unknown };
      body: { [member: string]: unknown };
    }
  | { ok: false; refusal: Refusal; close: boolean; apiKey: string | null };
export const noBody: ReadBody = { ok: true, bytes: Buffer.alloc(0), given: {}, body: {} };
/** Members of a body that only this node's memory may hold. */
export const cardMembers = ['cardNumber', 'cardCVC'];
export const holdsCard = (given: { readonly [member: string]: unknown }): boolean =>
  cardMembers.some((name) => given[name] !== undefined);

const tooLarge = { ok: false, close: false, apiKey: null } as const;
/** Room for the longest message and its `data`, each character of it written as an escape. */
const besideMediaMaxBytes = 262_144;
const longText = { member: 'attachedMedia', restMaxBytes: besideMediaMaxBytes };
const bytesPerKiB = 1_024;

export async function readBody(
  request: FastifyRequest,
  deps: BodyDeps,
  { mayBeLarge, longList }: { mayBeLarge?: boolean; longList?: { maxBytes: number } },
): Promise<ReadBody> {
  if (longList !== undefined) return readLongBody(request, deps, longList.maxBytes);
  const gate = mayBeLarge === true ? createMediaGate(request, deps) : null;
  const language = callersLanguage(request.headers);
  const result = await deps.bodies.read(request.raw, gate);
  if (!result.ok) {
    const form = result.beginning && formOfBeginning(result.beginning, request.headers);
    const why = form ? malformed(form, language) : refusalOf(result, gate, language);
    return { ok: false, close: true, refusal: why, apiKey: null };
  }
  const read = await readMediaBody(result.bytes, request.headers);
  // Nobody looks at it again.
  if (!read.ok) result.bytes.fill(0);
  // A key in the header lets a large body in before it says what it is; only a chat message may
  // stay.
  const isTooLarge =
    result.bytes.length > operationBodyMaxBytes && read.ok && read.body['codeService'] !== chatCode;
  return isTooLarge
    ? { ...tooLarge, refusal: tooLargeRefusal(operationBodyMaxBytes, language) }
    : read;
}

async function readMediaBody(bytes: Buffer, headers: IncomingHttpHeaders): Promise<ReadBody> {
  if (bytes.length <= operationBodyMaxBytes) return readJson(bytes, headers);
  const language = callersLanguage(headers);
  const read = await readJsonWithLongText(bytes, headers, longText);
  if (read.ok || read.problem.type !== 'beside') return bodyOf(read as JsonObject, bytes, language);
  const maxKiB = besideMediaMaxBytes / bytesPerKiB;
  const msg = texts[language].bodyLargeBesideMedia({ maxKiB });
  return { ...tooLarge, refusal: refusal(codes.invalid, msg) };
}

function refusalOf(
  { reason, maxBytes }: Extract<BodyResult, { ok: false }>,
  gate: NotingGate | null,
  language: Language,
): Refusal {
  const say = texts[language];
  switch (reason) {
    case 'busy':
      return refusal(codes.tooMany, say.tooManyRequests());
    case 'tooSlow':
      return refusal(codes.invalid, say.bodyTooSlow({ seconds: unprovenMs / 1_000 }));
    case 'notShown':
      return gate?.keyRefusal ?? refusal(codes.invalid, say.bodyNotMedia());
    case 'tooLarge':
    case 'aborted':
      return gate?.keyRefusal ?? tooLargeRefusal(maxBytes, language);
  }
}

function tooLargeRefusal(maxBytes: number, language: Language): Refusal {
  const maxKiB = maxBytes / bytesPerKiB;
  return refusal(codes.invalid, texts[language].bodyTooLarge({ maxKiB }));
}

/** The bytes of a body within its limit. */
export function readJson(bytes: Buffer, headers: IncomingHttpHeaders): ReadBody {
  return bodyOf(
    readJsonObject(bytes, headers, { ownTexts: true }),
    bytes,
    callersLanguage(headers),
  );
}

function bodyOf(read: JsonObject, bytes: Buffer, language: Language): ReadBody {
  return read.ok
    ? { ok: true, bytes, given: read.value, body: givenMembers(read.value) }
    : {
        ok: false,
        close: false,
        refusal: malformed(read.problem, language),
        apiKey: firstKeyIn(bytes),
      };
}

/**
 * A body that may be a long list: a few above the usual limit at a time, and those only of callers
 * whose key is in the header.
 */
async function readLongBody(
  request: FastifyRequest,
  deps: BodyDeps,
  maxBytes: number,
): Promise<ReadBody> {
  const header = request.headers['secretkey'];
  const language = callersLanguage(request.headers);
  let keyRefusal: Refusal | null = null;
  const shown = async (): Promise<Shown> => {
    if (header === undefined || header === '') return 'no';
    const known = await authenticate(
      deps,
      { header, body: undefined, language },
      callerAddress(request),
    );
    if (known.ok) return 'yes';
    keyRefusal = known.refusal;
    return known.refusal === null ? 'notNow' : 'no';
  };
  const result = await deps.bodies.readList(request.raw, { maxBytes, shown });
  if (result.ok) {
    const read = await readLongJsonObject(result.bytes, request.headers);
    return bodyOf(read, result.bytes, language);
  }
  const why =
    result.reason === 'notShown'
      ? (keyRefusal ?? refusal(codes.badKey, texts[language].payoutKeyInHeader()))
      : refusalOf(result, null, language);
  return { ok: false, close: true, refusal: why, apiKey: null };
}

/**
 * Near the beginning of a large one. A text of its own: it is noted, and would keep the whole body
 * in memory.
 */
function firstKeyIn(bytes: Buffer): string | null {
  const [key] = keysIn(bytes.toString('latin1', 0, operationBodyMaxBytes));
  return key === undefined ? null : ownText(key);
}
