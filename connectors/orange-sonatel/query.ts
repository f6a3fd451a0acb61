// Finds out how an attempt stands: by the search for our reference, else by the status of the
// transaction. The search shows a payment by code only once the payer has begun it.

import {
  errorIds,
  failed,
  listFromWire,
  objectFromWire,
  pending,
  refusalRow,
  textMember,
  unclearCause,
  unknown,
  wordMember,
} from '@jokko/connectors/kit';
import type { Context, HttpResult, Intent, QueryOutcome, Refs } from '@jokko/connectors/kit';
import { call } from './call.ts';
import { settingsOf } from './config.ts';
import type { OrangeSonatelConfig } from './config.ts';
import { awaitsCode, hasLink } from './operations.ts';
import { readTransaction } from './read-answer.ts';
import type { Attempt } from './read-answer.ts';

const searchPath = '/api/eWallet/v1/transactions';
/** A payment begun in the last second of a code's life is in the search by then. */
const graceMs = 5 * 60_000;
const pageSize = 20;

export async function query(
  context: Context<OrangeSonatelConfig>,
  intent: Intent,
  refs: Refs,
): Promise<QueryOutcome> {
  const attempt = { context, intent, refs };
  // Nothing was sent, or what was sent was refused.
  if (refs.session === awaitsCode) return waiting(attempt, 0);
  const path = `${searchPath}?reference=${encodeURIComponent(refs.ours)}&page=0&size=${pageSize}`;
  const result = await call(context, { method: 'GET', path });
  const list = result.kind === 'answer' && result.status === 200 ? listFromWire(result.body) : null;
  if (list === null) return unclear(attempt, result);
  const ours = list.filter((entry) => textMember(entry, 'reference')?.toLowerCase() === refs.ours);
  if (ours.length === 0 && list.length > 0) return unclear(attempt, result);
  return ours.length > 0
    ? best(ours.map((entry) => readTransaction(attempt, entry)))
    : none(attempt);
}

/** Among several tries with one code, a success counts most, then what may still become one. */
function best(found: QueryOutcome[]): QueryOutcome {
  const kinds: QueryOutcome['kind'][] = ['succeeded', 'unknown', 'pending', 'failed'];
  for (const kind of kinds) {
    const one = found.find((outcome) => outcome.kind === kind);
    if (one !== undefined) return one;
  }
  return found[0]!;
}

/** The search shows nothing. For what moves money by one call that proves nothing. */
async function none(attempt: Attempt): Promise<QueryOutcome> {
  const { context, intent, refs } = attempt;
  if (refs.theirs !== undefined) return askStatus(attempt, refs.theirs);
  if (!hasLink(intent)) return unknown(refs, 'ambiguous', settingsOf(context.config).resolution);
  if (refs['until'] !== undefined) return waiting(attempt, graceMs);
  // Its link came to nobody, and by the time that an absence counts the code is dead.
  return { kind: 'absent', refs };
}

/** Until the payer's time is over, and then failed. */
function waiting({ context, refs }: Attempt, afterMs: number): QueryOutcome {
  if (context.now() <= Number(refs['until'] ?? Infinity) + afterMs) return pending(refs, 'payer');
  const error = refusalRow(errorIds.paymentTimeout, 'never');
  return failed(refs, { ...error, provider: 'not paid in time' });
}

async function askStatus(attempt: Attempt, theirs: string): Promise<QueryOutcome> {
  const path = `${searchPath}/${encodeURIComponent(theirs)}/status`;
  const result = await call(attempt.context, { method: 'GET', path });
  const object =
    result.kind === 'answer' && result.status === 200 ? objectFromWire(result.body) : null;
  return object === null || wordMember(object, 'status') === undefined
    ? unclear(attempt, result)
    : readTransaction(attempt, object);
}

function unclear({ context, refs }: Attempt, result: HttpResult): QueryOutcome {
  return unknown(refs, unclearCause(result), settingsOf(context.config).resolution);
}
