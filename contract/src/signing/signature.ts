// Signs requests, and callbacks of accounts with HMAC. `Hmac-Signature`: HMAC-SHA256, hexadecimal,
// of `METHOD:<Timestamp>:<body>`, and `Timestamp`: Unix time in milliseconds (rules M1, C5). The
// composition exists only here, for client, browser and gateway.

import { bytesOf } from './body.ts';
import type { SignedBody } from './body.ts';
import { fromBase64, fromHex, toHex, utf8 } from './bytes.ts';
import { hmacSha256 } from './digest.ts';
import { SignatureMistake } from './problem.ts';
import type { SignatureProblem, SignatureVerdict } from './problem.ts';
import { signatureLimits, timestampProblem } from './timestamp.ts';
import type { SignatureLimits } from './timestamp.ts';
import { headerOf, readSecrets, verifySigned } from './verify.ts';
import type { ReceivedHeaders, SecretKind } from './verify.ts';

export const signatureHeader = 'Hmac-Signature';
export const timestampHeader = 'Timestamp';

const signatureBytes = 32;

/** What is signed before the body's bytes; for those who have them as bytes. */
export function composeSignaturePrefix(method: string, timestampMs: string | number): string {
  return `${method.toUpperCase()}:${timestampMs}:`;
}

/**
 * The input of `Hmac-Signature`: method in capitals, Unix time in milliseconds, and the exact body
 * text.
 */
export function composeSignatureInput(
  method: string,
  timestampMs: string | number,
  body: string,
): string {
  return composeSignaturePrefix(method, timestampMs) + body;
}

export interface ToSign {
  /** Exactly what is sent. */
  body: SignedBody;
  /** The account's HMAC secret, as text. */
  secret: string;
  /** POST unless given. */
  method?: string;
  /** Now unless given: tests sign in the past and in the future. */
  timestampMs?: number;
}

/**
 * The two headers of a signed request, or of a callback in a receiver's own tests. Throws
 * SignatureMistake where they would be refused anyway.
 */
export async function makeSignatureHeaders({
  body,
  secret,
  method = 'POST',
  timestampMs = Date.now(),
}: ToSign): Promise<{ [signatureHeader]: string; [timestampHeader]: string }> {
  const bytes = bytesOf(body);
  if (bytes === null) throw new SignatureMistake({ type: 'bodyNotText' });
  const [key] = readSecrets(secret);
  if (key === undefined) throw new SignatureMistake({ type: 'noSecret' });
  if (!Number.isFinite(timestampMs))
    throw new SignatureMistake({
      type: 'malformedTimestamp',
      header: timestampHeader,
      unit: 'milliseconds',
    });
  const timestamp = String(Math.floor(timestampMs));
  const mac = await hmacSha256(utf8(key), utf8(composeSignaturePrefix(method, timestamp)), bytes);
  return { [signatureHeader]: toHex(mac), [timestampHeader]: timestamp };
}

export type ReadSignature =
  | { ok: true; signature: Uint8Array; timestamp: string; timestampMs: number }
  | { ok: false; problem: SignatureProblem };

/** Reads both headers and judges the time. Whether the signature is right is not looked at. */
export function readSignature(
  headers: ReceivedHeaders,
  nowMs: number,
  limits: SignatureLimits = signatureLimits,
): ReadSignature {
  const refuse = (problem: SignatureProblem): ReadSignature => ({ ok: false, problem });
  const text = headerOf(headers, signatureHeader);
  const timestamp = headerOf(headers, timestampHeader);
  if (text === undefined || timestamp === undefined) {
    const missing = [
      ...(text === undefined ? [signatureHeader] : []),
      ...(timestamp === undefined ? [timestampHeader] : []),
    ];
    return refuse({ type: 'missing', headers: missing });
  }
  const signature = fromHex(text);
  if (signature?.length !== signatureBytes) {
    return refuse({
      type: fromBase64(text)?.length === signatureBytes ? 'base64' : 'malformed',
      header: signatureHeader,
    });
  }
  const problem = timestampProblem(timestamp, {
    header: timestampHeader,
    unit: 'milliseconds',
    nowMs,
    limits,
  });
  return problem === null
    ? { ok: true, signature, timestamp, timestampMs: Number(timestamp) }
    : refuse(problem);
}

export interface ToVerify {
  headers: ReceivedHeaders;
  /** As received, before any parser. */
  body: SignedBody;
  /** The account's HMAC secret; several during a rotation. */
  secret: string | readonly string[];
  /** POST unless given. */
  method?: string;
  /** Now unless given. */
  nowMs?: number;
  limits?: SignatureLimits;
}

const hmacSecret: SecretKind = {
  keyOf: utf8,
  isOther: (secret) => /^(whsec_|jk_)/.test(secret),
  mismatch: { type: 'mismatch' },
};

/**
 * Whether a signed request or callback is genuine; else the likely mistake
 * (`explainSignatureProblem`).
 */
export async function verifySignature({
  headers,
  body,
  secret,
  method = 'POST',
  nowMs = Date.now(),
  limits,
}: ToVerify): Promise<SignatureVerdict> {
  const read = readSignature(headers, nowMs, limits);
  if (!read.ok) return read;
  const signed = {
    prefix: composeSignaturePrefix(method, read.timestamp),
    body,
    signatures: [read.signature],
  };
  return verifySigned(signed, secret, hmacSecret);
}
