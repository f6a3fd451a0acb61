// Errors of the DVS API: numbers and texts of its documentation, version 1.14.

import { sendJson } from '../http/exchange.ts';
import type { Exchange } from '../http/exchange.ts';

/** Number → HTTP status and text. */
const errors = {
  1000400: [400, 'Bad Request'],
  1000401: [401, 'Unauthorized'],
  1000404: [404, 'Resource not found'],
  1003001: [404, 'Product is not available in your account'],
  1003002: [400, 'Requested product amount is out of range'],
  1003003: [400, 'Requested product unit is invalid'],
  1005003: [400, 'Credit party mobile number is invalid'],
  1007001: [400, 'Transaction external ID has already been used'],
  1007005: [400, 'Transaction has already been cancelled'],
  1007007: [400, 'Transaction can no longer be cancelled'],
  1008004: [404, 'Transaction not found'],
  1009503: [503, 'Service unavailable, please retry later'],
} as const satisfies { [code: number]: readonly [number, string] };
export type DtOneErrorCode = keyof typeof errors;

/** `catalogueId`: of the sandbox only, so that every catalogue entry can be tried. */
export function sendDtOneError(
  exchange: Exchange,
  code: DtOneErrorCode,
  catalogueId?: number,
): void {
  const [status, message] = errors[code];
  const error = { code, message, ...(catalogueId !== undefined && { catalogue_id: catalogueId }) };
  sendJson(exchange, status, { errors: [error] });
}
