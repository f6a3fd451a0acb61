// Sends a prepared order and classifies its answer. Only a documented refusal proves that nothing
// was executed; everything else that is not a result is unknown.

import type {
  Context,
  HttpResult,
  Intent,
  JsonObject,
  Outcome,
  Prepared,
} from '@jokko/connectors/kit';
import {
  codeMember,
  failed,
  noted,
  listMember,
  notSent,
  objectFromWire,
  providerError,
  queryRow,
  textMember,
  unclearCause,
  unknown,
  unlisted,
  gaveUp,
} from '@jokko/connectors/kit';
import { post } from './call.ts';
import { settingsOf } from './config.ts';
import type { DtOneConfig } from './config.ts';
import { errorTable } from './error-table.ts';
import type { DtOneErrorRow } from './error-table.ts';
import { operationOf } from './operations.ts';
import { query } from './query.ts';
import { namedRow, readTransaction } from './read-transaction.ts';

/** Sends the stored bytes; a replay is the same call, since a used external id is refused. */
export async function execute(
  context: Context<DtOneConfig>,
  intent: Intent,
  prepared: Prepared,
): Promise<Outcome> {
  const { refs } = prepared;
  const result = await post(context, prepared.path, prepared.body);
  if (result.kind === 'not_sent') return notSent(refs, result.cause);
  if (result.kind === 'lost') return unclear(context, prepared, result);
  const object = objectFromWire(result.body);
  if (object === null) return unclear(context, prepared, result);
  return result.status >= 200 && result.status < 300
    ? accepted(context, intent, prepared, object, result)
    : refused(context, intent, prepared, object, result);
}

type Answer = Extract<HttpResult, { kind: 'answer' }>;

function accepted(
  context: Context<DtOneConfig>,
  intent: Intent,
  prepared: Prepared,
  object: JsonObject,
  result: Answer,
): Outcome {
  const operation = operationOf(intent);
  const read = readTransaction(object, operation, context.config.sandbox);
  if (read === null) return unclear(context, prepared, result);
  const { outcome } = read;
  const resolution = settingsOf(context.config).resolution;
  if (outcome.kind === 'unlisted')
    return unlisted(
      context.log,
      { connector: 'dt-one', operation, code: outcome.code },
      prepared.refs,
      resolution,
    );
  // Directly after an order a reversal is for a later status query to find.
  if (outcome.kind === 'reversed' || outcome.kind === 'absent')
    return unknown(read.refs, 'ambiguous', resolution);
  return noted(context.log, { connector: 'dt-one', operation }, outcome);
}

async function refused(
  context: Context<DtOneConfig>,
  intent: Intent,
  prepared: Prepared,
  object: JsonObject,
  result: Answer,
): Promise<Outcome> {
  const { refs } = prepared;
  const operation = operationOf(intent);
  const [error] = listMember(object, 'errors');
  const code = error === undefined ? undefined : codeMember(error, 'code');
  if (error === undefined || code === undefined) return unclear(context, prepared, result);
  const row: DtOneErrorRow | undefined =
    (context.config.sandbox ? namedRow(error) : null) ?? queryRow(errorTable, operation, code);
  const resolution = settingsOf(context.config).resolution;
  if (row === undefined)
    return unlisted(
      context.log,
      { connector: 'dt-one', operation, code, httpStatus: result.status },
      refs,
      resolution,
    );
  if (row === 'unclear' || (typeof row === 'object' && gaveUp(result.status)))
    return unclear(context, prepared, result);
  if (row === 'inquire') {
    const found = await query(context, intent, refs);
    return found.kind === 'absent' || found.kind === 'reversed'
      ? unknown(found.refs, 'ambiguous', resolution)
      : found;
  }
  return failed(refs, providerError(row, code, textMember(error, 'message')));
}

function unclear(context: Context<DtOneConfig>, { refs }: Prepared, result: HttpResult): Outcome {
  return unknown(refs, unclearCause(result), settingsOf(context.config).resolution);
}
