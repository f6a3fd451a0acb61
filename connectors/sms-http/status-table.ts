// Maps the provider's words to the outcome of a submission. What is not listed is decided by the
// bare HTTP status.

import { busy, misconfigured, refused } from '@jokko/connectors/kit/carrier';
import type { Meaning } from '@jokko/connectors/kit/carrier';

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
