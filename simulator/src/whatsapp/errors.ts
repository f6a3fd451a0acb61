// Errors of the Graph API: envelope and codes of Meta's documentation.

import { randomBytes } from 'node:crypto';
import { codeOfError, textOfError } from '../core/catalogue.ts';
import { isUnheardOf, unheardOfWords } from '../unheard-of.ts';
import { sendJson } from '../http/exchange.ts';
import type { Exchange } from '../http/exchange.ts';

/** Code → HTTP status and text. */
const errors = {
  33: [400, 'The business phone number has been deleted'],
  100: [400, 'Invalid parameter'],
  190: [401, 'Access token has expired'],
  131008: [400, 'Required parameter is missing'],
  131009: [400, 'Parameter value is not valid'],
  131016: [503, 'Service unavailable'],
  131021: [400, 'Recipient cannot be sender'],
  131026: [400, 'Message undeliverable'],
  131047: [400, 'Re-engagement message'],
  131049: [400, 'Meta chose not to deliver'],
  131050: [400, 'User has stopped marketing messages from your business'],
  131051: [400, 'Unsupported message type'],
  131052: [400, 'Media download error'],
  131053: [400, 'Media upload error'],
  130429: [429, 'Rate limit hit'],
  131000: [500, 'Something went wrong'],
  132000: [400, 'Template param count mismatch'],
  132001: [404, 'Template does not exist'],
} as const satisfies { [code: number]: readonly [number, string] };
export type GraphErrorCode = keyof typeof errors;

export interface GraphError {
  code: number;
  title: string;
  message: string;
  error_data: { messaging_product: string; details: string; catalogue_id?: number };
}

export function graphError(code: GraphErrorCode, details: string): GraphError {
  const [, text] = errors[code];
  return {
    code,
    title: text,
    message: `(#${code}) ${text}`,
    error_data: { messaging_product: 'whatsapp', details },
  };
}

const pairs: { readonly [catalogueCode: string]: GraphErrorCode } = {
  chat_user_not_found: 131026,
  opa_number_not_allowed: 131050,
  invalid_phone_number: 131021,
  invalid_data: 131053,
  operator_down_time: 131016,
};

/** For any catalogue entry. `catalogue_id`: of the sandbox only. */
export function errorOfId(errorId: number): GraphError {
  if (isUnheardOf({ errorId }))
    return { ...graphError(131049, textOfError(errorId)), code: unheardOfWords.whatsapp };
  const error = graphError(pairs[codeOfError(errorId)] ?? 131049, textOfError(errorId));
  return { ...error, error_data: { ...error.error_data, catalogue_id: errorId } };
}

export function sendGraphError(exchange: Exchange, code: GraphErrorCode, details = ''): void {
  sendError(exchange, errors[code][0], graphError(code, details));
}

export function sendError(exchange: Exchange, status: number, error: GraphError): void {
  const { code, message, error_data } = error;
  const type = code === 190 ? 'OAuthException' : 'GraphMethodException';
  sendJson(exchange, status, {
    error: {
      message,
      type,
      code,
      error_data,
      fbtrace_id: `A${randomBytes(16).toString('base64url')}`,
    },
  });
}
