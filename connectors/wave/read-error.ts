// Reads an error of Wave and gives its meaning for one of our operations.

import type { Context, JsonObject, RefusalRow } from '@jokko/connectors/kit';
import { listMember, queryRow, sandboxRow, textMember } from '@jokko/connectors/kit';
import type { WaveConfig } from './config.ts';
import { errorTable } from './error-table.ts';
import type { WaveOperation, WaveRow } from './error-table.ts';

export interface ReadError {
  code: string;
  /** Undefined: a code that the table does not list. */
  row: WaveRow | undefined;
  message: string | undefined;
}

/** Reads an error object; null when the object is none. */
export function readError(
  context: Context<WaveConfig>,
  operation: WaveOperation,
  object: JsonObject,
): ReadError | null {
  const code = codeOf(object);
  if (code === undefined) return null;
  const forced = context.config.sandbox ? forcedRow(object) : null;
  const row = forced ?? queryRow(errorTable, operation, code);
  return {
    code,
    row,
    message: textMember(object, 'message') ?? textMember(object, 'error_message'),
  };
}

/** Answers say `code`; an error inside a payout says `error_code`. */
export function isErrorObject(object: JsonObject): boolean {
  return codeOf(object) !== undefined;
}

function codeOf(object: JsonObject): string | undefined {
  const code = textMember(object, 'code') ?? textMember(object, 'error_code');
  if (code !== 'request-validation-error') return code;
  const named = listMember(object, 'details').flatMap(({ loc }) =>
    Array.isArray(loc) ? loc.map(String) : [],
  );
  if (named.some((name) => phoneMembers.has(name))) return `${code}:mobile`;
  return named.some((name) => urlMembers.has(name)) ? `${code}:url` : code;
}

const phoneMembers: ReadonlySet<string> = new Set(['mobile', 'restrict_payer_mobile']);
const urlMembers: ReadonlySet<string> = new Set(['success_url', 'error_url']);

/** The simulator names the catalogue entry itself. */
function forcedRow(object: JsonObject): RefusalRow | null {
  const id = textMember(object, 'sandbox_catalogue_id');
  return id !== undefined && /^\d{1,3}$/.test(id) ? sandboxRow(Number(id)) : null;
}
