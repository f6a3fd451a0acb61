// Checks who calls: signed headers or a bearer token, both made with the shared secret.

import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import { header, isMembers } from '../http/exchange.ts';
import { keyId, merchantId, sharedSecret } from './deps.ts';
import type { Exchange, Members } from '../http/exchange.ts';

/** A signed date may be this far from ours. */
const dateWindowMs = 15 * 60_000;

/** `body`: null for a GET. */
export function isAuthentic(exchange: Exchange, body: string | null): boolean {
  const token = /^Bearer (.+)$/.exec(header(exchange, 'authorization') ?? '')?.[1];
  return token === undefined ? isSigned(exchange, body) : isGoodToken(exchange, token, body);
}

function isSigned(exchange: Exchange, body: string | null): boolean {
  if (header(exchange, 'v-c-merchant-id') !== merchantId) return false;
  const parts = new Map(
    [...(header(exchange, 'signature') ?? '').matchAll(/\b(\w+)="([^"]*)"/g)].map(
      ([, name, value]) => [name, value ?? ''],
    ),
  );
  if (parts.get('keyid') !== keyId || parts.get('algorithm') !== 'HmacSHA256') return false;
  const date = Date.parse(header(exchange, 'date') ?? '');
  if (!(Math.abs(Date.now() - date) <= dateWindowMs)) return false;
  if (body !== null && header(exchange, 'digest') !== `SHA-256=${digestOf(body)}`) return false;
  const names = (parts.get('headers') ?? '').split(' ');
  const needed = ['host', 'date', 'v-c-merchant-id', ...(body === null ? [] : ['digest'])];
  if (needed.some((name) => !names.includes(name))) return false;
  const target = `${exchange.method.toLowerCase()} ${exchange.target}`;
  const lines = names.map((name) =>
    /^\(?request-target\)?$/.test(name)
      ? `${name}: ${target}`
      : `${name}: ${header(exchange, name) ?? ''}`,
  );
  if (!names.some((name) => /^\(?request-target\)?$/.test(name))) return false;
  const expected = createHmac('sha256', secret()).update(lines.join('\n')).digest();
  return isSame(Buffer.from(parts.get('signature') ?? '', 'base64'), expected);
}

function isGoodToken(exchange: Exchange, token: string, body: string | null): boolean {
  const [head = '', claims = '', signature = ''] = token.split('.');
  const expected = createHmac('sha256', secret()).update(`${head}.${claims}`).digest();
  if (!isSame(Buffer.from(signature, 'base64url'), expected)) return false;
  const { alg, kid } = decoded(head);
  const told = decoded(claims);
  const seconds = Date.now() / 1_000;
  return (
    alg === 'HS256' &&
    kid === keyId &&
    told['v-c-merchant-id'] === merchantId &&
    told['iss'] === merchantId &&
    Number(told['exp']) > seconds &&
    Number(told['iat']) <= seconds + 60 &&
    String(told['request-method']).toLowerCase() === exchange.method.toLowerCase() &&
    told['request-host'] === header(exchange, 'host') &&
    told['request-resource-path'] === exchange.target &&
    (body === null || (told['digest'] === digestOf(body) && told['digest-algorithm'] === 'SHA-256'))
  );
}

function decoded(part: string): Members {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return isMembers(value) ? value : {};
  } catch {
    return {};
  }
}

const secret = (): Buffer => Buffer.from(sharedSecret, 'base64');
const digestOf = (body: string): string => hash('sha256', body, 'base64');
const isSame = (given: Buffer, expected: Buffer): boolean =>
  given.length === expected.length && timingSafeEqual(given, expected);
