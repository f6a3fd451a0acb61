// Sends a prepared request and classifies its answer. The provider only takes note (202); the
// status query tells what became of it. Only a documented refusal proves that nothing was executed.

import type { Context, HttpResult, Intent, Outcome, Prepared } from '@jokko/connectors/kit';
import {
  failed,
  gaveUp,
  notSent,
  objectFromWire,
  pending,
  providerError,
  textMember,
  unclearCause,
  unknown,
  unlisted,
} from '@jokko/connectors/kit';
import { call } from './call.ts';
import { settingsOf } from './config.ts';
import type { MtnMomoConfig } from './config.ts';
import { operationOf, placeOf } from './operations.ts';
import { queryAttempt, stageOf } from './query.ts';
import type { Attempt } from './query.ts';
import { readReason } from './read-reason.ts';
import { strangersByStatus, unclearInAnswer } from './reason-table.ts';

/**
 * Sends the stored bytes; a replay is the same call, since the provider takes a reference at most
 * once.
 */
export async function execute(
  context: Context<MtnMomoConfig>,
  intent: Intent,
  prepared: Prepared,
): Promise<Outcome> {
  return send({ context, intent, operation: operationOf(intent), refs: prepared.refs }, prepared);
}

export async function executeRefund(
  context: Context<MtnMomoConfig>,
  intent: Intent,
  prepared: Prepared,
): Promise<Outcome> {
  return send({ context, intent, operation: 'refund', refs: prepared.refs }, prepared);
}

async function send(attempt: Attempt, prepared: Prepared): Promise<Outcome> {
  const { context, intent, operation, refs } = attempt;
  const result = await call(context, {
    method: 'POST',
    product: placeOf[operation].product,
    path: prepared.path,
    headers: { 'X-Reference-Id': refs.ours, 'X-Callback-Url': intent.urls.notify },
    body: prepared.body,
  });
  if (result.kind === 'not_sent') return notSent(refs, result.cause);
  if (result.kind === 'lost') return unclear(attempt, result);
  // The documented answer has no body; something in it was written by somebody else.
  if (result.status === 202 && result.body.length === 0) return pending(refs, stageOf(operation));
  return result.status >= 400 ? refused(attempt, result) : unclear(attempt, result);
}

type Answer = Extract<HttpResult, { kind: 'answer' }>;

async function refused(attempt: Attempt, result: Answer): Promise<Outcome> {
  const { context, operation, refs } = attempt;
  const object = objectFromWire(result.body);
  if (object === null) return unclear(attempt, result);
  const reason = readReason(context.config, operation, object);
  if (reason === null) {
    const row = object['statusCode'] === result.status ? strangersByStatus[result.status] : null;
    return row
      ? failed(refs, providerError(row, `HTTP ${result.status}`, textMember(object, 'message')))
      : unclear(attempt, result);
  }
  const { row, code, message } = reason;
  if (gaveUp(result.status, reason.forced || !unclearInAnswer.has(code)))
    return unclear(attempt, result);
  if (row === 'inquire') return inquire(attempt);
  if (row === undefined) {
    const found = { connector: 'mtn-momo', operation, code, httpStatus: result.status };
    return unlisted(context.log, found, refs, settingsOf(context.config).resolution);
  }
  return row === 'wait'
    ? unclear(attempt, result)
    : failed(refs, providerError(row, code, message));
}

/**
 * Directly after sending, "absent" proves nothing, and what was taken back is for a later status
 * query.
 */
async function inquire(attempt: Attempt): Promise<Outcome> {
  const found = await queryAttempt(attempt);
  if (found.kind !== 'absent' && found.kind !== 'reversed') return found;
  return unknown(found.refs, 'ambiguous', settingsOf(attempt.context.config).resolution);
}

function unclear({ context, refs }: Attempt, result: HttpResult): Outcome {
  return unknown(refs, unclearCause(result), settingsOf(context.config).resolution);
}
