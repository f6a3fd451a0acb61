// Hashes and verifies passwords with argon2id of Node's own crypto, with the parameters of the
// OWASP cheat sheet (19 MiB, two passes). Only a few run at a time: each takes memory and a thread
// that DNS and file access need as well.

import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { NoRoomNow } from '../../platform/http/portal/refused.ts';

const memoryKib = 19_456;
const passes = 2;
const saltBytes = 16;
const tagBytes = 32;
const togetherMax = 2;
/** About 4 s of work. Beyond that, sign-ins are rejected and may be retried. */
const waitingMax = 128;

const compute = promisify(argon2);
const form =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (waiting.length >= waitingMax) throw new NoRoomNow('too many passwords are being computed');
  if (running >= togetherMax) await new Promise<void>((resolve) => waiting.push(resolve));
  else running++;
  try {
    return await work();
  } finally {
    // A waiting one takes over the place.
    const next = waiting.shift();
    if (next === undefined) running--;
    else next();
  }
}

const plain = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');

/** The same password however it was typed: composed and decomposed accents are one. */
const messageOf = (password: string): Buffer => Buffer.from(password.normalize('NFKC'));

const phc = (nonce: Buffer, tag: Buffer): string =>
  `$argon2id$v=19$m=${memoryKib},t=${passes},p=1$${plain(nonce)}$${plain(tag)}`;

/** In the PHC form: `$argon2id$v=19$m=…,t=…,p=…$salt$tag`. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(saltBytes);
  const parameters = {
    message: messageOf(password),
    nonce,
    parallelism: 1,
    tagLength: tagBytes,
    memory: memoryKib,
    passes,
  };
  const tag = await inTurn(() => compute('argon2id', parameters));
  return phc(nonce, tag);
}

/**
 * A hash of no user: no password has this tag. Made of chance, since a hash would cost the first
 * unknown address twice the work.
 */
const decoy = phc(randomBytes(saltBytes), randomBytes(tagBytes));

/**
 * Whether it is the password of `stored`; null (no such user) takes the same time and is always
 * false.
 */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const parts = form.exec(stored ?? decoy);
  if (parts === null)
    throw new Error('a stored password is not in the form in which passwords are stored');
  const [, memory, t, p, salt = '', tag = ''] = parts;
  const expected = Buffer.from(tag, 'base64');
  const parameters = {
    message: messageOf(password),
    nonce: Buffer.from(salt, 'base64'),
    memory: Number(memory),
    passes: Number(t),
    parallelism: Number(p),
    tagLength: expected.length,
  };
  const computed = await inTurn(() => compute('argon2id', parameters));
  return timingSafeEqual(computed, expected) && stored !== null;
}
