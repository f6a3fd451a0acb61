// Maps an error object of Stripe to its meaning.

import type { JsonObject } from '@jokko/connectors/kit';
import { queryRow, sandboxRow, textMember } from '@jokko/connectors/kit';
import type { StripeConfig } from './config.ts';
import { errorTable } from './error-table.ts';
import type { StripeCall, StripeRow } from './error-table.ts';

export interface ReadError {
  code: string | undefined;
  /** Undefined: not even the type of the error is listed. */
  row: StripeRow | undefined;
  message: string | undefined;
}

/**
 * Reads `error` of an answer or `last_payment_error` of a payment. The finest name that the table
 * has decides.
 */
export function readError(config: StripeConfig, call: StripeCall, error: JsonObject): ReadError {
  const names = namesOf(error);
  const row = forcedRow(config, error) ?? rowOf(call, names);
  return { code: names[0], row, message: textMember(error, 'message') };
}

function namesOf(error: JsonObject): string[] {
  const code = textMember(error, 'code');
  const decline = textMember(error, 'decline_code');
  const type = textMember(error, 'type');
  return [
    ...(code === undefined || decline === undefined ? [] : [`${code}:${decline}`]),
    ...(code === undefined ? [] : [code]),
    ...(type === undefined ? [] : [`type:${type}`]),
  ];
}

function rowOf(call: StripeCall, names: readonly string[]): StripeRow | undefined {
  for (const name of names) {
    const row = queryRow(errorTable, call, name);
    if (row !== undefined) return row;
  }
  return undefined;
}

/** Our simulator names the catalogue entry itself. */
function forcedRow(config: StripeConfig, error: JsonObject): StripeRow | null {
  const id = config.sandbox ? textMember(error, 'catalogue_id') : undefined;
  return id === undefined ? null : sandboxRow(Number(id));
}
