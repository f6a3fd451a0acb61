// Caches access tokens and fetches new ones. One cache per configured connector, with a single
// fetch in flight for all callers.

import type { Context } from './connector.ts';

const renewAtShareOfLife = 0.8;

/** One fetch for all callers; a refused value is fetched anew unless another caller already did. */
export function createTokenCache(): Context<unknown>['token'] {
  const held = new Map<
    string,
    { value: Promise<string>; known: string | undefined; untilMs: number }
  >();
  return async (key, fetch, refused) => {
    const found = held.get(key);
    if (
      found !== undefined &&
      performance.now() < found.untilMs &&
      (refused === undefined || found.known !== refused)
    )
      return found.value;
    const entry = {
      value: Promise.resolve(''),
      known: undefined as string | undefined,
      untilMs: Infinity,
    };
    entry.value = fetch().then(
      (token) => {
        entry.known = token.value;
        entry.untilMs = performance.now() + token.livesMs * renewAtShareOfLife;
        return token.value;
      },
      (error: unknown) => {
        held.delete(key);
        throw error;
      },
    );
    held.set(key, entry);
    return entry.value;
  };
}
