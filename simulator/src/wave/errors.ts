// Errors of Wave: the body of an answer, the error inside a payout or a session, and the code that
// fits each id of the catalogue.

import { codeOfError, reasons, textOfError } from '../core/catalogue.ts';
import { isUnheardOf, unheardOfWords } from '../unheard-of.ts';
import { sendJson } from '../http/exchange.ts';
import type { Operation } from '../core/operation.ts';
import type { Exchange } from '../http/exchange.ts';

export interface Detail {
  loc: string[];
  msg: string;
}

export function sendError(
  exchange: Exchange,
  status: number,
  code: string,
  message: string,
  details: Detail[] = [],
): void {
  sendJson(exchange, status, { code, message, ...(details.length > 0 && { details }) });
}

/** Catalogue code → Wave's code; what has none is a payment or a recipient that failed. */
const checkoutCodes: { readonly [catalogueCode: string]: string } = {
  'error-unapproved-minor-cannot-receive': 'customer-age-restricted',
  user_account_suspended: 'blocked-account',
  customer_balance_low: 'insufficient-funds',
  insufficient_balance: 'insufficient-funds',
  invalid_phone_number: 'payer-mobile-mismatch',
  opb_number_not_allowed: 'cross-border-payment-not-allowed',
  distributor_not_allowed_for_transaction: 'kyb-limits-exceeded',
};
const payoutCodes: { readonly [catalogueCode: string]: string } = {
  'error-unapproved-minor-cannot-receive': 'recipient-minor',
  'recipient-account-blocked': 'recipient-account-blocked',
  'recipient-account-inactive': 'recipient-account-inactive',
  'p2p-recipient-account-is-dormancy-blocked': 'p2p-recipient-account-is-dormancy-blocked',
  interval_max_amount_cumul_reached: 'recipient-limit-exceeded',
  provider_low: 'insufficient-funds',
  invalid_phone_number: 'country-mismatch',
};

export interface Reason {
  code: string;
  message: string;
  /** Not Wave's: it lets outcome digits reach every entry of the catalogue. */
  sandbox_catalogue_id?: string;
}

/**
 * Why an operation failed; null: nobody paid, or the payer refused, and Wave has no code for
 * either.
 */
export function reasonOf({ kind, digits, errorId }: Operation): Reason | null {
  if (isUnheardOf({ errorId })) return { code: unheardOfWords.wave, message: textOfError(errorId) };
  const isByDigits = digits === 7000 + errorId || digits === 9000 + errorId;
  const isByPayer = errorId === reasons.refusedByPayer || errorId === reasons.payerTimeout;
  if (!isByDigits && isByPayer) return null;
  const code =
    kind === 'collect'
      ? (checkoutCodes[codeOfError(errorId)] ?? 'payment-failure')
      : (payoutCodes[codeOfError(errorId)] ?? 'recipient-account-inactive');
  return { code, message: textOfError(errorId), sandbox_catalogue_id: String(errorId) };
}
