// Maps each GSMA errorCode to its meaning for each of our operations; catalogue ids name the entry
// when several share one code.

import { refusalRow } from '@jokko/connectors/kit';
import type { OutcomeTable, RefusalRow } from '@jokko/connectors/kit';

/**
 * A reversal is judged by what it takes back: of a collection it takes from us, of a pay-out from
 * the wallet.
 */
export type GsmaOperation = 'collect' | 'payout' | 'bill_pay' | 'refundCollect' | 'refundPayout';

/** `inquire`: not a refusal at all, the answer to the first request must be fetched. */
export type GsmaRow = RefusalRow | 'inquire';

const payerFundsLow = refusalRow(57, 'never');
const ourFundsLow = refusalRow(53, 'otherRoute', 'float');
const noAccount = refusalRow(44, 'never');
const ceilingDaily = refusalRow(51, 'never');
const ceilingWeekly = refusalRow(50, 'never');
const ceilingMonthly = refusalRow(18, 'never');
const ceilingAccount = refusalRow(24, 'never');
const weAreNotAllowed = refusalRow(49, 'otherRoute', 'credentials');
const payerSuspended = refusalRow(11, 'never');
const payeeInactive = refusalRow(74, 'never');
const notReversible = refusalRow(118, 'never');
const amountBad = refusalRow(116, 'never');
const requestBad = refusalRow(29, 'otherRoute', 'config');
/** The provider confirms that the payer can no longer approve. */
export const cancelled = refusalRow(4, 'never');
const dataBad = refusalRow(135, 'never');

function always<Row>(one: Row): { readonly [operation in GsmaOperation]: Row } {
  return { collect: one, payout: one, bill_pay: one, refundCollect: one, refundPayout: one };
}

/**
 * A row for the party that is not us: it pays on a collection and on the reversal of a pay-out, and
 * receives otherwise.
 */
function byParty<Row>(
  whenItPays: Row,
  whenItReceives: Row,
): { readonly [operation in GsmaOperation]: Row } {
  return {
    collect: whenItPays,
    refundPayout: whenItPays,
    payout: whenItReceives,
    bill_pay: whenItReceives,
    refundCollect: whenItReceives,
  };
}

function tableOf(prefix: 'opa' | 'opb') {
  const noWallet = prefix === 'opa' ? refusalRow(5, 'never') : refusalRow(39, 'never');
  const notAllowed = prefix === 'opa' ? refusalRow(14, 'never') : refusalRow(61, 'never');
  const internal = (retryable: RefusalRow['retryable']) =>
    prefix === 'opa' ? refusalRow(17, retryable) : refusalRow(113, retryable);
  return {
    insufficientFunds: byParty(payerFundsLow, ourFundsLow),
    identifierError: { ...always(noWallet), bill_pay: noAccount },
    dailyVolumeLimitExceeded: always(ceilingDaily),
    dailyValueLimitExceeded: always(ceilingDaily),
    weeklyVolumeLimitExceeded: always(ceilingWeekly),
    weeklyValueLimitExceeded: always(ceilingWeekly),
    monthlyVolumeLimitExceeded: always(ceilingMonthly),
    monthlyValueLimitExceeded: always(ceilingMonthly),
    accountMaxTotalVolumeExceeded: always(ceilingAccount),
    accountMaxTotalValueExceeded: always(ceilingAccount),
    maxBalanceExceeded: always(ceilingAccount),
    greaterThanTransactionMaxValue: always(ceilingAccount),
    lessThanTransactionMinValue: always(amountBad),
    samePartiesError: always(notAllowed),
    clientAuthorisationError: always(weAreNotAllowed),
    requestingPartyAuthorisationError: always(weAreNotAllowed),
    servicingPartyAuthorisationError: always(weAreNotAllowed),
    requestDeclined: always(refusalRow(108, 'never')),
    oneTimeCodeError: always(refusalRow(108, 'never')),
    // On a reversal the code speaks of the original: not completed, or reversed before.
    incorrectState: {
      ...byParty(payerSuspended, payeeInactive),
      refundCollect: notReversible,
      refundPayout: notReversible,
    },
    duplicateRequest: always('inquire' as const),
    rateLimitError: always(internal('newAttempt')),
    genericError: always(internal('otherRoute')),
    lengthError: always(requestBad),
    formatError: always(requestBad),
    negativeValue: always(requestBad),
    mandatoryValueNotSupplied: always(requestBad),
    currencyNotSupported: always(requestBad),
    invalidOffset: always(requestBad),
    transactionTypeError: always(requestBad),
    quoteHasExpired: always(refusalRow(66, 'newAttempt')),
    underPaymentNotAllowed: always(amountBad),
    overPaymentNotAllowed: always(amountBad),
    noMandateAuthority: always(notAllowed),
    linkViolation: always(notAllowed),
    countryofOriginNotPermitted: always(dataBad),
    nationalityNotPermitted: always(dataBad),
    idDocumentNotSupported: always(dataBad),
    issuingCountryNotSupported: always(dataBad),
    // Not a code of the standard but its category, which outranks the code beside it.
    'category:serviceUnavailable': always(refusalRow(28, 'otherRoute', 'down')),
    // A request that was dropped because we canceled it.
    'requestDeclined:cancelled': always(cancelled),
    // That names the msisdn as the offending field.
    'formatError:msisdn': always(refusalRow(1, 'never')),
  } satisfies OutcomeTable<GsmaOperation, GsmaRow>;
}

/** One table for each family of operator codes in the catalogue. */
export const errorTables = { opa: tableOf('opa'), opb: tableOf('opb') };

export type GsmaErrorCode = keyof typeof errorTables.opa;
