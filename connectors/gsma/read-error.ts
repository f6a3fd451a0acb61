// Maps an Error object of the provider to its meaning for one of our operations.

import type { Context, JsonObject, RefusalRow } from '@jokko/connectors/kit';
import {
  codeMember,
  keyedValue,
  listMember,
  queryRow,
  sandboxRow,
  textMember,
} from '@jokko/connectors/kit';
import type { GsmaConfig } from './config.ts';
import { errorTables } from './error-table.ts';
import type { GsmaOperation, GsmaRow } from './error-table.ts';

export interface ReadError {
  code: string;
  /** Undefined: a code that the table does not list. */
  row: GsmaRow | undefined;
  message: string | undefined;
}

/** Reads an Error object; null when the object is none (no errorCode). */
export function readError(
  context: Context<GsmaConfig>,
  operation: GsmaOperation,
  object: JsonObject,
): ReadError | null {
  const code = codeOf(object);
  if (code === undefined) return null;
  const forced = context.config.sandbox ? forcedRow(object) : null;
  const table = errorTables[context.config.operatorPrefix];
  // The category of a code that is not listed may still say that the operator is at fault.
  const isInternal = object['errorCategory'] === 'internal';
  const ofCategory = isInternal ? table.genericError[operation] : undefined;
  const row = forced ?? queryRow(table, operation, code) ?? ofCategory;
  // The schema of the standard writes errordescription; operators also write errorDescription.
  const message = textMember(object, 'errordescription') ?? textMember(object, 'errorDescription');
  return { code, row, message };
}

/**
 * True when the simulator names the catalogue entry itself: its final word, whatever the HTTP
 * status is.
 */
export function namesSandboxOutcome(config: GsmaConfig, object: JsonObject): boolean {
  return config.sandbox && forcedRow(object) !== null;
}

/** errorCode, made finer where the standard says the decisive part elsewhere in the object. */
function codeOf(object: JsonObject): string | undefined {
  const code = codeMember(object, 'errorCode');
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
