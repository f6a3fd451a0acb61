// Sends a prepared request and classifies its answer. Only a documented refusal proves that
// nothing was executed; everything else that is not a result is unknown.

import { hash } from 'node:crypto';
import type {
  Context,
  HttpResult,
  Intent,
  Outcome,
  Prepared,
  QueryOutcome,
} from '@jokko/connectors/kit';
import {
  failed,
  notSent,
  objectFromWire,
  providerError,
  wordMember,
  unclearCause,
  unknown,
  unlisted,
  gaveUp,
} from '@jokko/connectors/kit';
import { call } from './call.ts';
import { settingsOf } from './config.ts';
import type { GsmaConfig } from './config.ts';
import { operationOf, refundOperationOf } from './operations.ts';
import { queryAttempt } from './query.ts';
import { namesSandboxOutcome, readError } from './read-error.ts';
import { readRequestState, readTransaction } from './read-object.ts';
import type { Attempt } from './read-object.ts';

/**
 * Sends the stored bytes; a replay is the same call, since the correlation id makes the provider
 * execute it at most once.
 */
export async function execute(
  context: Context<GsmaConfig>,
  intent: Intent,
  prepared: Prepared,
): Promise<Outcome> {
  return send({ context, intent, operation: operationOf(intent), refs: prepared.refs }, prepared);
}

export async function executeRefund(
  context: Context<GsmaConfig>,
  intent: Intent,
  prepared: Prepared,
): Promise<Outcome> {
  return send(
    { context, intent, operation: refundOperationOf(intent), refs: prepared.refs },
    prepared,
  );
}

async function send(attempt: Attempt, prepared: Prepared): Promise<Outcome> {
  const headers = {
    'X-CorrelationID': prepared.refs.ours,
    'X-Date': new Date(attempt.context.now()).toISOString(),
    'X-Callback-URL': attempt.intent.urls.notify,
    'X-Content-Hash': hash('sha256', prepared.body, 'hex'),
  };
  const result = await call(attempt.context, {
    method: prepared.method,
    path: prepared.path,
    headers,
    body: prepared.body,
  });
  if (result.kind === 'not_sent') return notSent(attempt.refs, result.cause);
  if (result.kind === 'lost') return unclear(attempt, result);
  return result.status >= 200 && result.status < 300
    ? accepted(attempt, result)
    : refused(attempt, result);
}

type Answer = Extract<HttpResult, { kind: 'answer' }>;

async function accepted(attempt: Attempt, result: Answer): Promise<Outcome> {
  const object = objectFromWire(result.body);
  if (object === null) return unclear(attempt, result);
  if (wordMember(object, 'transactionStatus') !== undefined) {
    const reading = readTransaction(attempt, object);
    return 'askWhy' in reading ? inquire(attempt) : asOutcome(attempt, reading);
  }
  const reading = readRequestState(attempt, object);
  return 'readObject' in reading
    ? inquire({ ...attempt, refs: reading.readObject })
    : asOutcome(attempt, reading);
}

async function refused(attempt: Attempt, result: Answer): Promise<Outcome> {
  const { context, operation, refs } = attempt;
  const object = objectFromWire(result.body);
  const isNamed = object !== null && namesSandboxOutcome(context.config, object);
  if (object === null || (!isNamed && gaveUp(result.status))) return unclear(attempt, result);
  const read = readError(context, operation, object);
  if (read === null) return unclear(attempt, result);
  const { row, code, message } = read;
  if (row === 'inquire') return inquire(attempt);
  if (row !== undefined) return failed(refs, providerError(row, code, message));
  return unlisted(
    context.log,
    { connector: 'gsma', operation, code, httpStatus: result.status },
    refs,
    settingsOf(context.config).resolution,
  );
}

async function inquire(attempt: Attempt): Promise<Outcome> {
  return asOutcome(attempt, await queryAttempt(attempt));
}

/**
 * Directly after sending, "absent" proves nothing, and a reversal is for a later status query to
 * find.
 */
function asOutcome(attempt: Attempt, found: QueryOutcome): Outcome {
  if (found.kind !== 'absent' && found.kind !== 'reversed') return found;
  return unknown(found.refs, 'ambiguous', settingsOf(attempt.context.config).resolution);
}

function unclear(attempt: Attempt, result: HttpResult): Outcome {
  return unknown(attempt.refs, unclearCause(result), settingsOf(attempt.context.config).resolution);
}
