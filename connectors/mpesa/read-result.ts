// Reads a result of the provider, as a callback, a result notice or the answer to a status query has
// it: `{ResultCode, ResultDesc}`.

import type { JsonObject, ProviderError, RefusalRow } from '@jokko/connectors/kit';
import { queryRow, sandboxRow, textMember } from '@jokko/connectors/kit';
import type { MpesaConfig } from './config.ts';
import { resultTable } from './result-table.ts';
import type { MpesaOperation } from './result-table.ts';

export type Result =
  { kind: 'done' } | { kind: 'refused'; error: ProviderError } | { kind: 'unlisted'; code: string };

/** Null when the object has no result code. */
export function readResult(
  config: MpesaConfig,
  operation: MpesaOperation,
  object: JsonObject,
): Result | null {
  const code = codeMember(object, 'ResultCode');
  if (code === undefined) return null;
  const forced = forcedRow(config, object);
  const row = forced ?? queryRow(resultTable, operation, code);
  if (row === undefined) return { kind: 'unlisted', code };
  if (row === 'done') return { kind: 'done' };
  return { kind: 'refused', error: refusal(row, code, textMember(object, 'ResultDesc')) };
}

const messageLengthMax = 256;

export function refusal(row: RefusalRow, code: string, message: string | undefined): ProviderError {
  const text = message?.slice(0, messageLengthMax);
  return { ...row, provider: code, ...(text === undefined ? {} : { message: text }) };
}

/** What the simulator itself names. */
export function forcedRow(config: MpesaConfig, object: JsonObject): RefusalRow | null {
  const id = object['catalogueId'];
  return config.sandbox && typeof id === 'number' ? sandboxRow(id) : null;
}

/** Codes are numbers in callbacks and texts in answers. */
export function codeMember(object: JsonObject, member: string): string | undefined {
  const value = object[member];
  return typeof value === 'number' && Number.isInteger(value)
    ? String(value)
    : textMember(object, member);
}
