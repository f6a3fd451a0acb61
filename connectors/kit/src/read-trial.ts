// What does the answer to a harmless call say about a configuration?

import type { HttpResult, TrialResult } from './connector.ts';

/** Statuses by which a provider says that it does not know us. */
const unknownUs: ReadonlySet<number> = new Set([401, 403]);

/** `said`: what a 200 says; null where it is not what the protocol says. */
export function readTrial(result: HttpResult, said: (body: Buffer) => string | null): TrialResult {
  if (result.kind !== 'answer') return { ok: false, why: 'no answer', said: result.cause };
  const status = `HTTP ${result.status}`;
  if (unknownUs.has(result.status)) return { ok: false, why: 'unknown us', said: status };
  const words = result.status === 200 ? said(result.body) : null;
  return words === null ? { ok: false, why: 'strange', said: status } : { ok: true, said: words };
}
