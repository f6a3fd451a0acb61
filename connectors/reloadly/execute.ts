// Sends a prepared order and classifies its answer. Only a documented refusal proves that nothing
// was executed; everything else that is not a result is unknown.

import type {
  Context,
  HttpResult,
  Intent,
  JsonObject,
  Outcome,
  Prepared,
  QueryOutcome,
  Refs,
} from '@jokko/connectors/kit';
import {
  asObject,
  codeMember,
  failed,
  noted,
  notSent,
  objectFromWire,
  pending,
  providerError,
  queryRow,
  textMember,
  unclearCause,
  unknown,
  unlisted,
  gaveUp,
} from '@jokko/connectors/kit';
import { call } from './call.ts';
import { settingsOf } from './config.ts';
import type { ReloadlyConfig } from './config.ts';
import { errorTable } from './error-table.ts';
import { operationOf, serviceOf } from './operations.ts';
import type { ReloadlyOperation } from './operations.ts';
import { query } from './query.ts';
import { namedRow, readTransaction, toldBy } from './read-transaction.ts';

interface Attempt {
  context: Context<ReloadlyConfig>;
  intent: Intent;
  operation: ReloadlyOperation;
  refs: Refs;
}
type Answer = Extract<HttpResult, { kind: 'answer' }>;

/** Sends the stored bytes; a replay is the same call, since a used identifier is refused. */
export async function execute(
  context: Context<ReloadlyConfig>,
  intent: Intent,
  { refs, path, body }: Prepared,
): Promise<Outcome> {
  const operation = operationOf(intent);
  const attempt: Attempt = { context, intent, operation, refs };
  const result = await call(context, serviceOf(operation), path, body);
  if (result.kind === 'not_sent') return notSent(refs, result.cause);
  const object = result.kind === 'answer' ? objectFromWire(result.body) : null;
  if (result.kind === 'lost' || object === null) return unclear(attempt, result);
  if (result.status < 200 || result.status > 299) return refused(attempt, object, result);
  return operation === 'airtime' ? taken(attempt, object, result) : paid(attempt, object, result);
}

/** An asynchronous top-up is answered with nothing but its id. */
function taken(attempt: Attempt, object: JsonObject, result: Answer): Outcome {
  const theirs = codeMember(object, 'transactionId');
  return theirs === undefined
    ? unclear(attempt, result)
    : pending({ ...attempt.refs, theirs }, 'provider');
}

function paid(attempt: Attempt, object: JsonObject, result: Answer): Outcome {
  const { context, operation, refs } = attempt;
  const told = toldBy(object, context.config.sandbox);
  const theirs = codeMember(object, 'id');
  if (told === null || theirs === undefined) return unclear(attempt, result);
  // The answer repeats no amount and no account: an end is left to the status query.
  const named: Refs = { ...refs, theirs };
  if (told.status === 'PROCESSING' || told.status === 'SUCCESSFUL')
    return pending(named, 'provider');
  const reading = readTransaction(told, named, operation);
  if (reading === null) return unclear(attempt, result);
  return reading.kind === 'unlisted'
    ? unlistedCode(attempt, reading.code, result.status)
    : noted(context.log, { connector: 'reloadly', operation }, asOutcome(attempt, reading));
}

async function refused(attempt: Attempt, object: JsonObject, result: Answer): Promise<Outcome> {
  const { context, intent, operation, refs } = attempt;
  const code = textMember(object, 'errorCode');
  if (code === undefined) return unclear(attempt, result);
  const [detail] = Array.isArray(object['details']) ? (object['details'] as unknown[]) : [];
  const named = context.config.sandbox ? namedRow(asObject(detail) ?? {}) : null;
  const row = named ?? queryRow(errorTable, operation, code);
  if (row === undefined) return unlistedCode(attempt, code, result.status);
  if (row === 'inquire') return asOutcome(attempt, await query(context, intent, refs));
  if (row === 'unclear' || gaveUp(result.status)) return unclear(attempt, result);
  return failed(refs, providerError(row, code, textMember(object, 'message')));
}

/** Directly after sending, "absent" proves nothing. */
function asOutcome({ context }: Attempt, found: QueryOutcome): Outcome {
  return found.kind === 'absent' || found.kind === 'reversed'
    ? unknown(found.refs, 'ambiguous', settingsOf(context.config).resolution)
    : found;
}

function unlistedCode(attempt: Attempt, code: string, httpStatus: number): Outcome {
  const { context, operation, refs } = attempt;
  return unlisted(
    context.log,
    { connector: 'reloadly', operation, code, httpStatus },
    refs,
    settingsOf(context.config).resolution,
  );
}

function unclear({ context, refs }: Attempt, result: HttpResult): Outcome {
  return unknown(refs, unclearCause(result), settingsOf(context.config).resolution);
}
