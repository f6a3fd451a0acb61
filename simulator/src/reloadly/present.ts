// Presents an operation as a transaction of Reloadly's top-ups or utilities.

import { decidingDigits } from '../core/digits.ts';
import { isUnheardOf, unheardOfWords } from '../unheard-of.ts';
import { decimalHash, voucherOf } from '../core/voucher.ts';
import { stampOf } from './errors.ts';
import { billerOf, operatorOf } from './products.ts';
import type { Operation, Status } from '../core/operation.ts';

const firstId = 181_000;

export const transactionId = (seq: number): number => firstId + seq;

/** The seq behind an id in a path; -1 for none. */
export const seqOfId = (id: string): number =>
  /^\d{6,}$/.test(id) && Number(id) >= firstId ? Number(id) - firstId : -1;

const statusWords: { readonly [status in Status]: string } = {
  pending: 'PROCESSING',
  succeeded: 'SUCCESSFUL',
  failed: 'FAILED',
  canceled: 'REFUNDED',
  reversed: 'REFUNDED',
};
export const statusOf = ({ status }: Operation): string => statusWords[status];

/** Refused in the answer: Reloadly records nothing, and the identifier is not used up. */
export const isRefused = ({ status, digits }: Operation): boolean =>
  status === 'failed' && digits > 7000 && digits < 8000;

/** Why a transaction failed. `catalogueId`: of the sandbox only. */
function failureOf({ status, party, errorId }: Operation, code: string): object {
  if (status !== 'failed') return {};
  if (isUnheardOf({ errorId })) return { code: unheardOfWords.reloadly };
  return decidingDigits([party]) === 0 ? { code } : { code, catalogueId: errorId };
}

/** As the report lists it. */
export function presentTopUp(operation: Operation): object {
  const { amount, currency } = operation;
  const operator = operatorOf(Number(operation.service));
  return {
    transactionId: transactionId(operation.seq),
    status: statusOf(operation),
    operatorTransactionId: operation.status === 'succeeded' ? `OP${operation.seq}` : null,
    customIdentifier: operation.reference,
    recipientPhone: operation.party,
    recipientEmail: null,
    senderPhone: null,
    countryCode: operator?.country ?? null,
    operatorId: operator?.id ?? null,
    operatorName: operator?.name ?? null,
    discount: 0,
    discountCurrencyCode: currency,
    requestedAmount: Number(amount),
    requestedAmountCurrencyCode: currency,
    deliveredAmount: Number(amount),
    deliveredAmountCurrencyCode: currency,
    transactionDate: stampOf(operation.createdAtMs),
    fee: 0,
    pinDetail: operator?.pin === true ? pinOf(operation) : null,
    ...failureOf(operation, 'TOPUP_TRANSACTION_FAILED'),
  };
}

function pinOf({ status, reference }: Operation): object | null {
  if (status !== 'succeeded') return null;
  return {
    serial: Number(decimalHash(`serial ${reference}`, 6)),
    code: decimalHash(`pin ${reference}`, 15),
    info1: 'Dial *233* and the PIN',
    validity: '60 days',
  };
}

/** What GET /topups/{id}/status answers: no transaction while it is processed. */
export function presentTopUpStatus(operation: Operation): object {
  return {
    code: null,
    message: null,
    status: statusOf(operation),
    transaction: operation.status === 'pending' ? null : presentTopUp(operation),
    ...failureOf(operation, 'TOPUP_TRANSACTION_FAILED'),
  };
}

/** What POST /pay answers. */
export function presentPayment(operation: Operation): object {
  return {
    id: transactionId(operation.seq),
    status: statusOf(operation),
    referenceId: operation.reference,
    code: 'PAYMENT_PROCESSING_IN_PROGRESS',
    message:
      'The payment is being processed, status will be updated when biller processes the payment.',
    submittedAt: stampOf(operation.createdAtMs),
    finalStatusAvailabilityAt: stampOf(operation.createdAtMs + 86_400_000),
  };
}

const paymentCodes: { readonly [status in Status]: string } = {
  pending: 'PAYMENT_PROCESSING_IN_PROGRESS',
  succeeded: 'PAYMENT_PROCESSED_SUCCESSFULLY',
  failed: 'UNABLE_TO_PROCESS_PAYMENT',
  canceled: 'UNABLE_TO_PROCESS_PAYMENT',
  reversed: 'UNABLE_TO_PROCESS_PAYMENT',
};

/** A payment as it is looked up. */
export function presentUtility(operation: Operation): object {
  const { amount, currency, status } = operation;
  const biller = billerOf(Number(operation.service));
  return {
    code: paymentCodes[status],
    message: paymentCodes[status].toLowerCase().replaceAll('_', ' '),
    ...failureOf(operation, 'UNABLE_TO_PROCESS_PAYMENT'),
    transaction: {
      id: transactionId(operation.seq),
      status: statusOf(operation),
      referenceId: operation.reference,
      amount: Number(amount),
      amountCurrencyCode: currency,
      deliveryAmount: Number(amount),
      deliveryAmountCurrencyCode: currency,
      fee: 0,
      feeCurrencyCode: currency,
      submittedAt: stampOf(operation.createdAtMs),
      billDetails: {
        type: biller?.type ?? null,
        billerId: biller?.id ?? null,
        billerName: biller?.name ?? null,
        billerCountryCode: biller?.country ?? null,
        serviceType: biller?.serviceType ?? null,
        billerReferenceId: status === 'succeeded' ? `BR${operation.seq}` : null,
        subscriberDetails: { invoiceId: null, accountNumber: operation.party },
        pinDetails: tokenOf(operation),
      },
    },
  };
}

function tokenOf(operation: Operation): object | null {
  const token = operation.status === 'succeeded' ? voucherOf(operation)?.code : undefined;
  return token === undefined ? null : { token, info1: null, info2: null, info3: null };
}
