// Verifies that a request is signed as its account demands (rule M1). Checked over the bytes as
// received; since many clients sign the compact form of their JSON and send another, the compact
// form is accepted, too.

import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import {
  codes,
  composeSignaturePrefix,
  explainSignatureProblem,
  readSignature,
  signatureLimits,
  type SignatureProblem,
} from '@jokko/contract';
import { liveHmacKeys } from '../accounts/index.ts';
import type { Account, HmacKey, SigningSecrets } from '../accounts/index.ts';
import { environment } from '../../platform/environment.ts';
import { jsonInPieces, pieceLength } from '../../platform/json-in-pieces.ts';
import { keyedHash } from '../../platform/secrets/index.ts';
import { operationBodyMaxBytes } from '../../platform/http/guards/body.ts';
import { refusal, type Refusal } from '../../platform/http/http-refusal.ts';

/**
 * Nodes know the database's time by a reading of the last second or so; until all of them find a
 * signature too old, it is kept.
 */
const clocksApartMs = 10_000;

export interface SignatureDeps {
  signingSecretsOf(accountId: number): Promise<SigningSecrets | null>;
  /** ms since 1970 on the database's clock: until when a secret lives. */
  now(): number;
  /**
   * The same without what a sandbox has added: clients sign with the real time, whatever our clock
   * was moved to.
   */
  wallNow(): number;
  /** Told when a secret is used that was never used before. */
  noteFirstHmacUse(accountId: number, secretId: number): void;
}

/** A request as it came, and what its body means. */
export interface Received {
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  /** As it was parsed: what clients sign in its compact form. */
  given: { [member: string]: unknown };
  body: { [member: string]: unknown };
}

/** `keptUntilMs`: from then on, in real time, the signature is too old for every node. */
export type Checked =
  { ok: true; signature: Uint8Array; keptUntilMs: number } | { ok: false; refusal: Refusal };

/**
 * `apiKey`: of the request; signing with it is a usual mistake, which is looked for where the body
 * is small.
 */
export async function checkSignature(
  deps: SignatureDeps,
  account: Account,
  received: Received,
  apiKey: string,
): Promise<Checked> {
  const refuse = (problem: SignatureProblem): Checked => ({
    ok: false,
    refusal: refusal(codes.badKey, explainSignatureProblem(problem, account.language)),
  });
  const { headers, bytes } = received;
  const read = readSignature(
    { 'hmac-signature': headers['hmac-signature'], timestamp: headers['timestamp'] },
    deps.wallNow(),
  );
  if (!read.ok) return refuse(read.problem);
  const secrets = await deps.signingSecretsOf(account.id);
  const keys = secrets === null ? [] : liveHmacKeys(secrets, deps.now());
  const prefix = composeSignaturePrefix('POST', read.timestamp);
  const isLarge = bytes.length > operationBodyMaxBytes;
  const signer = isLarge
    ? await findSignerOfLarge(keys, prefix, received, read.signature)
    : (findSigner(keys, prefix, bytes, read.signature) ??
      findSigner(keys, prefix, compactOf(received), read.signature));
  if (signer === null) {
    const byApiKey =
      apiKey !== '' &&
      !isLarge &&
      timingSafeEqual(keyedHash(Buffer.from(apiKey))(prefix, bytes), read.signature);
    return refuse({ type: byApiKey ? 'otherSecret' : 'mismatch' });
  }
  if (!signer.used) deps.noteFirstHmacUse(account.id, signer.id);
  return {
    ok: true,
    signature: read.signature,
    keptUntilMs: read.timestampMs + signatureLimits.ageMaxMs + clocksApartMs,
  };
}

/** The newest first: in a rotation the client has most likely changed over. */
function findSigner(
  keys: readonly HmacKey[],
  prefix: string,
  body: Buffer | null,
  signature: Uint8Array,
): HmacKey | null {
  if (body === null) return null;
  return keys.findLast(({ mac }) => timingSafeEqual(mac(prefix, body), signature)) ?? null;
}

/** Null when the body came in compact form. */
function compactOf({ bytes, given }: Received): Buffer | null {
  const compact = Buffer.from(JSON.stringify(given));
  return compact.equals(bytes) ? null : compact;
}

/**
 * The same of megabytes: to hash them takes tens of milliseconds for each key, so others have their
 * turn.
 */
async function findSignerOfLarge(
  keys: readonly HmacKey[],
  prefix: string,
  received: Received,
  signature: Uint8Array,
): Promise<HmacKey | null> {
  const find = async (pieces: () => Iterable<Buffer | string>): Promise<HmacKey | null> => {
    for (const key of keys.toReversed()) {
      const mac = await key.mac.inTurns([prefix], pieces());
      if (timingSafeEqual(mac, signature)) return key;
    }
    return null;
  };
  const asReceived = await find(() => slicesOf(received.bytes));
  if (asReceived !== null || (await isCompact(received))) return asReceived;
  return find(() => jsonInPieces(received.given));
}

function* slicesOf(bytes: Buffer): Generator<Buffer> {
  for (let from = 0; from < bytes.length; from += pieceLength)
    yield bytes.subarray(from, from + pieceLength);
}

/** Whether the body came in compact form. */
async function isCompact({ bytes, given }: Received): Promise<boolean> {
  let at = 0;
  for (const piece of jsonInPieces(given)) {
    const expected = Buffer.from(piece);
    if (!expected.equals(bytes.subarray(at, at + expected.length))) return false;
    at += expected.length;
    await environment.othersTurn();
  }
  return at === bytes.length;
}
