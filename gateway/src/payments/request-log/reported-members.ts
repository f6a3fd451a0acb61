// Selects what may be logged of a rejected request: the names of its members, and the values of
// the few that help and can hold no secret. Everything is scrubbed once more, for clients that put
// a key where a text belongs.

import { cardDigits, isLuhnRight } from '@jokko/contract';
import { maskedUrl } from '../../platform/masked-address.ts';
import type { Member } from './index.ts';

const membersMax = 60;
const nameCharactersMax = 40;
const textCharactersMax = 300;

/** A key of ours: the part that may be shown stays. */
const ourKeys = /\b((?:jk|js)_(?:test|live)_[0-9a-z]{1,7})_[0-9A-Za-z_]*/g;
/** Tokens, signatures, hashes: no word of any language is so long. */
const tokens = /[0-9A-Za-z+/=_-]{32,}/g;
/** Card numbers, phone numbers, accounts: also with spaces and dashes between. */
const longNumbers = /\d(?:[ .-]?\d){6,}/g;

/**
 * A text without what could be a secret or a user's number; the last two digits of a number stay.
 */
export function scrubbed(text: string): string {
  const clean = text
    .slice(0, textCharactersMax * 4)
    .replaceAll(ourKeys, '$1…')
    .replaceAll(/whsec_\S*/g, 'whsec_…')
    .replaceAll(longNumbers, (digits) => `…${digits.slice(-2)}`)
    .replaceAll(tokens, '…');
  return clean.length > textCharactersMax ? `${clean.slice(0, textCharactersMax)}…` : clean;
}

type Notify = (value: unknown) => string | null;
const code: Notify = (value) =>
  typeof value === 'string' && /^[A-Z][A-Z0-9_]{2,49}$/.test(value) ? value : null;
/** Also one that is none: what is wrong with it is what its sender looks for. */
const writtenCode: Notify = (value) => {
  if (typeof value !== 'string' || !/^[\w .-]{1,50}$/.test(value) || isSecretLike(value))
    return null;
  return scrubbed(value) === value ? value : null;
};
const amount: Notify = (value) => {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && /^-?\d{1,12}(\.\d{1,6})?$/.test(text) ? text : null;
};
const flag: Notify = (value) => (typeof value === 'boolean' ? String(value) : null);
const phone: Notify = (value) => {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || !/^\+?[\d .-]{6,20}$/.test(text)) return null;
  return `${text.slice(0, text.startsWith('+') ? 4 : 2)}…${text.slice(-2)}`;
};
/** Paths and queries hold tokens. */
const origin: Notify = (value) => {
  const url = typeof value === 'string' && value.length <= 2_000 ? URL.parse(value) : null;
  return url !== null && /^https?:$/.test(url.protocol) ? maskedUrl(url.href) : null;
};
const identifier: Notify = (value) => {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && /^[\w.:#/-]{1,40}$/.test(text) && !isSecretLike(text)
    ? text
    : null;
};
const secretForms = [/(jk|js)_(test|live)_/, /whsec_/, /[0-9a-f]{32}/i];
/** Keys, hashes, and card numbers however they are written. */
const isSecretLike = (text: string): boolean =>
  secretForms.some((form) => form.test(text)) ||
  (text.match(/\d(?:[._:#/-]?\d)+/g) ?? []).some((run) => holdsCardDigits(run));

/**
 * Whether the run holds digits of a card of any scheme, anywhere: nothing is lost where a value is
 * not shown.
 */
function holdsCardDigits(run: string): boolean {
  const digits = run.replaceAll(/\D/g, '');
  for (let start = 0; start + cardDigits.min <= digits.length; start++) {
    for (
      let length = cardDigits.min;
      length <= cardDigits.max && start + length <= digits.length;
      length++
    ) {
      if (isLuhnRight(digits.slice(start, start + length))) return true;
    }
  }
  return false;
}

/** Members whose values are shown. */
const reported: { readonly [name: string]: Notify } = {
  amount,
  useOpaQrCode: flag,
  phone,
  recipientPhone: phone,
  callbackUrl: origin,
  urlIpn: origin,
  externalTransactionId: identifier,
};

/**
 * Names of codes that we or the caller give, and what they are often written as: what is unknown in
 * them is what its sender looks for.
 */
const codeNames = new Set([
  ...['codeservice', 'service', 'servicecode', 'typeservice', 'operator', 'provider'],
  ...['country', 'currency', 'language', 'sender', 'senderid', 'status', 'state'],
]);
const notifyOf = (name: string): Notify | null => {
  if (Object.hasOwn(reported, name)) return reported[name]!;
  return codeNames.has(name.replaceAll(/[_-]/g, '').toLowerCase()) ? writtenCode : null;
};

/** The members of a body in their order; null: there was none that could be read. */
export function reportedMembers(body: { readonly [member: string]: unknown }): Member[] {
  return Object.keys(body)
    .slice(0, membersMax)
    .map((name) => ({
      name: reportedName(name),
      value: notifyOf(name)?.(body[name]) ?? null,
      type: typeOf(body[name]),
    }));
}

function typeOf(value: unknown): NonNullable<Member['type']> {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'number' || typeof value === 'boolean' || typeof value === 'object'
    ? (typeof value as 'number')
    : 'string';
}

const reportedName = (name: string): string => {
  const clean = scrubbed(name);
  return /^[\w.[\] -]*$/.test(clean) && clean.length <= nameCharactersMax ? clean : '…';
};

/** The service that is named, where it is one by its form. */
export const reportedService = (body: { readonly [member: string]: unknown }): string | null =>
  code(body['codeService']);

const keyStart = /^((jk|js)_(?:test|live)_([1-9a-z][0-9a-z]{0,6}))_/;
const keyIdMax = 2 ** 31 - 1;

/** The part of a key that may be shown, and the number in it; null for what is no key of ours. */
export function reportedKey(
  key: unknown,
): { keyName: string; key: { kind: 'account' | 'app'; id: number } } | null {
  const [, keyName = '', prefix, digits = ''] =
    typeof key === 'string' ? (keyStart.exec(key) ?? []) : [];
  const id = Number.parseInt(digits, 36);
  if (keyName === '' || id > keyIdMax) return null;
  return { keyName, key: { kind: prefix === 'js' ? 'app' : 'account', id } };
}
