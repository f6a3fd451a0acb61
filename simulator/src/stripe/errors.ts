// Errors of the Stripe API, and what each failure of the book is called there.

import { codeOfError, textOfError } from '../core/catalogue.ts';
import type { Operation } from '../core/operation.ts';
import type { Answer } from './keys.ts';

export interface StripeError {
  type: 'card_error' | 'invalid_request_error' | 'idempotency_error' | 'api_error';
  code?: string;
  decline_code?: string;
  message: string;
  param?: string;
  /** Ours: the catalogue entry that the outcome digits ask for. */
  catalogue_id?: string;
  payment_intent?: unknown;
}

/** Catalogue code → code and decline code; what is not listed is a plain refusal of the issuer. */
const pairs: { [catalogueCode: string]: readonly [code: string, decline?: string] } = {
  bank_card_expired: ['expired_card'],
  customer_balance_low: ['card_declined', 'insufficient_funds'],
  insufficient_balance: ['card_declined', 'insufficient_funds'],
  partial_3ds_authentification: ['payment_intent_authentication_failure'],
  operator_down_time: ['card_declined', 'issuer_not_available'],
  execution_error: ['processing_error'],
};

export function invalidRequest(message: string, param?: string, code?: string): StripeError {
  return {
    type: 'invalid_request_error',
    ...(code === undefined ? {} : { code }),
    message,
    ...(param === undefined ? {} : { param }),
  };
}

/** Why a payment failed. */
export function cardError(operation: Operation): StripeError {
  const lastFour = operation.party.slice(-4);
  const [code, decline] =
    lastFour === wrongCvcEnding
      ? ['incorrect_cvc']
      : (pairs[codeOfError(operation.errorId)] ?? ['card_declined', 'generic_decline']);
  return {
    type: 'card_error',
    code: code!,
    ...(decline === undefined ? {} : { decline_code: decline }),
    message: textOfError(operation.errorId),
    ...(operation.digits === 0 || lastFour === declinedEnding
      ? {}
      : { catalogue_id: String(operation.errorId) }),
  };
}

/** Last digits of the provider's own card that is declined after authentication. */
export const declinedEnding = '1629';
/** Last digits of the provider's own card for a wrong CVC. */
export const wrongCvcEnding = '0127';

/** Other bytes under a known key. */
export const otherParameters: Answer = {
  status: 400,
  body: {
    error: {
      type: 'idempotency_error',
      message: 'Keys for idempotent requests can only be used with the same parameters.',
    },
  },
};
