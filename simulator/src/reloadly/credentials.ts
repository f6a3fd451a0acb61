// Access tokens of the simulated Reloadly: one for each service, signed so that they need no
// storage and survive a restart.

import { createHmac, hash, timingSafeEqual } from 'node:crypto';

/** What every sandbox installation uses. */
export const testCredentials = {
  clientId: 'reloadly-sandbox',
  clientSecret: 'reloadly-sandbox-secret',
};
export type Service = 'topups' | 'utilities';

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
