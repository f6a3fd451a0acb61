// Errors of the GSMA API: categories and codes of specification 1.2, and a plausible pair for
// every catalogue id.

import { codeOfError, reasons, textOfError } from '../core/catalogue.ts';
import { isUnheardOf, unheardOfWords } from '../unheard-of.ts';
import { sendJson } from '../http/exchange.ts';
import type { Operation } from '../core/operation.ts';
import type { Exchange } from '../http/exchange.ts';

export type Category =
  | 'validation'
  | 'businessRule'
  | 'authorisation'
  | 'identification'
  | 'internal'
  | 'serviceUnavailable';

export interface GsmaError {
  errorCategory: Category;
  errorCode: string;
  errordescription: string;
  errorDateTime: string;
  errorParameters?: { key: string; value: string }[];
}

const httpStatus: { [category in Category]: number } = {
  validation: 400,
  businessRule: 400,
  authorisation: 401,
  identification: 404,
  internal: 500,
  serviceUnavailable: 503,
};

/**
 * Catalogue code → category and code; what is not listed is a business rule without a name of its
 * own.
 */
const pairs: { [catalogueCode: string]: readonly [Category, string] } = {
  invalid_phone_number: ['validation', 'formatError'],
  insufficient_balance: ['businessRule', 'insufficientFunds'],
  customer_balance_low: ['businessRule', 'insufficientFunds'],
  balance_check_failed: ['businessRule', 'insufficientFunds'],
  provider_low: ['businessRule', 'insufficientFunds'],
  'payment-timeout': ['businessRule', 'requestDeclined'],
  bad_auth: ['businessRule', 'requestDeclined'],
  no_opa_account: ['identification', 'identifierError'],
  no_opb_account: ['identification', 'identifierError'],
  no_account: ['identification', 'identifierError'],
  'exceeds-limit-time': ['businessRule', 'rateLimitError'],
  user_account_suspended: ['businessRule', 'incorrectState'],
  user_opa_suspended: ['businessRule', 'incorrectState'],
  'recipient-account-blocked': ['businessRule', 'incorrectState'],
  'recipient-account-inactive': ['businessRule', 'incorrectState'],
  'p2p-recipient-account-is-dormancy-blocked': ['businessRule', 'incorrectState'],
  opa_number_not_allowed: ['authorisation', 'requestingPartyAuthorisationError'],
  opb_number_not_allowed: ['authorisation', 'requestingPartyAuthorisationError'],
  distributor_not_allowed_for_transaction: ['authorisation', 'clientAuthorisationError'],
  bad_amount: ['businessRule', 'lessThanTransactionMinValue'],
  bad_amount_5: ['validation', 'formatError'],
  bad_amount_50: ['validation', 'formatError'],
  bad_amount_100: ['validation', 'formatError'],
  bad_amount_200: ['validation', 'formatError'],
  bad_amount_500: ['validation', 'formatError'],
  daily_max_amount_cumul_reached: ['businessRule', 'dailyValueLimitExceeded'],
  weekly_max_amount_cumul_reached: ['businessRule', 'weeklyValueLimitExceeded'],
  monthly_max_amount_cumul_reached: ['businessRule', 'monthlyValueLimitExceeded'],
  interval_max_amount_cumul_reached: ['businessRule', 'maxBalanceExceeded'],
  'expired-session': ['businessRule', 'quoteHasExpired'],
  opa_operator_internal_error: ['internal', 'genericError'],
  internal_operator_error: ['internal', 'genericError'],
  execution_error: ['internal', 'genericError'],
  connexion_error: ['serviceUnavailable', 'genericError'],
  operator_down_time: ['serviceUnavailable', 'genericError'],
};

export function gsmaError(
  category: Category,
  code: string,
  text: string,
  nowMs: number,
  parameters?: { key: string; value: string }[],
): GsmaError {
  const error: GsmaError = {
    errorCategory: category,
    errorCode: code,
    errordescription: text,
    errorDateTime: new Date(nowMs).toISOString(),
  };
  if (parameters !== undefined) error.errorParameters = parameters;
  return error;
}

export function sendGsmaError(
  exchange: Exchange,
  error: GsmaError,
  status = httpStatus[error.errorCategory],
): void {
  sendJson(exchange, status, error);
}

/**
 * Why an operation failed or was cancelled. A payer's own refusal carries no catalogue id: a real
 * operator would send none.
 */
export function errorOfOperation(operation: Operation): GsmaError {
  const at = operation.updatedAtMs;
  if (operation.status === 'canceled')
    return gsmaError('businessRule', 'requestDeclined', 'cancelled on request', at, [
      { key: 'reason', value: 'cancelled' },
    ]);
  const { errorId } = operation;
  const [category, code] = isUnheardOf(operation)
    ? (['businessRule', unheardOfWords.gsma] as const)
    : (pairs[codeOfError(errorId)] ?? (['businessRule', 'genericError'] as const));
  const byPayer =
    errorId === reasons.refusedByPayer &&
    operation.digits !== 7000 + errorId &&
    operation.digits !== 9000 + errorId;
  return gsmaError(
    category,
    code,
    textOfError(errorId),
    at,
    byPayer || isUnheardOf(operation)
      ? undefined
      : [{ key: 'catalogueId', value: String(errorId) }],
  );
}

/**
 * A refusal in the answer itself must not look like a broken server, or the caller could not tell
 * it from an unknown outcome.
 */
export function refusalInAnswer(error: GsmaError): GsmaError {
  const broken = error.errorCategory === 'internal' || error.errorCategory === 'serviceUnavailable';
  return broken ? { ...error, errorCategory: 'businessRule' } : error;
}
