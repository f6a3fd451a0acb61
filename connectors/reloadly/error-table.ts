// Maps each error code of Reloadly to its meaning for one of our operations
// (docs/providers/reloadly.md). An error answer and a failed transaction use the same codes.

import { errorIds, refusalRow } from '@jokko/connectors/kit';
import type { OutcomeTable, RefusalRow } from '@jokko/connectors/kit';
import type { ReloadlyOperation } from './operations.ts';

export type ReloadlyRow =
  /** Documented as refused before anything was executed. */
  | RefusalRow
  /** The identifier was used: what happened to that order must be looked up. */
  | 'inquire'
  /** Says nothing about the order. */
  | 'unclear';

function always<Row>(one: Row): { readonly [operation in ReloadlyOperation]: Row } {
  return { airtime: one, reload: one, bill_pay: one };
}

const requestBad = always(refusalRow(errorIds.executionError, 'otherRoute', 'config'));
const amountBad = always(refusalRow(116, 'otherRoute'));
const credentialsBad = always(refusalRow(errorIds.connection, 'otherRoute', 'credentials'));
const floatLow = always(refusalRow(errorIds.providerLow, 'otherRoute', 'float'));
const ceiling = always(refusalRow(errorIds.daily, 'never'));
const notAllowed = always(refusalRow(errorIds.numberNotAllowed, 'never'));
/** A phone for airtime, an account or a meter for the rest. */
const partyBad = {
  airtime: refusalRow(errorIds.invalidPhone, 'never'),
  reload: refusalRow(errorIds.noRecipientAccount, 'never'),
  bill_pay: refusalRow(errorIds.noRecipientAccount, 'never'),
};
const notACustomer = {
  ...partyBad,
  airtime: refusalRow(errorIds.recipientNotCustomer, 'never'),
};

/** The operator or biller did not take it, and says no more. */
export const operatorFailed: RefusalRow = refusalRow(errorIds.operatorInternalError, 'otherRoute');

export const errorTable = {
  AMOUNT_ID_NOT_FOUND: requestBad,
  COULD_NOT_AUTO_DETECT_OPERATOR: notACustomer,
  COUNTRY_NOT_SUPPORTED: requestBad,
  CUSTOM_IDENTIFIER_ALREADY_USED: always('inquire'),
  IMPOSSIBLE_AMOUNT: amountBad,
  INACTIVE_ACCOUNT: credentialsBad,
  INSUFFICIENT_BALANCE: floatLow,
  INSUFFICIENT_WALLET_BALANCE: floatLow,
  INVALID_AMOUNT: amountBad,
  INVALID_AMOUNT_FOR_OPERATOR: amountBad,
  INVALID_AMOUNT_FOR_RECIPIENT_PHONE: amountBad,
  INVALID_BILLER_ID: requestBad,
  INVALID_CREDENTIALS: credentialsBad,
  INVALID_INPUT_PROVIDED: requestBad,
  INVALID_LOCAL_AMOUNT_FOR_OPERATOR: amountBad,
  INVALID_PHONE_NUMBER: partyBad,
  INVALID_RECIPIENT_PHONE: partyBad,
  INVALID_SENDER_PHONE: requestBad,
  INVALID_TOKEN: credentialsBad,
  LOCAL_AMOUNTS_NOT_SUPPORTED_BY_OPERATOR: requestBad,
  MAXIMUM_NUMBER_OF_OPERATIONS: ceiling,
  MISSING_REQUIRED_AMOUNT_ID: requestBad,
  MISSING_TOKEN: credentialsBad,
  OPERATOR_AND_RECIPIENT_PHONE_MISMATCH: notACustomer,
  OPERATOR_NOT_FOUND: requestBad,
  OPERATOR_UNAVAILABLE_OR_CURRENTLY_INACTIVE: always(
    refusalRow(errorIds.operatorDown, 'otherRoute', 'down'),
  ),
  PHONE_BANNED_BY_OPERATOR: notAllowed,
  PHONE_RECENTLY_RECHARGED: always(refusalRow(errorIds.sameAmountSameRecipient, 'never')),
  PROVIDER_INTERNAL_ERROR: always('unclear'),
  RECIPIENT_PHONE_INACTIVE: notACustomer,
  RECIPIENT_REACHED_MAX_TOPUP_NUMBER: ceiling,
  REFERENCE_ID_ALREADY_USED: always('inquire'),
  SERVICE_TO_OPERATOR_TEMPORARILY_UNAVAILABLE: always('unclear'),
  TOKEN_EXPIRED: credentialsBad,
  TOPUP_TRANSACTION_FAILED: always(operatorFailed),
  // Comes with HTTP 500, and with 400 after a slow attempt at the operator.
  TRANSACTION_CANNOT_BE_PROCESSED_AT_THE_MOMENT: always('unclear'),
  TRANSACTION_NOT_FOUND: always('unclear'),
  TRANSACTION_REFUSED_BY_OPERATOR: always(operatorFailed),
  TRANSACTION_REJECTED_BY_OPERATOR: always(operatorFailed),
  UNABLE_TO_PROCESS_PAYMENT: always(operatorFailed),
} satisfies OutcomeTable<ReloadlyOperation, ReloadlyRow>;

export type ReloadlyErrorCode = keyof typeof errorTable;
