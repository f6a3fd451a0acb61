// Sends a prepared order and classifies its answer. A payout may be repeated under its
// Idempotency-Key; a checkout has none, so a repeat first searches for the session that the lost
// answer may have opened.

import type { Context, HttpResult, Intent, Outcome, Prepared } from '@jokko/connectors/kit';
import { notSent, objectFromWire, unknown } from '@jokko/connectors/kit';
import type { QueryOutcome } from '@jokko/connectors/kit';
import { isAboutUs, refusedBy, unclear } from './attempt.ts';
import type { Answer, Attempt } from './attempt.ts';
import { call } from './call.ts';
import { settingsOf } from './config.ts';
import type { WaveConfig } from './config.ts';
import { operationOf } from './operations.ts';
import { queryAttempt } from './query.ts';
import { readPayout } from './read-payout.ts';
import { readSession } from './read-session.ts';

export async function execute(
  context: Context<WaveConfig>,
  intent: Intent,
  prepared: Prepared,
  how: 'first' | 'replay',
): Promise<Outcome> {
  const attempt: Attempt = {
    context,
    intent,
    operation: operationOf(intent),
    refs: prepared.refs,
  };
  if (how === 'replay' && attempt.operation === 'collect') {
    const found = await queryAttempt(attempt);
    if (found.kind !== 'absent') return asOutcome(attempt, found);
  }
  const result = await post(attempt, prepared);
  if (result.kind === 'not_sent') return notSent(attempt.refs, result.cause);
  if (result.kind === 'lost') return unclear(attempt, result);
  if (result.status >= 200 && result.status < 300) return accepted(attempt, result);
  // A key that is refused today says nothing about what was sent with it yesterday.
  if (how === 'replay' && isAboutUs(result)) return unclear(attempt, result);
  return refusedBy(attempt, result);
}

/**
 * Sends the stored bytes. The simulator is told where notices go; Wave has a webhook in its portal.
 */
export function post({ context, intent, refs }: Attempt, prepared: Prepared): Promise<HttpResult> {
  const headers: { [name: string]: string } = { 'Idempotency-Key': refs.ours };
  if (context.config.sandbox) headers['X-Sandbox-Notify-Url'] = intent.urls.notify;
  return call(context, { method: 'POST', path: prepared.path, headers, body: prepared.body });
}

function accepted(attempt: Attempt, result: Answer): Outcome {
  const object = objectFromWire(result.body);
  if (object === null) return unclear(attempt, result);
  const read =
    attempt.operation === 'collect'
      ? readSession(attempt, object, 'link')
      : readPayout(attempt, object);
  return asOutcome(attempt, read);
}

/** A reversal is for a later status query to find. */
function asOutcome(attempt: Attempt, found: QueryOutcome): Outcome {
  if (found.kind !== 'absent' && found.kind !== 'reversed') return found;
  return unknown(found.refs, 'ambiguous', settingsOf(attempt.context.config).resolution);
}
