// Access tokens of the simulated Reloadly: one for each service, signed so that they need no
// storage and survive a restart.

import { createHmac, hash, timingSafeEqual } from 'node:crypto';

/** What every sandbox installation uses. */
export const testCredentials = {
  clientId: 'reloadly-sandbox',
  clientSecret: 'reloadly-sandbox-secret',
};
/** Gift cards have tokens and nothing to call. */
export type Service = 'topups' | 'utilities' | 'giftcards';

/**
 * What a token is asked for: a service by its address, in production and in the test environment.
 */
const audiences: { readonly [audience: string]: Service } = {
  'https://topups.reloadly.com': 'topups',
  'https://topups-sandbox.reloadly.com': 'topups',
  'https://utilities.reloadly.com': 'utilities',
  'https://utilities-sandbox.reloadly.com': 'utilities',
  'https://giftcards.reloadly.com': 'giftcards',
  'https://giftcards-sandbox.reloadly.com': 'giftcards',
};

/**
 * A service may also be named by its address here, wherever this process is reached. Undefined: no
 * service.
 */
export function serviceOf(audience: string): Service | undefined {
  const named = audience.replace(/\/$/, '');
  if (Object.hasOwn(audiences, named)) return audiences[named];
  if (named.endsWith('/reloadly/topups')) return 'topups';
  return named.endsWith('/reloadly/utilities') ? 'utilities' : undefined;
}

/** As in Reloadly's test environment. */
export const tokenLifeSeconds = 3_600;

export function issueToken(service: Service, nowMs: number): string {
  const claims = `${service}.${nowMs + tokenLifeSeconds * 1_000}`;
  return `${claims}.${signatureOf(claims)}`;
}

/** Why a token is not taken; null when it is. */
export function tokenFault(
  authorization: string | undefined,
  service: Service,
  nowMs: number,
): 'MISSING_TOKEN' | 'INVALID_TOKEN' | 'TOKEN_EXPIRED' | null {
  const token = /^Bearer (.+)$/.exec(authorization ?? '')?.[1];
  if (token === undefined) return 'MISSING_TOKEN';
  const [audience = '', until = '', signature = ''] = token.split('.');
  if (!isSame(signature, signatureOf(`${audience}.${until}`)) || audience !== service)
    return 'INVALID_TOKEN';
  return Number(until) > nowMs ? null : 'TOKEN_EXPIRED';
}

export function isSame(given: string, wanted: string): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', wanted, 'buffer'));
}

const signatureOf = (claims: string): string =>
  createHmac('sha256', testCredentials.clientSecret).update(claims).digest('hex');
