// Queries the status of an attempt by our own transaction id.

import type { Context, Intent, QueryOutcome, Refs } from '@jokko/connectors/kit';
import { objectFromWire, unclearCause, unknown, gaveUp } from '@jokko/connectors/kit';
import { call } from './call.ts';
import { settingsOf } from './config.ts';
import type { AirtelConfig } from './config.ts';
import { operationOf, placeOf } from './operations.ts';
import { outcomeOf, readAnswer } from './read-answer.ts';
import type { Attempt } from './read-answer.ts';

/**
 * Looks an attempt up; `absent` only when the provider says, by its own code, that it does not know
 * our id.
 */
export async function query(
  context: Context<AirtelConfig>,
  intent: Intent,
  refs: Refs,
): Promise<QueryOutcome> {
  return queryAttempt({ context, operation: operationOf(intent), refs }, intent.currency);
}

export async function queryAttempt(attempt: Attempt, currency: string): Promise<QueryOutcome> {
  const { context, operation, refs } = attempt;
  const path = placeOf[operation].status + refs.ours;
  const result = await call(context, { method: 'GET', path, currency });
  if (result.kind === 'answer' && !gaveUp(result.status)) {
    const object = objectFromWire(result.body);
    const answer = object === null ? null : readAnswer(attempt, object);
    // Only an answer of HTTP 200 tells a state; of the others, that the id is not known.
    if (answer !== null && (result.status === 200 || isMissing(answer)))
      return outcomeOf(attempt, answer);
  }
  return unknown(refs, unclearCause(result), settingsOf(context.config).resolution);
}

const isMissing = (answer: { word: string; row: unknown }): boolean =>
  answer.word === '' && answer.row === 'missing';
