// Looks an attempt up: by Wave's id where it is known, else by our client_reference. Our reference
// may have several sessions, since a checkout has no idempotency key.

import { objectFromWire, textMember, wordMember } from '@jokko/connectors/kit';
import type { Context, Intent, JsonObject, QueryOutcome, Refs } from '@jokko/connectors/kit';
import { unclear } from './attempt.ts';
import type { Attempt } from './attempt.ts';
import { call } from './call.ts';
import type { WaveConfig } from './config.ts';
import { expire } from './expire.ts';
import { operationOf } from './operations.ts';
import { isErrorObject } from './read-error.ts';
import { readPayout } from './read-payout.ts';
import { isOverdue, readSession } from './read-session.ts';

/** `absent` only when the search by our reference finds nothing. */
export async function query(
  context: Context<WaveConfig>,
  intent: Intent,
  refs: Refs,
): Promise<QueryOutcome> {
  return queryAttempt({ context, intent, operation: operationOf(intent), refs });
}

export async function queryAttempt(attempt: Attempt): Promise<QueryOutcome> {
  const { refs } = attempt;
  const isCollect = attempt.operation === 'collect';
  if (refs.theirs !== undefined) {
    const id = encodeURIComponent(refs.theirs);
    const found = await get(
      attempt,
      isCollect ? `/v1/checkout/sessions/${id}` : `/v1/payout/${id}`,
    );
    if ('outcome' in found) return found.outcome;
    if (found.object !== null)
      return isCollect
        ? lookAtSession(attempt, found.object, 'no link')
        : readPayout(attempt, found.object);
  }
  const found = await search(attempt);
  if ('outcome' in found) return found.outcome;
  const chosen = isCollect ? sessionThatCounts(found.matches) : found.matches[0];
  if (chosen === undefined) return { kind: 'absent', refs: { ours: refs.ours } };
  return isCollect ? lookAtSession(attempt, chosen, 'link') : readPayout(attempt, chosen);
}

/**
 * A session that the payer has left open for too long is ended, and read once more: it may have
 * been paid just then.
 */
async function lookAtSession(
  attempt: Attempt,
  object: JsonObject,
  link: 'link' | 'no link',
): Promise<QueryOutcome> {
  const id = textMember(object, 'id');
  if (id === undefined || !isOverdue(attempt, object)) return readSession(attempt, object, link);
  await expire(attempt, id);
  const found = await get(attempt, `/v1/checkout/sessions/${encodeURIComponent(id)}`);
  if ('outcome' in found) return found.outcome;
  return readSession(attempt, found.object ?? object, link);
}

/** All that Wave has under our reference. */
export async function search(
  attempt: Attempt,
): Promise<{ matches: JsonObject[] } | { outcome: QueryOutcome }> {
  const { refs, operation } = attempt;
  const area = operation === 'collect' ? 'checkout/sessions' : 'payouts';
  const path = `/v1/${area}/search?client_reference=${encodeURIComponent(refs.ours)}`;
  const result = await call(attempt.context, { method: 'GET', path });
  const object =
    result.kind === 'answer' && result.status === 200 ? objectFromWire(result.body) : null;
  const list = object?.['result'];
  if (!Array.isArray(list)) return { outcome: unclear(attempt, result) };
  const matches = list.filter(
    (entry: unknown): entry is JsonObject =>
      typeof entry === 'object' &&
      entry !== null &&
      textMember(entry as JsonObject, 'client_reference') === refs.ours,
  );
  // Something is there, and it is not what was asked for.
  if (matches.length < list.length) return { outcome: unclear(attempt, result) };
  return { matches };
}

/** A paid session is the result; else one that can still be paid; else any. */
function sessionThatCounts(sessions: readonly JsonObject[]): JsonObject | undefined {
  const inState = (state: string) =>
    sessions.find((one) => wordMember(one, 'checkout_status') === state);
  return inState('COMPLETE') ?? inState('OPEN') ?? sessions[0];
}

/** One object; null: Wave says that there is none. */
async function get(
  attempt: Attempt,
  path: string,
): Promise<{ object: JsonObject | null } | { outcome: QueryOutcome }> {
  const result = await call(attempt.context, { method: 'GET', path });
  const object = result.kind === 'answer' ? objectFromWire(result.body) : null;
  if (result.kind !== 'answer' || object === null) return { outcome: unclear(attempt, result) };
  if (result.status === 200) return { object };
  // A 404 of a proxy or of a wrong base address is not Wave's word.
  return result.status === 404 && isErrorObject(object)
    ? { object: null }
    : { outcome: unclear(attempt, result) };
}
