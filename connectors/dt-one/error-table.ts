// Maps each documented API error code of DT One, and each status of a rejected or declined
// transaction, to its meaning for one of our operations (docs/providers/dt-one.md).

import { errorIds, refusalRow } from '@jokko/connectors/kit';
import type { OutcomeTable, RefusalRow } from '@jokko/connectors/kit';
import type { DtOneOperation } from './operations.ts';

export type DtOneErrorRow =
  /** Documented as refused before anything was executed. */
  | RefusalRow
  /** The external id was used: what happened to that order must be looked up. */
  | 'inquire'
  /** Says nothing about the order. */
  | 'unclear';

const requestBad = refusalRow(errorIds.executionError, 'otherRoute', 'config');
const credentialsBad = refusalRow(errorIds.connection, 'otherRoute', 'credentials');
const tooMany = refusalRow(errorIds.operatorInternalError, 'newAttempt');
const notSold = refusalRow(errorIds.executionError, 'otherRoute', 'config');
const amountBad = refusalRow(116, 'otherRoute');
const floatLow = refusalRow(errorIds.providerLow, 'otherRoute', 'float');
const phoneBad = refusalRow(errorIds.invalidPhone, 'never');
const noAccount = refusalRow(errorIds.noRecipientAccount, 'never');

function always<Row>(one: Row): { readonly [operation in DtOneOperation]: Row } {
  return { airtime: one, reload: one, bill_pay: one };
}

/** The credit party is a phone for airtime, and an account or a meter for the rest. */
const creditPartyBad = { airtime: phoneBad, reload: noAccount, bill_pay: noAccount };

export const errorTable = {
  '1000400': always(requestBad),
  '1000401': always(credentialsBad),
  '1000404': always(requestBad),
  '1000429': always(tooMany),
  '1003001': always(notSold),
  '1003002': always(amountBad),
  '1003003': always(requestBad),
  '1003101': always(requestBad),
  '1003201': always(requestBad),
  '1003301': always(requestBad),
  '1005003': creditPartyBad,
  '1005004': always(requestBad),
  '1005005': always(requestBad),
  '1005006': always(requestBad),
  '1005503': always(requestBad),
  '1006001': always(floatLow),
  '1006003': always(requestBad),
  '1006009': always(floatLow),
  '1006503': always(requestBad),
  '1007001': always('inquire'),
  // These are of the confirmation and the cancellation of a transaction, which we never send.
  '1007002': always('unclear'),
  '1007004': always('unclear'),
  '1007005': always('unclear'),
  '1007007': always('unclear'),
  '1007500': always(notSold),
  '1008004': always('unclear'),
  '1009001': always('unclear'),
  '1009503': always('unclear'),
} satisfies OutcomeTable<DtOneOperation, DtOneErrorRow>;

export type DtOneErrorCode = keyof typeof errorTable;

const notAllowed = refusalRow(errorIds.numberNotAllowed, 'never');
const ceiling = refusalRow(errorIds.daily, 'never');
const operatorFailed = refusalRow(errorIds.operatorInternalError, 'otherRoute');

/**
 * What follows `REJECTED` (by DT One) or `DECLINED` (by the operator) in a status; empty: no reason
 * is given.
 */
export const reasonTable = {
  '': always(operatorFailed),
  'INVALID-CREDIT-PARTY': creditPartyBad,
  'BARRED-CREDIT-PARTY': always(notAllowed),
  'INELIGIBLE-CREDIT-PARTY': always(notAllowed),
  'INVALID-DEBIT-PARTY': always(requestBad),
  'BARRED-DEBIT-PARTY': always(requestBad),
  'LIMITATIONS-ON-OPERATOR-AMOUNT': always(refusalRow(errorIds.daily, 'otherRoute')),
  'LIMITATIONS-ON-CREDIT-PARTY-AMOUNT': always(ceiling),
  'LIMITATIONS-ON-CUSTOMER-AMOUNT': always(ceiling),
  'LIMITATIONS-ON-OPERATOR-QUANTITY': always(refusalRow(errorIds.daily, 'otherRoute')),
  'LIMITATIONS-ON-CREDIT-PARTY-QUANTITY': always(ceiling),
  'LIMITATIONS-ON-CUSTOMER-QUANTITY': always(ceiling),
  'OPERATOR-CURRENTLY-UNAVAILABLE': always(refusalRow(errorIds.operatorDown, 'otherRoute', 'down')),
  'DUPLICATED-TRANSACTION': always(refusalRow(errorIds.sameAmountSameRecipient, 'never')),
  'INSUFFICIENT-BALANCE': always(floatLow),
  EXCEPTION: always(operatorFailed),
} satisfies OutcomeTable<DtOneOperation, RefusalRow>;

export type DtOneReason = keyof typeof reasonTable;

export const canceled: RefusalRow = refusalRow(errorIds.paymentTimeout, 'never');
