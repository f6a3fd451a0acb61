// Reads a result of the provider, as a callback, a result notice or the answer to a status query
// has it: `{ResultCode, ResultDesc}`. Zero is success, and any other code is an end too but the one
// that says "not yet".

import { codeMember, finalError, queryRow, sandboxRow, textMember } from '@jokko/connectors/kit';
import type { JsonObject, ProviderError, RefusalRow } from '@jokko/connectors/kit';
import type { MpesaConfig } from './config.ts';
import { resultTable } from './result-table.ts';
import type { MpesaOperation } from './result-table.ts';

export type Result = { kind: 'done' | 'wait' } | { kind: 'refused'; error: ProviderError };

/** Null when the object has no result code. */
export function readResult(
  config: MpesaConfig,
  operation: MpesaOperation,
  object: JsonObject,
): Result | null {
  const code = codeMember(object, 'ResultCode');
  if (code === undefined) return null;
  const row = forcedRow(config, object) ?? queryRow(resultTable, operation, code);
  if (row === 'done' || row === 'wait') return { kind: row };
  const word = { status: code, message: textMember(object, 'ResultDesc') };
  return { kind: 'refused', error: finalError(row, word) };
}

/** What the simulator itself names. */
export function forcedRow(config: MpesaConfig, object: JsonObject): RefusalRow | null {
  const id = object['catalogueId'];
  return config.sandbox && typeof id === 'number' ? sandboxRow(id) : null;
}
