// Access tokens: given out for the right credentials, good for an hour.

import { randomBytes } from 'node:crypto';

const lifeMs = 3_600_000;

export interface AccessTokens {
  give(nowMs: number): { access_token: string; token_type: 'Bearer'; expires_in: number };
  isGood(token: string, nowMs: number): boolean;
}

export function createAccessTokens(): AccessTokens {
  const untilMs = new Map<string, number>();
  return {
    give(nowMs) {
      for (const [token, until] of untilMs) if (until < nowMs) untilMs.delete(token);
      const token = randomBytes(24).toString('base64url');
      untilMs.set(token, nowMs + lifeMs);
      return { access_token: token, token_type: 'Bearer', expires_in: lifeMs / 1000 };
    },
    isGood: (token, nowMs) => (untilMs.get(token) ?? 0) > nowMs,
  };
}
