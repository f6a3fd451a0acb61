// Errors of MoneyGram: `{errors: [{category, code, message, offendingFields}]}`. Its list of codes
// is not public; these are our own.

import { textOfError } from '../core/catalogue.ts';
import { sendJson } from '../http/exchange.ts';
import type { Exchange } from '../http/exchange.ts';

export function sendError(
  exchange: Exchange,
  status: number,
  code: string,
  message: string,
  fields: string[] = [],
  more: object = {},
): void {
  const offendingFields = fields.map((field) => ({ field }));
  const category = status === 401 || status === 403 ? 'AUTH' : 'TRANSACTION';
  const error = { category, code, message, ...(fields.length > 0 && { offendingFields }), ...more };
  sendJson(exchange, status, { errors: [error] });
}

/**
 * `sandboxCatalogueId` is not MoneyGram's: it lets outcome digits reach every entry of the
 * catalogue.
 */
export function sendRefusal(exchange: Exchange, errorId: number): void {
  sendError(exchange, 400, 'REFUSED', textOfError(errorId), [], {
    sandboxCatalogueId: String(errorId),
  });
}

export const sendNotFound = (exchange: Exchange): void =>
  sendError(exchange, 404, 'TRANSACTION_NOT_FOUND', 'no such transaction');
