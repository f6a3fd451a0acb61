// Reads answers that are about a whole request: a code of the carrier's own decides, else the bare
// HTTP status.

import { loggable } from '../provider-error.ts';
import type { SmsContext } from '../sms.ts';
import { meaningOfStatus } from './bare-statuses.ts';
import {
  busy,
  garbled,
  readingOf,
  refused,
  type HttpAnswer,
  type Meaning,
  type Reading,
} from './reading.ts';
import { retryAfterMs } from './retry-after.ts';

type Log = SmsContext<unknown>['log'];

const unavailable = busy('connection_error', 1_000);

/**
 * `code`: the carrier's own, from a body that certainly is its own; undefined: there is none. A code that is not in the table refuses where
 * the status does, which is logged.
 */
export function readRequestError(
  answer: HttpAnswer,
  code: string | undefined,
  table: ReadonlyMap<string, Meaning>,
  { connector, log }: { connector: string; log: Log },
): Reading {
  const listed = code === undefined || answer.status < 400 ? undefined : table.get(code);
  if (listed !== undefined) return readingOf(listed, code!, retryAfterMs(answer));
  // A carrier that says itself that it is unavailable has not taken the request.
  const meaning =
    answer.status === 503 && code !== undefined ? unavailable : meaningOfStatus(answer.status);
  if (meaning.kind === 'unknown' || code !== undefined)
    log('warn', 'an answer of the carrier is not listed', {
      connector,
      httpStatus: answer.status,
      code: loggable(code ?? ''),
    });
  return readingOf(meaning, `http_${answer.status}`, retryAfterMs(answer));
}

/** What the carrier says of one part is not in its table and refuses nothing: it may have been taken. */
export function readUnlisted(
  code: string,
  { connector, log }: { connector: string; log: Log },
): Reading {
  log('warn', 'what the carrier says of a message is not listed', {
    connector,
    code: loggable(code),
  });
  return garbled;
}

/** The carrier says itself that it refused one part, with a code that is not in its table: only the reason is unknown. */
export function readUnlistedRefusal(
  code: string,
  { connector, log }: { connector: string; log: Log },
): Reading {
  log('warn', 'the carrier refused for a reason that is not listed', {
    connector,
    code: loggable(code),
  });
  return readingOf(refused('other'), code === '' ? 'refused' : loggable(code));
}
