// Reads an error of Meta: in an answer (`error`), and in a notice about a failed message
// (`errors[]`).

import type { JsonObject, ProviderError, RefusalRow } from '@jokko/connectors/kit';
import { asObject, codeMember, providerError, sandboxRow, textMember } from '@jokko/connectors/kit';
import { errorTable } from './error-table.ts';
import type { WhatsappRow } from './error-table.ts';

export interface ReadError {
  code: number;
  /** Undefined: a code that the table does not list. */
  row: WhatsappRow | undefined;
  /** True: the simulator asks for the entry, whatever the HTTP status is. */
  isNamed: boolean;
  message: string | undefined;
}

/** Null: no error with a code. */
export function readError(error: JsonObject, sandbox: boolean): ReadError | null {
  const code = Number(codeMember(error, 'code') ?? NaN);
  if (!Number.isSafeInteger(code)) return null;
  const named = sandbox ? namedRow(error) : null;
  const message = textMember(error, 'message') ?? textMember(error, 'title');
  return {
    code,
    row: named ?? errorTable.get(code),
    isNamed: named !== null,
    message,
  };
}

export const refusalOf = (row: RefusalRow, { code, message }: ReadError): ProviderError =>
  providerError(row, String(code), message);

function namedRow(error: JsonObject): RefusalRow | null {
  const id = asObject(error['error_data'])?.['catalogue_id'];
  return typeof id === 'number' ? sandboxRow(id) : null;
}
