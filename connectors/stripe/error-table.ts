// Maps each error code of Stripe to its meaning for a payment and for a refund. A code of a
// declined card is read with its decline code: `card_declined:insufficient_funds`.

import { errorIds, refusalRow } from '@jokko/connectors/kit';
import type { OutcomeTable, RefusalRow } from '@jokko/connectors/kit';

export type StripeCall = 'pay' | 'refund';
/** `inquire`: something is known under our key; ask what. */
export type StripeRow = RefusalRow | 'inquire';

const rejected = refusalRow(errorIds.cardRejectedByIssuer, 'newAttempt');
const noFunds = refusalRow(errorIds.customerBalanceLow, 'newAttempt');
const expired = refusalRow(errorIds.cardExpired, 'never');
const notAuthenticated = refusalRow(errorIds.partial3ds, 'newAttempt');
const down = refusalRow(errorIds.operatorDown, 'otherRoute', 'down');
const failedThere = refusalRow(errorIds.executionError, 'otherRoute');
const ourRequest = refusalRow(errorIds.executionError, 'otherRoute', 'config');
const ourKey = refusalRow(errorIds.connection, 'otherRoute', 'credentials');
const ourFloat = refusalRow(errorIds.providerLow, 'never', 'float');
const notRefundable = refusalRow(errorIds.executionError, 'never');
const tooSmall = refusalRow(errorIds.belowMinimum, 'never');
const tooLarge = refusalRow(errorIds.aboveMaximum, 'never');

/** The same in both directions. */
const both = (row: StripeRow) => ({ pay: row, refund: row });
/** A refund never meets a card's refusal. */
const ofCard = (row: StripeRow) => ({ pay: row, refund: notRefundable });

export const errorTable = {
  // Every decline code that is not named means that the issuer refuses.
  card_declined: ofCard(rejected),
  'card_declined:insufficient_funds': ofCard(noFunds),
  'card_declined:withdrawal_count_limit_exceeded': ofCard(noFunds),
  'card_declined:card_velocity_exceeded': ofCard(noFunds),
  'card_declined:expired_card': ofCard(expired),
  'card_declined:authentication_required': ofCard(notAuthenticated),
  'card_declined:issuer_not_available': ofCard(down),
  'card_declined:processing_error': ofCard(failedThere),
  'card_declined:try_again_later': ofCard(down),
  expired_card: ofCard(expired),
  incorrect_cvc: ofCard(rejected),
  invalid_cvc: ofCard(rejected),
  incorrect_number: ofCard(rejected),
  invalid_number: ofCard(rejected),
  invalid_expiry_month: ofCard(expired),
  invalid_expiry_year: ofCard(expired),
  incorrect_zip: ofCard(rejected),
  processing_error: ofCard(failedThere),
  insufficient_funds: { pay: noFunds, refund: ourFloat },
  authentication_required: ofCard(notAuthenticated),
  payment_intent_authentication_failure: ofCard(notAuthenticated),
  payment_intent_payment_attempt_expired: ofCard(notAuthenticated),
  payment_intent_payment_attempt_failed: ofCard(rejected),
  payment_method_not_available: ofCard(down),
  amount_too_small: both(tooSmall),
  amount_too_large: { pay: tooLarge, refund: notRefundable },
  // Whatever its code: the issuer, or Stripe for it, refuses.
  'type:card_error': ofCard(rejected),
  rate_limit: both(down),
  lock_timeout: both(down),
  // The first request is still at work under this key, or it was another one.
  idempotency_key_in_use: both('inquire'),
  'type:idempotency_error': both('inquire'),
  // Documented as refused before anything is executed, whatever the code.
  'type:invalid_request_error': { pay: ourRequest, refund: notRefundable },
  balance_insufficient: both(ourFloat),
  charge_already_refunded: both(notRefundable),
  charge_disputed: both(notRefundable),
  charge_not_refundable: both(notRefundable),
  resource_missing: { pay: ourRequest, refund: notRefundable },
} satisfies OutcomeTable<StripeCall, StripeRow>;

/** The money is back on our balance: it never reached the card. */
export const refundFailed = notRefundable;

/** `failure_reason` of a refund that was taken and has failed later. */
export const refundReasons = {
  charge_for_pending_refund_disputed: { refund: refundFailed },
  declined: { refund: refundFailed },
  expired_or_canceled_card: { refund: refundFailed },
  insufficient_funds: { refund: ourFloat },
  lost_or_stolen_card: { refund: refundFailed },
  merchant_request: { refund: refundFailed },
  /** Stripe's own word for a reason that it was not told. */
  unknown: { refund: refundFailed },
} satisfies OutcomeTable<'refund', RefusalRow>;

/**
 * The key is wrong, revoked or expired (401), or may not do this (403): told by the status alone.
 */
export const strangersByStatus: { readonly [httpStatus: number]: RefusalRow } = {
  401: ourKey,
  403: ourKey,
};
