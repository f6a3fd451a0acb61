// Errors of the Stripe API, and what each failure of the book is called there.

import { codeOfError, textOfError } from '../core/catalogue.ts';
import { isUnheardOf, unheardOfWords } from '../unheard-of.ts';
import type { Operation } from '../core/operation.ts';
import type { Answer } from './keys.ts';

export interface StripeError {
  type: 'card_error' | 'invalid_request_error' | 'idempotency_error' | 'api_error';
  code?: string;
  decline_code?: string;
  doc_url?: string;
  advice_code?: string;
  network_decline_code?: string;
  charge?: string;
  request_log_url?: string;
  message: string;
  param?: string;
  /** Ours: the catalogue entry that the outcome digits ask for. */
  catalogue_id?: string;
  payment_intent?: unknown;
}

/** `network`: the decline's two digits among the networks. */
interface Decline {
  code: string;
  decline?: string;
  network?: string;
  advice?: 'try_again_later' | 'do_not_try_again' | 'confirm_card_data';
}

const generic: Decline = {
  code: 'card_declined',
  decline: 'generic_decline',
  network: '05',
  advice: 'try_again_later',
};
const noFunds: Decline = {
  code: 'card_declined',
  decline: 'insufficient_funds',
  network: '51',
  advice: 'try_again_later',
};

/** By catalogue code; what is not listed is a plain refusal of the issuer. */
const declines: { [catalogueCode: string]: Decline } = {
  bank_card_expired: { code: 'expired_card', network: '54', advice: 'do_not_try_again' },
  customer_balance_low: noFunds,
  insufficient_balance: noFunds,
  partial_3ds_authentification: { code: 'payment_intent_authentication_failure' },
  operator_down_time: {
    code: 'card_declined',
    decline: 'issuer_not_available',
    network: '91',
    advice: 'try_again_later',
  },
  execution_error: { code: 'processing_error', advice: 'try_again_later' },
};

/** By the last digits of the provider's own cards. */
const ownCards: { [lastFour: string]: Decline } = {
  '0127': { code: 'incorrect_cvc', network: 'N7', advice: 'confirm_card_data' },
  '0119': { code: 'processing_error', advice: 'try_again_later' },
  '6975': {
    code: 'card_declined',
    decline: 'card_velocity_exceeded',
    network: '65',
    advice: 'try_again_later',
  },
  '9979': {
    code: 'card_declined',
    decline: 'stolen_card',
    network: '43',
    advice: 'do_not_try_again',
  },
  '9987': {
    code: 'card_declined',
    decline: 'lost_card',
    network: '41',
    advice: 'do_not_try_again',
  },
};

/** Where each code is explained. */
const docOf = (code: string): string =>
  `https://docs.stripe.com/error-codes#${code.replaceAll('_', '-')}`;

export function invalidRequest(message: string, param?: string, code?: string): StripeError {
  return {
    type: 'invalid_request_error',
    ...(code === undefined ? {} : { code, doc_url: docOf(code) }),
    message,
    ...(param === undefined ? {} : { param }),
  };
}

/** Why a payment failed. */
export function cardError(operation: Operation): StripeError {
  // Every code of a card's errors is a decline: only another type leaves open what it means.
  if (isUnheardOf(operation))
    return {
      type: 'api_error',
      code: unheardOfWords.stripe,
      message: textOfError(operation.errorId),
    };
  const lastFour = operation.party.slice(-4);
  const { code, decline, network, advice } =
    ownCards[lastFour] ?? declines[codeOfError(operation.errorId)] ?? generic;
  return {
    type: 'card_error',
    code,
    doc_url: docOf(code),
    ...(decline === undefined ? {} : { decline_code: decline }),
    ...(network === undefined ? {} : { network_decline_code: network }),
    ...(advice === undefined ? {} : { advice_code: advice }),
    message: textOfError(operation.errorId),
    ...(operation.digits === 0 || lastFour === declinedEnding
      ? {}
      : { catalogue_id: String(operation.errorId) }),
  };
}

/** Last digits of the provider's own card that is declined after authentication. */
export const declinedEnding = '1629';
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
