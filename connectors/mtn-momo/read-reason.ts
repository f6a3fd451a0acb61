// Reads an error object, or why a status is failed, for one of our operations.

import type { JsonObject, RefusalRow } from '@jokko/connectors/kit';
import { asObject, codeMember, queryRow, sandboxRow, textMember } from '@jokko/connectors/kit';
import type { MtnMomoConfig } from './config.ts';
import { reasonTable } from './reason-table.ts';
import type { MtnOperation, MtnRow } from './reason-table.ts';

export interface Reason {
  code: string;
  /** Undefined: the table does not list it. */
  row: MtnRow | undefined;
  /** The simulator itself has named the entry of the catalogue. */
  forced: boolean;
  message: string | undefined;
}

/** Reads `{code, message}`; null when there is no code. */
export function readReason(
  config: MtnMomoConfig,
  operation: MtnOperation,
  object: JsonObject,
): Reason | null {
  const code = codeMember(object, 'code');
  if (code === undefined) return null;
  const forced = config.sandbox ? forcedRow(object) : null;
  const row = forced ?? queryRow(reasonTable, operation, code);
  return { code, row, forced: forced !== null, message: textMember(object, 'message') };
}

/**
 * The `reason` of a failed status: a plain text or `{code, message}`, both are seen. Null: none is
 * told.
 */
export function reasonOfStatus(
  config: MtnMomoConfig,
  operation: MtnOperation,
  status: JsonObject,
): Reason | null {
  const code = codeMember(status, 'reason');
  const told = code === undefined ? asObject(status['reason']) : { code };
  return told === null ? null : readReason(config, operation, told);
}

function forcedRow(object: JsonObject): RefusalRow | null {
  const id = object['catalogueId'];
  return typeof id === 'number' ? sandboxRow(id) : null;
}
