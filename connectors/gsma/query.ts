// Queries the status of an attempt by the best reference known: the transaction itself, else the
// request state, else the query for lost answers by our own correlation id. Usually one call.

import type {
  Context,
  HttpResult,
  Intent,
  JsonObject,
  QueryOutcome,
  Refs,
} from '@jokko/connectors/kit';
import { about, objectFromWire, textMember, unclearCause, unknown } from '@jokko/connectors/kit';
import { call } from './call.ts';
import { settingsOf } from './config.ts';
import type { GsmaConfig } from './config.ts';
import { operationOf } from './operations.ts';
import { failedWith, readRequestState, readTransaction } from './read-object.ts';
import type { Attempt } from './read-object.ts';

/** Looks an attempt up; `absent` only when the provider knows nothing of our correlation id. */
export async function query(
  context: Context<GsmaConfig>,
  intent: Intent,
  refs: Refs,
): Promise<QueryOutcome> {
  return queryAttempt({ context, intent, operation: operationOf(intent), refs });
}

export async function queryAttempt(attempt: Attempt): Promise<QueryOutcome> {
  if (attempt.refs.theirs !== undefined) return askTransaction(attempt, attempt.refs.theirs);
  if (attempt.refs.session !== undefined) return askRequestState(attempt, attempt.refs.session);
  return askResponses(attempt);
}

async function askTransaction(attempt: Attempt, theirs: string): Promise<QueryOutcome> {
  const found = await get(attempt, `/transactions/${encodeURIComponent(theirs)}`);
  // Operators may name the transaction before it exists: the correlation id is what counts.
  if (found.kind === 'missing') return askResponses(attempt);
  if (found.kind === 'unclear') return found.outcome;
  const reading = readTransaction(attempt, found.object);
  if (!('askWhy' in reading)) return reading;
  return about(await askWhy(attempt), reading.askWhy);
}

/** The transaction has failed, which is final; its request state may say why. */
async function askWhy(attempt: Attempt): Promise<QueryOutcome> {
  const why = await (attempt.refs.session === undefined
    ? askResponses(attempt, 'why')
    : askRequestState(attempt, attempt.refs.session));
  if (why.kind === 'failed') return why;
  return why.kind === 'succeeded' || why.kind === 'reversed'
    ? contradiction(attempt)
    : refusedWithoutReason(attempt);
}

async function askRequestState(attempt: Attempt, session: string): Promise<QueryOutcome> {
  const found = await get(attempt, `/requeststates/${encodeURIComponent(session)}`);
  if (found.kind === 'missing') return askResponses(attempt);
  if (found.kind === 'unclear') return found.outcome;
  const reading = readRequestState(attempt, found.object);
  if (!('readObject' in reading)) return reading;
  return readNamedTransaction({ ...attempt, refs: reading.readObject });
}

/** After "completed", or by the link: the transaction itself has the last word. */
async function readNamedTransaction(attempt: Attempt): Promise<QueryOutcome> {
  const theirs = attempt.refs.theirs;
  const found =
    theirs === undefined ? null : await get(attempt, `/transactions/${encodeURIComponent(theirs)}`);
  if (found?.kind === 'unclear') return found.outcome;
  if (found?.kind !== 'object') return contradiction(attempt);
  const reading = readTransaction(attempt, found.object);
  return 'askWhy' in reading ? about(refusedWithoutReason(attempt), reading.askWhy) : reading;
}

/**
 * The status query of lost answers. Its link is only read for kind and id: no address of the
 * provider is ever followed.
 */
async function askResponses(
  attempt: Attempt,
  wanted: 'anything' | 'why' = 'anything',
): Promise<QueryOutcome> {
  const found = await get(attempt, `/responses/${attempt.refs.ours}`);
  if (found.kind === 'missing') return { kind: 'absent', refs: { ours: attempt.refs.ours } };
  if (found.kind === 'unclear') return found.outcome;
  const link = /\/(transactions|requeststates)\/([^/?#%]+)$/.exec(
    textMember(found.object, 'link') ?? '',
  );
  if (link === null) return contradiction(attempt);
  const id = link[2]!;
  if (link[1] === 'requeststates') {
    const state = await get(attempt, `/requeststates/${encodeURIComponent(id)}`);
    if (state.kind === 'unclear') return state.outcome;
    const reading = state.kind === 'object' ? readRequestState(attempt, state.object) : null;
    if (reading === null) return contradiction(attempt);
    return 'readObject' in reading
      ? readNamedTransaction({ ...attempt, refs: reading.readObject })
      : reading;
  }
  return wanted === 'why'
    ? refusedWithoutReason(attempt)
    : readNamedTransaction({ ...attempt, refs: { ...attempt.refs, theirs: id } });
}

/** The transaction says failed and nothing says why. */
const refusedWithoutReason = (attempt: Attempt): QueryOutcome =>
  failedWith(attempt, undefined, { status: 'failed' });

/** The provider's own answers do not fit together. */
function contradiction(attempt: Attempt): QueryOutcome {
  attempt.context.log('error', 'provider contradicts itself', {
    connector: 'gsma',
    operation: attempt.operation,
    ref: attempt.refs.ours,
  });
  return unknown(attempt.refs, 'ambiguous', settingsOf(attempt.context.config).resolution);
}

type Found =
  | { kind: 'object'; object: JsonObject }
  | { kind: 'missing' }
  | { kind: 'unclear'; outcome: QueryOutcome };

async function get(attempt: Attempt, path: string): Promise<Found> {
  const result = await call(attempt.context, { method: 'GET', path });
  if (result.kind === 'answer' && result.status === 404)
    return isErrorObject(result.body) ? { kind: 'missing' } : unclear(attempt, result);
  const object =
    result.kind === 'answer' && result.status === 200 ? objectFromWire(result.body) : null;
  return object === null ? unclear(attempt, result) : { kind: 'object', object };
}

/** A 404 of a proxy or of a wrong base address is not the provider's word. */
function isErrorObject(body: Buffer): boolean {
  const object = objectFromWire(body);
  return object !== null && textMember(object, 'errorCode') !== undefined;
}

/**
 * A status query that failed says nothing about the attempt; above all not that it was never sent.
 */
function unclear(attempt: Attempt, result: HttpResult): Found {
  const resolution = settingsOf(attempt.context.config).resolution;
  return { kind: 'unclear', outcome: unknown(attempt.refs, unclearCause(result), resolution) };
}
