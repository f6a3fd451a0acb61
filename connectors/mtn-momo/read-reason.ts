// Maps an error object or a failed status of the provider to its meaning for one of our operations.

import type { JsonObject, ProviderError, RefusalRow } from '@jokko/connectors/kit';
import { asObject, queryRow, sandboxRow, textMember } from '@jokko/connectors/kit';
import type { MtnMomoConfig } from './config.ts';
import { reasonTable } from './reason-table.ts';
import type { MtnOperation } from './reason-table.ts';

export type ReadReason =
  /** `forced`: the simulator itself has named the entry of the catalogue. */
  | { kind: 'refused'; error: ProviderError; forced: boolean }
  | { kind: 'wait' | 'inquire' }
  | { kind: 'unlisted'; code: string };

/** The `reason` of a failed status: a plain string or `{code, message}`, both are seen. Null: none is told. */
export function reasonOfStatus(status: JsonObject): JsonObject | null {
  const text = textMember(status, 'reason');
  return text === undefined ? asObject(status['reason']) : { code: text };
}

/** Reads `{code, message}`; null when there is no code. */
export function readReason(
  config: MtnMomoConfig,
  operation: MtnOperation,
  object: JsonObject,
): ReadReason | null {
  const code = textMember(object, 'code');
  if (code === undefined) return null;
  const forced = config.sandbox ? forcedRow(object) : null;
  if (forced !== null)
    return { kind: 'refused', error: refusal(forced, code, object), forced: true };
  const row = queryRow(reasonTable, operation, code);
  if (row === undefined) return { kind: 'unlisted', code };
  if (row === 'wait' || row === 'inquire') return { kind: row };
  return { kind: 'refused', error: refusal(row, code, object), forced: false };
}

const messageLengthMax = 256;

function refusal(row: RefusalRow, code: string, object: JsonObject): ProviderError {
  const message = textMember(object, 'message')?.slice(0, messageLengthMax);
  return { ...row, provider: code, ...(message === undefined ? {} : { message }) };
}

function forcedRow(object: JsonObject): RefusalRow | null {
  const id = object['catalogueId'];
  return typeof id === 'number' ? sandboxRow(id) : null;
}
