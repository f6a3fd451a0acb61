// Errors of Reloadly: its envelope and its codes.

import { sendJson } from '../http/exchange.ts';
import type { Exchange } from '../http/exchange.ts';

/** Code → HTTP status and text. */
const errors = {
  AMOUNT_ID_NOT_FOUND: [400, 'Amount id was not found'],
  COULD_NOT_AUTO_DETECT_OPERATOR: [404, 'Could not auto detect operator for given phone number'],
  CUSTOM_IDENTIFIER_ALREADY_USED: [
    400,
    'The custom identifier provided has already been used. Please provide a new, unique custom identifier',
  ],
  INVALID_AMOUNT: [400, 'Amount is not valid'],
  INVALID_AUDIENCE: [400, 'The audience is not known'],
  INVALID_BILLER_ID: [400, 'The biller id is not valid'],
  INVALID_CREDENTIALS: [401, 'Access Denied'],
  INVALID_INPUT_PROVIDED: [400, 'Missing or invalid field'],
  INVALID_LOCAL_AMOUNT_FOR_OPERATOR: [400, 'Amount is outside of the local limits of the operator'],
  INVALID_RECIPIENT_PHONE: [400, 'Recipient phone number is not valid'],
  INVALID_TOKEN: [401, 'The access token is not valid'],
  LOCAL_AMOUNTS_NOT_SUPPORTED_BY_OPERATOR: [400, 'The operator takes no local amounts'],
  MISSING_TOKEN: [401, 'Full authentication is required to access this resource'],
  OPERATOR_UNAVAILABLE_OR_CURRENTLY_INACTIVE: [
    503,
    'The topup operator is currently unavailable or inactive, please try again later or contact support',
  ],
  PROVIDER_INTERNAL_ERROR: [503, 'Service unavailable'],
  REFERENCE_ID_ALREADY_USED: [400, 'The reference id provided has already been used'],
  TOKEN_EXPIRED: [401, 'The access token has expired'],
  TRANSACTION_NOT_FOUND: [404, 'Transaction not found for given id'],
  TRANSACTION_REJECTED_BY_OPERATOR: [400, 'The operator rejected the transaction'],
} as const satisfies { [code: string]: readonly [number, string] };
export type ReloadlyErrorCode = keyof typeof errors;

/** `catalogueId`: of the sandbox only, so that every catalogue entry can be tried. */
export function sendReloadlyError(
  exchange: Exchange,
  nowMs: number,
  code: ReloadlyErrorCode,
  catalogueId?: number,
): void {
  const [status, message] = errors[code];
  sendJson(exchange, status, {
    timeStamp: stampOf(nowMs),
    message,
    path: exchange.path,
    errorCode: code,
    infoLink: null,
    details: catalogueId === undefined ? [] : [{ catalogueId }],
  });
}

/** `2026-11-22 21:05:09`, UTC. */
export const stampOf = (ms: number): string =>
  new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
