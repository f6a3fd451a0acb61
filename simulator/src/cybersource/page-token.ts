// Makes the token that a browser carries to a page: a JWT, as CyberSource's are. Only this process
// knows its key.

import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { keyId } from './deps.ts';

const key = randomBytes(32);
const lifeSeconds = 3_600;

/** `payload`: what the page is about. */
export function pageToken(nowMs: number, payload: object): string {
  const seconds = Math.floor(nowMs / 1_000);
  const claims = {
    jti: randomUUID(),
    iss: keyId,
    iat: seconds,
    exp: seconds + lifeSeconds,
    Payload: payload,
  };
  const text = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
