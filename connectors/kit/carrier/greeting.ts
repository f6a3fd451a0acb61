// Reads the answer to the call that shows our credentials when a session opens.

import type { HttpResult } from '../connector.ts';
import { loggable } from '../provider-error.ts';

/** Null when the carrier knows us. `code`: its own word for a refusal. */
export function greetingProblem(result: HttpResult, code?: string): string | null {
  if (result.kind !== 'answer') return `no connection: ${result.cause}`;
  if (result.status === 200) return null;
  const status = `HTTP ${result.status}`;
  return !code ? status : `${status}: ${loggable(code)}`;
}
