// Maps each code of Wave to its meaning for each of our operations. The table of
// docs/providers/wave.md; catalogue ids name the entry when several share one code.

import { refusalRow } from '@jokko/connectors/kit';
import type { OutcomeTable, RefusalRow } from '@jokko/connectors/kit';

/** A refund of a checkout takes from our wallet, one of a payout from the recipient's. */
export type WaveOperation = 'collect' | 'payout' | 'refundCollect' | 'refundPayout';

/** `unclear`: no refusal of this order; what became of it must be looked up. */
export type WaveRow = RefusalRow | 'unclear';

/** The key or the wallet: also of a code that is not listed, with HTTP 401 and 403. */
export const weAreNotAllowed = refusalRow(19, 'otherRoute', 'credentials');
const requestBad = refusalRow(29, 'otherRoute', 'config');
const ourFundsLow = refusalRow(53, 'otherRoute', 'float');
const theirFundsLow = refusalRow(57, 'never');
const phoneBad = refusalRow(1, 'never');
const tooYoung = refusalRow(55, 'never');
const blocked = refusalRow(72, 'never');
const inactive = refusalRow(74, 'never');
const notRefundable = refusalRow(118, 'never');

function always(row: WaveRow): { readonly [operation in WaveOperation]: WaveRow } {
  return { collect: row, payout: row, refundCollect: row, refundPayout: row };
}

/** A row for a collection and its refund, and one for a payout and its reversal. */
function byDirection(
  collected: WaveRow,
  paid: WaveRow,
): { readonly [operation in WaveOperation]: WaveRow } {
  return { collect: collected, refundCollect: collected, payout: paid, refundPayout: paid };
}

export const errorTable = {
  // Who we are.
  'missing-auth-header': always(weAreNotAllowed),
  'invalid-auth': always(weAreNotAllowed),
  'api-key-not-provided': always(weAreNotAllowed),
  'no-matching-api-key': always(weAreNotAllowed),
  'api-key-revoked': always(weAreNotAllowed),
  'invalid-wallet': always(weAreNotAllowed),
  'disabled-wallet': always(weAreNotAllowed),
  'unauthorized-wallet': always(weAreNotAllowed),
  'authorization-error': always(weAreNotAllowed),
  // What we sent.
  'request-validation-error': always(requestBad),
  'request-not-json': always(requestBad),
  'currency-mismatch': always(requestBad),
  'country-mismatch': byDirection(refusalRow(61, 'never'), phoneBad),
  'aggregated-merchant-required': always(requestBad),
  // A request-validation-error whose details name a phone number, and one whose details name
  // success_url or error_url.
  'request-validation-error:mobile': always(phoneBad),
  'request-validation-error:url': always(refusalRow(90, 'never', 'config')),
  // Says nothing about the order.
  'idempotency-mismatch': always('unclear'),
  'too-many-requests': always('unclear'),
  // The payer or the recipient.
  'insufficient-funds': {
    collect: theirFundsLow,
    payout: ourFundsLow,
    refundCollect: ourFundsLow,
    refundPayout: theirFundsLow,
  },
  'blocked-account': byDirection(refusalRow(11, 'never'), blocked),
  'cross-border-payment-not-allowed': byDirection(refusalRow(61, 'never'), phoneBad),
  'customer-age-restricted': always(tooYoung),
  'kyb-limits-exceeded': always(refusalRow(49, 'otherRoute', 'credentials')),
  'payer-mobile-mismatch': always(phoneBad),
  'payment-failure': always(refusalRow(29, 'newAttempt')),
  'recipient-minor': always(tooYoung),
  'recipient-account-blocked': always(blocked),
  'recipient-account-inactive': always(inactive),
  'recipient-limit-exceeded': always(refusalRow(24, 'never')),
  'p2p-recipient-account-is-dormancy-blocked': always(refusalRow(67, 'never')),
  // What is given back.
  'checkout-refund-failed': always(notRefundable),
  'payout-reversal-time-limit-exceeded': always(notRefundable),
  'payout-reversal-account-terminated': always(inactive),
} satisfies OutcomeTable<WaveOperation, WaveRow>;

/** The session ended and nobody paid. */
export const expired = refusalRow(4, 'never');
/** The payer refused in the app, and the session ended. */
export const refusedByPayer = refusalRow(108, 'never');
/**
 * What is not a success cannot be given back, and what was given back before is not given back
 * again.
 */
export const nothingToReverse = notRefundable;
