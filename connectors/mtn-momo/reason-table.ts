// Maps each known reason of the provider to its meaning for each of our operations: a `code` of an
// error, or the `reason` of a failed status. The table of docs/providers/mtn-momo.md; that of a
// failed status is open (kit, `failedFor`).

import { refusalRow } from '@jokko/connectors/kit';
import type { OutcomeTable, RefusalRow } from '@jokko/connectors/kit';

export type MtnOperation = 'collect' | 'payout' | 'refund';

/**
 * What a row of an answer alone may mean; a failed status is final with any of them. `wait`: the
 * provider still works on it. `inquire`: our reference exists, what became of it must be fetched.
 */
export type MtnRow = RefusalRow | 'wait' | 'inquire';

const refusedByPayer = refusalRow(108, 'never');
const notApprovedInTime = refusalRow(4, 'never');
const payerFundsLow = refusalRow(57, 'never');
const ourFundsLow = refusalRow(53, 'otherRoute', 'float');
const ourRequestBad = refusalRow(29, 'otherRoute', 'config');
const notReversible = refusalRow(118, 'never');

function always<Row>(one: Row): { readonly [operation in MtnOperation]: Row } {
  return { collect: one, payout: one, refund: one };
}

export const reasonTable = {
  APPROVAL_REJECTED: always(refusedByPayer),
  REJECTED: always(refusedByPayer),
  PAYMENT_NOT_APPROVED: always(refusedByPayer),
  TRANSACTION_CANCELED: always(refusedByPayer),
  EXPIRED: always(notApprovedInTime),
  COULD_NOT_PERFORM_TRANSACTION: always(notApprovedInTime),
  ONGOING: always('wait' as const),
  DELAYED: always('wait' as const),
  PAYER_DELAYED: always('wait' as const),
  PENDING: always('wait' as const),
  // A refund is paid from our own account.
  NOT_ENOUGH_FUNDS: { collect: payerFundsLow, payout: ourFundsLow, refund: ourFundsLow },
  // What production says in most cases of the above.
  LOW_BALANCE_OR_PAYEE_LIMIT_REACHED_OR_NOT_ALLOWED: {
    collect: payerFundsLow,
    payout: ourFundsLow,
    refund: ourFundsLow,
  },
  INTERNAL_PROCESSING_ERROR: always(refusalRow(113, 'newAttempt')),
  PAYER_LIMIT_REACHED: always(refusalRow(24, 'never')),
  PAYER_NOT_FOUND: always(refusalRow(44, 'never')),
  PAYEE_NOT_FOUND: always(refusalRow(39, 'never')),
  PAYEE_NOT_ALLOWED_TO_RECEIVE: always(refusalRow(61, 'never')),
  NOT_ALLOWED: always(refusalRow(49, 'otherRoute', 'credentials')),
  NOT_ALLOWED_TARGET_ENVIRONMENT: always(ourRequestBad),
  INVALID_CALLBACK_URL_HOST: always(ourRequestBad),
  INVALID_CURRENCY: always(ourRequestBad),
  TRANSFER_TYPE_UNKNOWN: always(ourRequestBad),
  SERVICE_UNAVAILABLE: always(refusalRow(28, 'otherRoute', 'down')),
  RESOURCE_ALREADY_EXIST: always('inquire' as const),
  // Said of a submit: the collection that a refund names is not there.
  RESOURCE_NOT_FOUND: { collect: ourRequestBad, payout: ourRequestBad, refund: notReversible },
} satisfies OutcomeTable<MtnOperation, MtnRow>;

export type MtnReason = keyof typeof reasonTable;

/**
 * HTTP 401: neither the old token nor a new one is taken. HTTP 403: our address is not on the
 * provider's list.
 */
export const strangersByStatus: { readonly [status: number]: RefusalRow } = {
  401: refusalRow(49, 'otherRoute', 'credentials'),
  403: refusalRow(49, 'otherRoute', 'config'),
};

/**
 * In an answer of HTTP 500 and above these do not prove that nothing was executed: the provider
 * uses them for faults of its own. As the reason of a failed status they are final.
 */
export const unclearInAnswer: ReadonlySet<string> = new Set([
  'INTERNAL_PROCESSING_ERROR',
  'SERVICE_UNAVAILABLE',
]);
