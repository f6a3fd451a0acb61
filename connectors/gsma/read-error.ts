// Maps an Error object of the provider to its meaning for one of our operations.

import type { Context, JsonObject, ProviderError, RefusalRow } from '@jokko/connectors/kit';
import { keyedValue, listMember, queryRow, sandboxRow, textMember } from '@jokko/connectors/kit';
import type { GsmaConfig } from './config.ts';
import { errorTables } from './error-table.ts';
import type { GsmaOperation } from './error-table.ts';

export type ReadError =
  | { kind: 'refused'; error: ProviderError }
  /** `duplicateRequest`: what happened to the first request must be looked up. */
  | { kind: 'inquire' }
  | { kind: 'unlisted'; code: string };

/** Reads an Error object; null when the object is none (no errorCode). */
export function readError(
  context: Context<GsmaConfig>,
  operation: GsmaOperation,
  object: JsonObject,
): ReadError | null {
  const code = codeOf(object);
  if (code === undefined) return null;
  const forced = context.config.sandbox ? forcedRow(object) : null;
  if (forced !== null) return { kind: 'refused', error: refusal(forced, code, object) };
  const row = queryRow(errorTables[context.config.operatorPrefix], operation, code);
  if (row === undefined) return { kind: 'unlisted', code };
  if (row === 'inquire') return { kind: 'inquire' };
  return { kind: 'refused', error: refusal(row, code, object) };
}

/** True when the simulator names the catalogue entry itself: its final word, whatever the HTTP status is. */
export function namesSandboxOutcome(config: GsmaConfig, object: JsonObject): boolean {
  return config.sandbox && forcedRow(object) !== null;
}

function refusal(row: RefusalRow, code: string, object: JsonObject): ProviderError {
  const error: ProviderError = { ...row, provider: code };
  // The schema of the standard writes errordescription; operators also write errorDescription.
  const message = textMember(object, 'errordescription') ?? textMember(object, 'errorDescription');
  if (message !== undefined) error.message = message.slice(0, messageLengthMax);
  return error;
}

/** errorCode, made finer where the standard says the decisive part elsewhere in the object. */
function codeOf(object: JsonObject): string | undefined {
  const code = textMember(object, 'errorCode');
  if (code === undefined) return undefined;
  if (object['errorCategory'] === 'serviceUnavailable') return 'category:serviceUnavailable';
  if (code === 'formatError' && listMember(object, 'errorParameters').some(namesMsisdn))
    return 'formatError:msisdn';
  if (
    code === 'requestDeclined' &&
    keyedValue(listMember(object, 'errorParameters'), 'reason') === 'cancelled'
  )
    return 'requestDeclined:cancelled';
  return code;
}

function namesMsisdn(parameter: JsonObject): boolean {
  return parameter['key'] === 'msisdn' || parameter['value'] === 'msisdn';
}

function forcedRow(object: JsonObject): RefusalRow | null {
  const id = keyedValue(listMember(object, 'errorParameters'), 'catalogueId');
  return id !== undefined && /^\d{1,3}$/.test(id) ? sandboxRow(Number(id)) : null;
}

const messageLengthMax = 256;
