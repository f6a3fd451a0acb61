// Maps the provider's answer to the outcome of a submission. Every word and every HTTP status is
// listed; what is not listed is `unknown`, since the message may then have been accepted.

import type { SmsRefusal, SmsSubmitOutcome } from '@jokko/connectors/kit';

type Busy = Extract<SmsSubmitOutcome, { kind: 'busy' }>['cause'];

export type Meaning =
  | { kind: 'refused'; reason: SmsRefusal }
  /** Certainly not accepted, and another time it may be. `connectionAtFault`: nothing will be accepted until the connection is fixed. */
  | { kind: 'busy'; cause: Busy; pauseMs: number; connectionAtFault?: true }
  /** May have been accepted. */
  | { kind: 'unknown' };

const refused = (reason: SmsRefusal): Meaning => ({ kind: 'refused', reason });
const busy = (cause: Busy, pauseMs: number): Meaning => ({ kind: 'busy', cause, pauseMs });
const misconfigured: Meaning = {
  kind: 'busy',
  cause: 'connection_error',
  pauseMs: 10_000,
  connectionAtFault: true,
};
const unknown: Meaning = { kind: 'unknown' };

/** Words about one recipient, in an answer 200. */
export const recipientWords: ReadonlyMap<string, Meaning> = new Map([
  ['invalid_number', refused('bad_number')],
  ['invalid_sender', refused('bad_sender')],
  ['invalid_text', refused('bad_text')],
  ['barred', refused('barred')],
  ['no_credit', refused('no_credit')],
  ['not_permitted', refused('not_permitted')],
  ['rejected', refused('other')],
  ['reference_conflict', refused('other')],
  ['busy', busy('throttled', 1_000)],
  ['queue_full', busy('queue_full', 2_000)],
]);

/** Words about a whole request, with the HTTP statuses 4xx and 5xx: the provider itself says that it accepted nothing. */
export const requestWords: ReadonlyMap<string, Meaning> = new Map([
  ['malformed', refused('other')],
  ['unauthorized', misconfigured],
  ['forbidden', misconfigured],
  ['not_found', misconfigured],
  ['no_credit', refused('no_credit')],
  ['busy', busy('throttled', 1_000)],
  ['queue_full', busy('queue_full', 2_000)],
  ['unavailable', busy('connection_error', 2_000)],
]);

/**
 * Statuses whose body is not the provider's: what stands between us may have written them. Those are certain that by HTTP's own rules
 * (RFC 9110 section 15.5) mean that the request was not acted upon; a 5xx never is.
 */
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
