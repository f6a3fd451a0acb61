// Names the cause for which the result of a call leaves the outcome unknown.

import type { HttpResult } from './connector.ts';
import type { Unknown } from './outcome.ts';

/** For status queries and for answers that are no result. A status query that was "not sent" is a lost connection: it says nothing about the attempt. */
export function unclearCause(result: HttpResult): Unknown['cause'] {
  switch (result.kind) {
    case 'lost':
      return result.cause;
    case 'not_sent':
      return 'connection';
    case 'answer':
      return result.status >= 500 ? 'http5xx' : 'ambiguous';
  }
}
