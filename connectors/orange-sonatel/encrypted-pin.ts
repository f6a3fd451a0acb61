// Sends calls that bear the PIN of our wallet, encrypted with the public key of Orange. The key is
// kept like an access token; when Orange says that it is revoked, it is fetched again, once.

import { createPublicKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { encryptPin, objectFromWire, textMember, gaveUp } from '@jokko/connectors/kit';
import type { Context, HttpResult } from '@jokko/connectors/kit';
import { call } from './call.ts';
import type { Call } from './call.ts';
import type { OrangeSonatelConfig } from './config.ts';

export const publicKeyPath = '/api/account/v1/publicKeys';
const keyLifeMs = 12 * 3_600_000;
const revoked = '4003';

/** `bodyOf` puts the encrypted PIN into the body. `not_sent` also when no key could be had. */
export async function callWithPin(
  context: Context<OrangeSonatelConfig>,
  what: Omit<Call, 'body'>,
  bodyOf: (encryptedPinCode: string) => object,
): Promise<HttpResult> {
  const key = await publicKey(context);
  if (typeof key !== 'string') return key;
  const first = await send(context, what, bodyOf, key);
  if (!isRevoked(first)) return first;
  // Refused before anything was executed, so that the same call may go out again.
  const fresh = await publicKey(context, key);
  return typeof fresh !== 'string' || fresh === key ? first : send(context, what, bodyOf, fresh);
}

async function send(
  context: Context<OrangeSonatelConfig>,
  what: Omit<Call, 'body'>,
  bodyOf: (encryptedPinCode: string) => object,
  key: string,
): Promise<HttpResult> {
  const encrypted = encrypt(context.config.pin ?? '', key);
  if (encrypted === null) return { kind: 'not_sent', cause: 'the public key cannot be used' };
  return call(context, { ...what, body: bodyOf(encrypted) });
}

const isRevoked = (result: HttpResult): boolean =>
  result.kind === 'answer' &&
  result.status >= 400 &&
  !gaveUp(result.status) &&
  String(objectFromWire(result.body)?.['code']) === revoked;

async function publicKey(
  context: Context<OrangeSonatelConfig>,
  refused?: string,
): Promise<string | HttpResult> {
  try {
    return await context.token('orange-sonatel public key', () => fetchKey(context), refused);
  } catch (error) {
    const cause = error instanceof Error ? error.message : 'unknown';
    context.log('error', 'no public key', { connector: 'orange-sonatel', cause });
    return { kind: 'not_sent', cause: `no public key: ${cause}` };
  }
}

async function fetchKey(
  context: Context<OrangeSonatelConfig>,
): Promise<{ value: string; livesMs: number }> {
  const result = await call(context, { method: 'GET', path: publicKeyPath });
  if (result.kind !== 'answer') throw new Error(result.cause);
  const answer = result.status === 200 ? objectFromWire(result.body) : null;
  const value = answer === null ? undefined : textMember(answer, 'key');
  if (value === undefined) throw new Error(`HTTP ${result.status}`);
  return { value, livesMs: keyLifeMs };
}

/** Parsing costs more than encrypting, and there is a key a day. */
const parsed = new Map<string, KeyObject>();
const parsedMax = 16;

/** Throws when the text (base64 of X.509) is no public key. */
function parseKey(text: string): KeyObject {
  const known = parsed.get(text);
  if (known !== undefined) return known;
  const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
  if (parsed.size >= parsedMax) parsed.clear();
  parsed.set(text, key);
  return key;
}

/** Base64 of the PIN under RSA PKCS#1 v1.5; null when the key cannot be used. */
function encrypt(pin: string, text: string): string | null {
  try {
    return encryptPin(parseKey(text), pin);
  } catch {
    return null;
  }
}
