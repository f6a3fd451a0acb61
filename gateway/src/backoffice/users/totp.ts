// Verifies the code of a user's authenticator app: RFC 6238 as all authenticator apps implement it
// (SHA-1, six digits, 30 s).

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const stepMs = 30_000;
const digits = 6;
/** RFC 4226 recommends 160 bits. */
const secretBytes = 20;
/** Clocks of phones are a little wrong, and codes are typed slowly. */
const stepsAround = 1;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A new secret in base32, as authenticator apps take it. */
export function makeTotpSecret(): string {
  const bits = [...randomBytes(secretBytes)]
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('');
  return bits
    .match(/.{5}/g)!
    .map((five) => alphabet[Number.parseInt(five, 2)])
    .join('');
}

function readBase32(text: string): Buffer {
  const bits = [...text]
    .map((character) => alphabet.indexOf(character).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)));
}

/** The code of a step: a number of 30 s since 1970. */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', readBase32(secret)).update(counter).digest();
  const offset = mac.at(-1)! & 0x0f;
  return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** digits).padStart(digits, '0');
}

/**
 * The step whose code this is, near `nowMs` (real time); null when it is none. Spaces do not count.
 */
export function totpStepOf(secret: string, code: string, nowMs: number): number | null {
  const given = Buffer.from(code.replaceAll(/\s/g, ''));
  const now = Math.floor(nowMs / stepMs);
  let found: number | null = null;
  for (let step = now - stepsAround; step <= now + stepsAround; step++) {
    const expected = Buffer.from(totpCode(secret, step));
    if (given.length === expected.length && timingSafeEqual(given, expected)) found = step;
  }
  return found;
}

/** What a QR code for authenticator apps says. */
export function totpUri(secret: string, account: string, issuer: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${digits}&period=${stepMs / 1_000}`;
}
