// Proves to CyberSource who calls, by one of two methods: headers signed with the shared secret, or
// a bearer token signed with it. Both bind the body by its digest.

import { defined } from '@jokko/contract';
import { createHmac, hash, randomUUID } from 'node:crypto';
import { settingsOf } from './config.ts';
import type { CybersourceConfig } from './config.ts';

export interface SignedCall {
  method: 'GET' | 'POST';
  /**
   * Path and query as CyberSource knows them: without what a relay, or a simulator, puts before
   * them.
   */
  target: string;
  body?: string | Buffer;
}

/** A token lives this long. */
const tokenLifeSeconds = 120;

export function authHeaders(
  config: CybersourceConfig,
  call: SignedCall,
  nowMs: number,
): { [name: string]: string } {
  return config.auth === 'jwt'
    ? { Authorization: `Bearer ${tokenOf(config, call, nowMs)}` }
    : signedHeaders(config, call, nowMs);
}

function signedHeaders(
  config: CybersourceConfig,
  { method, target, body }: SignedCall,
  nowMs: number,
): { [name: string]: string } {
  const { host, secret } = settingsOf(config);
  const date = new Date(nowMs).toUTCString();
  const digest = body === undefined ? null : `SHA-256=${digestOf(body)}`;
  const lines: [string, string][] = [
    ['host', host],
    ['date', date],
    ['request-target', `${method.toLowerCase()} ${target}`],
    ...(digest === null ? [] : [['digest', digest] as [string, string]]),
    ['v-c-merchant-id', config.merchantId],
  ];
  const text = lines.map(([name, value]) => `${name}: ${value}`).join('\n');
  const names = lines.map(([name]) => name).join(' ');
  const signature = createHmac('sha256', secret).update(text).digest('base64');
  return {
    Date: date,
    'v-c-merchant-id': config.merchantId,
    ...defined({ Digest: digest }),
    Signature: `keyid="${config.keyId}", algorithm="HmacSHA256", headers="${names}", signature="${signature}"`,
  };
}

function tokenOf(
  config: CybersourceConfig,
  { method, target, body }: SignedCall,
  nowMs: number,
): string {
  const { host, secret } = settingsOf(config);
  const seconds = Math.floor(nowMs / 1_000);
  const claims = {
    iat: seconds,
    exp: seconds + tokenLifeSeconds,
    ...(body === undefined ? {} : { digest: digestOf(body), 'digest-algorithm': 'SHA-256' }),
    'request-method': method.toLowerCase(),
    'request-host': host,
    'request-resource-path': target,
    iss: config.merchantId,
    jti: randomUUID(),
    'v-c-jwt-version': '2',
    'v-c-merchant-id': config.merchantId,
  };
  const head = encode({ alg: 'HS256', typ: 'JWT', kid: config.keyId });
  const text = `${head}.${encode(claims)}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const digestOf = (body: string | Buffer): string => hash('sha256', body, 'base64');
