// Maps an error object of Stripe to its meaning.

import type { JsonObject, ProviderError } from '@jokko/connectors/kit';
import { queryRow, sandboxRow, textMember } from '@jokko/connectors/kit';
import type { StripeConfig } from './config.ts';
import { errorTable } from './error-table.ts';
import type { StripeCall, StripeRow } from './error-table.ts';

export type ReadError =
  | { kind: 'refused'; error: ProviderError }
  | { kind: 'inquire' }
  | { kind: 'unlisted'; code: string };

/** Reads `error` of an answer or `last_payment_error` of a payment. The finest name that the table has decides. */
export function readError(config: StripeConfig, call: StripeCall, error: JsonObject): ReadError {
  const names = namesOf(error);
  const provider = names[0] ?? 'no code';
  const row = forcedRow(config, error) ?? rowOf(call, names);
  if (row === undefined) return { kind: 'unlisted', code: provider };
  if (row === 'inquire') return { kind: 'inquire' };
  const message = textMember(error, 'message');
  return {
    kind: 'refused',
    error: {
      ...row,
      provider,
      ...(message === undefined ? {} : { message: message.slice(0, messageLengthMax) }),
    },
  };
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

const messageLengthMax = 256;
