// Finds the session of a cookie. Whoever invents cookies would have each one looked up in the
// database: of those in which this node has seen no session, one address may show so many a minute.
// Whoever is signed in behind the same address goes on.

import { hash } from 'node:crypto';
import { createCallerLimit } from '../guards/caller-limit.ts';
import type { FindSession, LiveSession, Visit } from './caller.ts';

/**
 * A page asks for several things at once, and a whole office comes back at once when a node has
 * been started again.
 */
export const unknownPerMinute = 600;
const knownMax = 10_000;

export interface SessionSearch {
  /** `waitSeconds`: it was not looked for, and may be after so long. */
  find(visit: Visit): Promise<{ session: LiveSession | null } | { waitSeconds: number }>;
  /** A session has begun with that token. */
  note(token: string): void;
}

export function createSessionSearch(findSession: FindSession): SessionSearch {
  /** Hashes of tokens; what was used last stands last. */
  const known = new Set<string>();
  const waitOf = createCallerLimit(unknownPerMinute);
  const keep = (name: string): void => {
    known.delete(name);
    known.add(name);
    const [oldest] = known;
    if (known.size > knownMax) known.delete(oldest!);
  };
  return {
    async find(visit) {
      const { token } = visit;
      if (token === null) return { session: null };
      const name = nameOf(token);
      const waitSeconds = known.has(name) ? null : waitOf(visit);
      if (waitSeconds !== null) return { waitSeconds };
      const session = await findSession(token, visit);
      if (session === null) known.delete(name);
      else keep(name);
      return { session };
    },
    note: (token) => keep(nameOf(token)),
  };
}

const nameOf = (token: string): string => hash('sha256', token, 'base64');
