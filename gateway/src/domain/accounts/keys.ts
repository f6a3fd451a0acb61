// What does an API key look like, and the key of an SMS app? `jk_test_<id>_<secret>_<check>`, `js_test_…`: the prefix lets secret scanners
// find leaked keys and tells sandbox from live, the id names the row, the secret has 256 bits, and the check lets a mistyped key be told
// without asking the database.

import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const secretBytes = 32;
/** 62^43 > 2^256. */
const secretLength = 43;
/** 62^6 > 2^32. */
const checkLength = 6;
const webhookSecretBytes = 24;
const keyForm = /^((?:jk|js)_(?:test|live)_[0-9a-z]{1,7}_[0-9A-Za-z]{43})_([0-9A-Za-z]{6})$/;
const nameForm = /^(jk|js)_(test|live)_([1-9a-z][0-9a-z]{0,6})$/;
const keyIdMax = 2 ** 31 - 1;

/** `jk`: API key of an account; `js`: key of an SMS app. */
export type KeyPrefix = 'jk' | 'js';

/** `keyId` is the number of the key's row. */
export function makeApiKey(mode: 'sandbox' | 'live', keyId: number, prefix: KeyPrefix = 'jk'): string {
  const secret = toBase62(BigInt(`0x${randomBytes(secretBytes).toString('hex')}`), secretLength);
  const body = `${keyIdText(mode, keyId, prefix)}_${secret}`;
  return `${body}_${checkOf(body)}`;
}

/** The part of a key that may be told: `jk_test_7`. It names the key in commands and lists. */
export function keyIdText(mode: 'sandbox' | 'live', keyId: number, prefix: KeyPrefix = 'jk'): string {
  return `${prefix}_${mode === 'sandbox' ? 'test' : 'live'}_${keyId.toString(36)}`;
}

/** The same part of a whole key. */
export const toldPartOf = (apiKey: string): string => apiKey.split('_', 3).join('_');

/** Reads `jk_test_7`; null when the text is anything else, a whole key included. */
export function readKeyId(text: string, prefix: KeyPrefix = 'jk'): { mode: 'sandbox' | 'live'; keyId: number } | null {
  const [, named, mode, digits = ''] = nameForm.exec(text) ?? [];
  const keyId = Number.parseInt(digits, 36);
  return named === prefix && keyId <= keyIdMax ? { mode: mode === 'test' ? 'sandbox' : 'live', keyId } : null;
}

/** Whether the text has the form of a key and its check is right. False does not tell that no such key exists in another form. */
export function isWellFormedApiKey(text: string, prefix: KeyPrefix = 'jk'): boolean {
  const parts = text.startsWith(prefix) ? keyForm.exec(text) : null;
  return parts !== null && checkOf(parts[1]!) === parts[2];
}

/** The secret of Standard Webhooks: `whsec_` and the base64 of 24 random bytes. */
export function makeWebhookSecret(): string {
  return `whsec_${randomBytes(webhookSecretBytes).toString('base64')}`;
}

function checkOf(body: string): string {
  return toBase62(BigInt(crc32(body)), checkLength);
}

function toBase62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; rest > 0n; rest /= 62n) text = alphabet.charAt(Number(rest % 62n)) + text;
  return text.padStart(length, '0');
}
