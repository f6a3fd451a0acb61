// Errors of the MTN MoMo API: the provider's `{code, message}`, its gateway's
// `{statusCode, message}`, and a plausible reason for every catalogue id.

import { codeOfError, reasons, textOfError } from '../core/catalogue.ts';
import { isUnheardOf, unheardOfWords } from '../unheard-of.ts';
import { sendJson } from '../http/exchange.ts';
import { ownOutcomeOf } from './own-numbers.ts';
import type { Operation } from '../core/operation.ts';
import type { Exchange } from '../http/exchange.ts';

export interface Reason {
  code: string;
  message: string;
  /** The catalogue's id, beside what the provider itself would say. */
  catalogueId?: number;
}

/** Catalogue code → reason; what is not listed is a fault of the provider's own. */
const reasonOfCode: { readonly [catalogueCode: string]: string } = {
  customer_balance_low: 'NOT_ENOUGH_FUNDS',
  insufficient_balance: 'NOT_ENOUGH_FUNDS',
  balance_check_failed: 'NOT_ENOUGH_FUNDS',
  provider_low: 'NOT_ENOUGH_FUNDS',
  'payment-timeout': 'EXPIRED',
  bad_auth: 'APPROVAL_REJECTED',
  no_account: 'PAYER_NOT_FOUND',
  no_opa_account: 'PAYER_NOT_FOUND',
  no_opb_account: 'PAYEE_NOT_FOUND',
  opb_number_not_allowed: 'PAYEE_NOT_ALLOWED_TO_RECEIVE',
  opa_number_not_allowed: 'NOT_ALLOWED',
  distributor_not_allowed_for_transaction: 'NOT_ALLOWED',
  daily_max_amount_cumul_reached: 'PAYER_LIMIT_REACHED',
  weekly_max_amount_cumul_reached: 'PAYER_LIMIT_REACHED',
  monthly_max_amount_cumul_reached: 'PAYER_LIMIT_REACHED',
  interval_max_amount_cumul_reached: 'PAYER_LIMIT_REACHED',
  operator_down_time: 'SERVICE_UNAVAILABLE',
};

/**
 * Why an operation failed: a plain text where the provider's own test numbers decided, as it is
 * seen there.
 */
export function reasonOf(operation: Operation): string | Reason {
  const own = ownOutcomeOf(operation);
  if (own !== null) return own.reason;
  const { errorId } = operation;
  if (isUnheardOf({ errorId })) return unheardOfWords['mtn-momo'];
  const byPayer = errorId === reasons.refusedByPayer && operation.digits % 1000 !== errorId;
  return {
    code: reasonOfCode[codeOfError(errorId)] ?? 'INTERNAL_PROCESSING_ERROR',
    message: textOfError(errorId),
    ...(byPayer ? {} : { catalogueId: errorId }),
  };
}

export function sendError(exchange: Exchange, status: number, code: string, message = code): void {
  sendJson(exchange, status, { code, message });
}

/** What the gateway in front of the products says. */
export function sendGatewayError(exchange: Exchange, statusCode: number, message: string): void {
  sendJson(exchange, statusCode, { statusCode, message });
}
