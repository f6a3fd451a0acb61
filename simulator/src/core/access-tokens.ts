// Access tokens of OAuth 2.0 client credentials: given out, looked at, forgotten at the end of
// their lives or at a restart.

import { randomBytes } from 'node:crypto';

export interface AccessTokens {
  /** A new token that lives for so many seconds. */
  issue(livesSeconds: number): string;
  /** Whether an Authorization header holds a token that lives. */
  isGood(authorization: string | undefined): boolean;
  /** Whether it holds a token that lived once. */
  hasExpired(authorization: string | undefined): boolean;
}

const tokensMax = 1_000;

export function createAccessTokens(nowMs: () => number): AccessTokens {
  const untilMs = new Map<string, number>();
  /** 0: no token of ours. */
  function endOf(authorization: string | undefined): number {
    const token = /^Bearer ([\w-]+)$/.exec(authorization ?? '')?.[1];
    return token === undefined ? 0 : (untilMs.get(token) ?? 0);
  }
  return {
    issue(livesSeconds) {
      const token = randomBytes(24).toString('base64url');
      untilMs.set(token, nowMs() + livesSeconds * 1000);
      const [oldest] = untilMs.keys();
      if (oldest !== undefined && untilMs.size > tokensMax) untilMs.delete(oldest);
      return token;
    },
    isGood: (authorization) => endOf(authorization) > nowMs(),
    hasExpired(authorization) {
      const endMs = endOf(authorization);
      return endMs > 0 && endMs <= nowMs();
    },
  };
}
