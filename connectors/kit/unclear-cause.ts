// Names the cause for which the result of a call leaves the outcome unknown, and the answers that
// do so whatever they say.

import type { HttpResult } from './connector.ts';
import type { Unknown } from './outcome.ts';

/** HTTP 408: a server or a gateway before it waited for something for too long. */
const requestTimeout = 408;

/**
 * Whoever answered so gave up: whether the call was executed it cannot tell, whatever stands in the
 * body. `isDocumented`: with HTTP 500 the provider refuses by this very code, before anything is
 * executed. With 408 nobody does, nor with 501 and above: whatever stands before the provider
 * answers these, too.
 */
export const gaveUp = (httpStatus: number, isDocumented = false): boolean =>
  httpStatus === requestTimeout || (httpStatus >= 500 && !(isDocumented && httpStatus === 500));

/**
 * For status queries and for answers that are no result. A status query that was "not sent" is a
 * lost connection: it says nothing about the attempt.
 */
export function unclearCause(result: HttpResult): Unknown['cause'] {
  switch (result.kind) {
    case 'lost':
      return result.cause;
    case 'not_sent':
      return 'connection';
    case 'answer':
      return causeOfStatus(result.status) ?? 'ambiguous';
  }
}

/** Undefined: nobody gave up. */
export function causeOfStatus(httpStatus: number | undefined): Unknown['cause'] | undefined {
  if (httpStatus === undefined || !gaveUp(httpStatus)) return undefined;
  return httpStatus === requestTimeout ? 'timeout' : 'http5xx';
}
