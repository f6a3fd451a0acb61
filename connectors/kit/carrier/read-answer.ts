// Reads answers that are about a whole request: beside a 4xx a code of the carrier's own decides,
// else the HTTP status.

import type { SmsPart } from '../sms.ts';
import { gaveUp } from '../unclear-cause.ts';
import type { CarrierContext } from './calls.ts';
import { meaningOfRefusal, meaningOfStatus } from './bare-statuses.ts';
import {
  garbled,
  readingOf,
  refused,
  unknown,
  type HttpAnswer,
  type Meaning,
  type Reading,
} from './reading.ts';
import { retryAfterMs } from './retry-after.ts';

type Context = Pick<CarrierContext<unknown>, 'connector' | 'log' | 'quote'>;

/**
 * `code`: the carrier's own, from a body that certainly is its own; undefined: there is none. A
 * code that is not in the table is logged, and so is one beside a 5xx. `parts`: what was sent,
 * which a carrier may repeat anywhere.
 */
export function readRequestError(
  answer: HttpAnswer,
  code: string | undefined,
  table: ReadonlyMap<string, Meaning>,
  { connector, log, quote }: Context,
  parts: readonly SmsPart[],
): Reading {
  const listed = code === undefined ? undefined : table.get(code);
  const meaning = meaningOf(answer.status, code !== undefined, listed);
  if (meaning.kind === 'unknown' || (code !== undefined && meaning !== listed))
    log('warn', 'an answer of the carrier is not listed', {
      connector,
      httpStatus: answer.status,
      code: quote(code ?? '', parts),
    });
  const said = meaning === listed ? code! : `http_${answer.status}`;
  return readingOf(meaning, said, retryAfterMs(answer));
}

/**
 * `isOwn`: the body is the carrier's own. What a carrier says of a request that it failed to work
 * on, or not in time, it may say after it took the message: a 5xx and a 408 refuse nothing.
 */
function meaningOf(status: number, isOwn: boolean, listed: Meaning | undefined): Meaning {
  if (!isOwn || status < 400) return meaningOfStatus(status);
  if (!gaveUp(status)) return listed ?? meaningOfRefusal(status);
  // Busy is believed from a carrier that says so itself: what stands before it cannot know what was
  // taken.
  return status === 503 && listed?.kind === 'busy' ? listed : unknown;
}

/**
 * What the carrier says of one part is not in its table and refuses nothing: it may have been
 * taken.
 */
export function readUnlisted(
  code: string,
  { connector, log, quote }: Context,
  parts: readonly SmsPart[],
): Reading {
  log('warn', 'what the carrier says of a message is not listed', {
    connector,
    code: quote(code, parts),
  });
  return garbled;
}

/**
 * The carrier says itself that it refused one part, with a code that is not in its table: only the
 * reason is unknown.
 */
export function readUnlistedRefusal(
  code: string,
  { connector, log, quote }: Context,
  parts: readonly SmsPart[],
): Reading {
  const shown = quote(code, parts);
  log('warn', 'the carrier refused for a reason that is not listed', { connector, code: shown });
  return readingOf(refused('other'), shown === '' ? 'refused' : shown);
}
