// Signs every callback by Standard Webhooks 1.0.0: `webhook-id`, `webhook-timestamp` in seconds,
// and `webhook-signature`, one or more `v1,<base64>` of HMAC-SHA256 over `<id>.<timestamp>.<body>`
// with the account's `whsec_` secret (rule C5). Receivers may use any ready library.

import { bytesOf } from './body.ts';
import type { SignedBody } from './body.ts';
import { fromBase64, toBase64, utf8 } from './bytes.ts';
import { hmacSha256 } from './digest.ts';
import { SignatureMistake } from './problem.ts';
import type { SignatureVerdict } from './problem.ts';
import { timestampProblem } from './timestamp.ts';
import type { SignatureLimits } from './timestamp.ts';
import { headerOf, readSecrets, verifySigned } from './verify.ts';
import type { ReceivedHeaders, SecretKind } from './verify.ts';

export const webhookHeaders = {
  id: 'webhook-id',
  timestamp: 'webhook-timestamp',
  signature: 'webhook-signature',
} as const;

const secretPrefix = 'whsec_';
const schemePrefix = 'v1,';
/** The specification's tolerance, either way. */
const webhookLimits: SignatureLimits = { ageMaxMs: 300_000, leadMaxMs: 300_000 };

/** What is signed before the body. */
export function composeWebhookPrefix(id: string, timestampSeconds: string | number): string {
  return `${id}.${timestampSeconds}.`;
}

/** The header's value for signatures in base64, one of each secret. */
export function composeWebhookSignature(signatures: readonly string[]): string {
  return signatures.map((signature) => schemePrefix + signature).join(' ');
}

/**
 * The key inside a secret: what follows `whsec_`, read as base64. Null when it is no such secret.
 */
export function readWebhookSecret(secret: string): Uint8Array<ArrayBuffer> | null {
  const key = fromBase64(
    secret.startsWith(secretPrefix) ? secret.slice(secretPrefix.length) : secret,
  );
  return key === null || key.length === 0 ? null : key;
}

export interface WebhookToSign {
  id: string;
  /** Exactly what is sent. */
  body: SignedBody;
  secret: string | readonly string[];
  /** Now unless given. */
  timestampMs?: number;
}

/**
 * The three headers of a callback, for a receiver's own tests. Throws SignatureMistake where they
 * would be refused anyway.
 */
export async function makeWebhookHeaders({
  id,
  body,
  secret,
  timestampMs = Date.now(),
}: WebhookToSign): Promise<{
  [header in (typeof webhookHeaders)[keyof typeof webhookHeaders]]: string;
}> {
  const bytes = bytesOf(body);
  if (bytes === null) throw new SignatureMistake({ type: 'bodyNotText' });
  const secrets = readSecrets(secret);
  if (secrets.length === 0) throw new SignatureMistake({ type: 'noSecret' });
  const seconds = Math.floor(timestampMs / 1_000);
  if (!Number.isFinite(seconds))
    throw new SignatureMistake({
      type: 'malformedTimestamp',
      header: webhookHeaders.timestamp,
      unit: 'seconds',
    });
  const signatures = await Promise.all(
    secrets.map(async (each) => {
      const key = readWebhookSecret(each);
      if (key === null) throw new SignatureMistake({ type: 'otherSecret' });
      return toBase64(await hmacSha256(key, utf8(composeWebhookPrefix(id, seconds)), bytes));
    }),
  );
  const { timestamp, signature } = webhookHeaders;
  return {
    [webhookHeaders.id]: id,
    [timestamp]: String(seconds),
    [signature]: composeWebhookSignature(signatures),
  };
}

export interface WebhookToVerify {
  headers: ReceivedHeaders;
  /** As received, before any parser. */
  body: SignedBody;
  /** The account's webhook secret, `whsec_…`; several during a rotation. */
  secret: string | readonly string[];
  /** Now unless given. */
  nowMs?: number;
  limits?: SignatureLimits;
}

const webhookSecret: SecretKind = {
  keyOf: readWebhookSecret,
  isOther: (secret) => !secret.startsWith(secretPrefix) && readWebhookSecret(secret) === null,
  mismatch: { type: 'mismatch', scheme: 'webhook' },
};

/** Whether a callback is genuine; else the likely mistake (`explainSignatureProblem`). */
export async function verifyWebhook({
  headers,
  body,
  secret,
  nowMs = Date.now(),
  limits,
}: WebhookToVerify): Promise<SignatureVerdict> {
  const [id, timestamp, given] = Object.values(webhookHeaders).map((name) =>
    headerOf(headers, name),
  );
  if (id === undefined || timestamp === undefined || given === undefined) {
    const missing = Object.values(webhookHeaders).filter(
      (name) => headerOf(headers, name) === undefined,
    );
    return { ok: false, problem: { type: 'missing', headers: missing } };
  }
  const late = timestampProblem(timestamp, {
    header: webhookHeaders.timestamp,
    unit: 'seconds',
    nowMs,
    limits: limits ?? webhookLimits,
  });
  if (late !== null) return { ok: false, problem: late };
  // Other schemes than ours (v1a) may stand beside it.
  const signatures = given
    .split(' ')
    .filter((part) => part.startsWith(schemePrefix))
    .flatMap((part) => fromBase64(part.slice(schemePrefix.length)) ?? []);
  if (signatures.length === 0)
    return { ok: false, problem: { type: 'malformed', header: webhookHeaders.signature } };
  return verifySigned(
    { prefix: composeWebhookPrefix(id, timestamp), body, signatures },
    secret,
    webhookSecret,
  );
}
