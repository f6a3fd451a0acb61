// The address that notices of the account go to. Meta takes one only after a GET to it has brought
// its challenge back. Kept in memory: a simulator that starts again is told anew.

import { randomUUID } from 'node:crypto';

export interface Subscription {
  address(): string | null;
  /** Whether the address answered the challenge, and is now the account's. */
  replace(address: string, verifyToken: string): Promise<boolean>;
}

const verifyTimeoutMs = 5_000;

export function createSubscription(): Subscription {
  let current: string | null = null;
  return {
    address: () => current,
    async replace(address, verifyToken) {
      const challenge = randomUUID().replaceAll('-', '').slice(0, 20);
      const url = new URL(address);
      url.searchParams.set('hub.mode', 'subscribe');
      url.searchParams.set('hub.challenge', challenge);
      url.searchParams.set('hub.verify_token', verifyToken);
      try {
        const answer = await fetch(url, { signal: AbortSignal.timeout(verifyTimeoutMs) });
        if (answer.status !== 200 || (await answer.text()) !== challenge) return false;
      } catch {
        return false;
      }
      current = address;
      return true;
    },
  };
}
