// Meanings of HTTP statuses whose body is not the carrier's own: what stands between us may have
// written them. Those are certain that by HTTP's own rules (RFC 9110 section 15.5) mean that the
// request was not acted upon; a 5xx never is.

import { busy, misconfigured, refused, unknown, type Meaning } from './reading.ts';

const bareStatuses: ReadonlyMap<number, Meaning> = new Map([
  [400, refused('other')],
  [401, misconfigured],
  [402, refused('no_credit')],
  [403, misconfigured],
  [404, misconfigured],
  [405, misconfigured],
  [407, misconfigured],
  [411, misconfigured],
  [413, refused('bad_text')],
  [414, misconfigured],
  [415, misconfigured],
  [421, misconfigured],
  [426, misconfigured],
  [429, busy('throttled', 1_000)],
  [431, misconfigured],
]);

export function meaningOfStatus(status: number): Meaning {
  return bareStatuses.get(status) ?? unknown;
}

/**
 * The meaning of a 4xx that the carrier itself has answered: it has read the request and refuses
 * it.
 */
export function meaningOfRefusal(status: number): Meaning {
  return bareStatuses.get(status) ?? refused('other');
}
