// Reads the answer to a harmless call as the result of a connection test.

import type { HttpResult, ConnectionTestResult } from './connector.ts';
import { noToken } from './token-call.ts';

/** Statuses by which a provider says that it does not know us. */
const unknownUs: ReadonlySet<number> = new Set([401, 403]);

/** `said`: what a 200 says; null where it is not what the protocol says. */
export function readConnectionTest(
  result: HttpResult,
  said: (body: Buffer) => string | null,
): ConnectionTestResult {
  if (result.kind === 'not_sent') return withoutToken(result.cause);
  if (result.kind !== 'answer') return { ok: false, why: 'no answer', said: result.cause };
  const status = `HTTP ${result.status}`;
  if (unknownUs.has(result.status)) return { ok: false, why: 'unknown us', said: status };
  const words = result.status === 200 ? said(result.body) : null;
  return words === null ? { ok: false, why: 'strange', said: status } : { ok: true, said: words };
}

/** The token endpoint's own answer tells as much as that of the call would have. */
function withoutToken(cause: string): ConnectionTestResult {
  const status = cause.startsWith(noToken) ? /HTTP (\d{3})$/.exec(cause)?.[1] : undefined;
  if (status === undefined) return { ok: false, why: 'no answer', said: cause };
  const why = Number(status) < 500 && status !== '200' ? 'unknown us' : 'strange';
  return { ok: false, why, said: cause };
}
