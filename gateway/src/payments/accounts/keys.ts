// Format of API keys and of SMS app keys: `jk_test_<id>_<secret>_<check>`, `js_test_…`. The prefix
// lets secret scanners find leaked keys and distinguishes sandbox, rehearsal and live, the id names
// the row, the secret has 256 bits, and the check detects a mistyped key without a database query.

import { cellOfNumber, homeCell } from '../../platform/db/cell-numbers.ts';
import { modes, type Mode } from '../../platform/db/mode.ts';
import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const secretBytes = 32;
/** 62^43 > 2^256. */
const secretLength = 43;
/** 62^6 > 2^32. */
const checkLength = 6;
const webhookSecretBytes = 24;
const keyForm =
  /^((?:jk|js)_(?:test|rehearsal|live)_[0-9a-z]{1,7}_[0-9A-Za-z]{43})_([0-9A-Za-z]{6})$/;
const nameForm = /^(jk|js)_(test|rehearsal|live)_([1-9a-z][0-9a-z]{0,6})$/;
const keyIdMax = 2 ** 31 - 1;

/** How a key says which installation it belongs to. */
export const keyWords: { readonly [mode in Mode]: string } = {
  sandbox: 'test',
  rehearsal: 'rehearsal',
  live: 'live',
};

/** `jk`: API key of an account; `js`: key of an SMS app. */
export type KeyPrefix = 'jk' | 'js';

/** `keyId` is the number of the key's row. */
export function makeApiKey(mode: Mode, keyId: number, prefix: KeyPrefix = 'jk'): string {
  const secret = toBase62(BigInt(`0x${randomBytes(secretBytes).toString('hex')}`), secretLength);
  const body = `${keyIdText(mode, keyId, prefix)}_${secret}`;
  return `${body}_${checkOf(body)}`;
}

/** The part of a key that may be shown: `jk_test_7`. It names the key in commands and lists. */
export function keyIdText(mode: Mode, keyId: number, prefix: KeyPrefix = 'jk'): string {
  return `${prefix}_${keyWords[mode]}_${keyId.toString(36)}`;
}

/** The same part of a whole key. */
export const reportedPartOf = (apiKey: string): string => apiKey.split('_', 3).join('_');

/** Reads `jk_test_7`; null when the text is anything else, a whole key included. */
export function readKeyId(
  text: string,
  prefix: KeyPrefix = 'jk',
): { mode: Mode; keyId: number } | null {
  const [, named, word, digits = ''] = nameForm.exec(text) ?? [];
  const mode = modes.find((each) => keyWords[each] === word);
  const keyId = Number.parseInt(digits, 36);
  return named === prefix && mode !== undefined && keyId <= keyIdMax ? { mode, keyId } : null;
}

const ownerForm = /^j[ks]_[a-z]+_([0-9a-z]{1,7})_/;

/** The cell whose database has the key, as its id tells; home for a text that is no key. */
export function cellOfApiKey(apiKey: string): number {
  const keyId = Number.parseInt(ownerForm.exec(apiKey)?.[1] ?? '0', 36);
  return keyId <= keyIdMax ? cellOfNumber(keyId) : homeCell;
}

/**
 * Whether the text has the form of a key and its check is right. False does not tell that no such
 * key exists in another form.
 */
export function isWellFormedApiKey(text: string, prefix: KeyPrefix = 'jk'): boolean {
  const parts = text.startsWith(prefix) ? keyForm.exec(text) : null;
  return parts !== null && checkOf(parts[1]!) === parts[2];
}

/**
 * What a key is called in memory, for what is known of it for a moment. A secret of 256 bits needs
 * no slow hash, nor the keyed one under which the database knows it, which costs eight times as
 * much.
 */
export const digestOfKey = (text: string): string => hash('sha256', text, 'base64');

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
