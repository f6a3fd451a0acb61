// Maps each result code of the provider, and each error of its gateway, to its meaning for each of
// our operations. The exhaustive table of providers/11-mpesa-airtel.md, part A.

import { refusalRow } from '@jokko/connectors/kit';
import type { OutcomeTable, RefusalRow } from '@jokko/connectors/kit';

export type MpesaOperation = 'collect' | 'payout' | 'refund';

export type MpesaResultCode =
  '0' | '1' | '17' | '1001' | '1019' | '1025' | '9999' | '1032' | '1037' | '2001';

const payerFundsLow = refusalRow(57, 'never');
const ourFundsLow = refusalRow(53, 'otherRoute', 'float');
const notApprovedInTime = refusalRow(4, 'never');
const promptNotSent = refusalRow(19, 'newAttempt');
const refusedByPayer = refusalRow(108, 'never');
/** On payouts and reversals the secret is our initiator's. */
const ourPasswordWrong = refusalRow(19, 'otherRoute', 'credentials');
const payerBusy = refusalRow(6, 'newAttempt');

function always<Row>(one: Row): { readonly [operation in MpesaOperation]: Row } {
  return { collect: one, payout: one, refund: one };
}

export const resultTable: OutcomeTable<MpesaOperation, MpesaResultCode, RefusalRow | 'done'> = {
  0: always('done' as const),
  1: { collect: payerFundsLow, payout: ourFundsLow, refund: ourFundsLow },
  17: always(refusalRow(17, 'newAttempt')),
  1001: always(payerBusy),
  1019: always(notApprovedInTime),
  1025: always(promptNotSent),
  9999: always(promptNotSent),
  1032: always(refusedByPayer),
  1037: always(notApprovedInTime),
  2001: { collect: refusedByPayer, payout: ourPasswordWrong, refund: ourPasswordWrong },
};

const badRequest = refusalRow(29, 'otherRoute', 'config');
const badToken = refusalRow(49, 'otherRoute', 'credentials');
const notPermitted = refusalRow(49, 'otherRoute', 'config');
const tooMany = refusalRow(17, 'newAttempt');
const busyOrWrongPassword = refusalRow(19, 'otherRoute', 'credentials');

/** What the gateway's error means for an order that it answers: documented refusals, nothing was taken. Null: none of them. */
export function gatewayRefusal(
  status: number,
  errorCode: string,
  errorMessage: string,
): RefusalRow | null {
  if (/^400\.002\./.test(errorCode)) return badRequest;
  if (isTokenRefused(errorCode)) return badToken;
  // The one code of a busy subscriber and of a wrong password; only the text tells them apart.
  if (errorCode === '500.001.1001')
    return /lock|in process/i.test(errorMessage) ? payerBusy : busyOrWrongPassword;
  if (status === 403) return notPermitted;
  return status === 429 ? tooMany : null;
}

export const isTokenRefused = (errorCode: string): boolean =>
  /^401\.002\./.test(errorCode) || errorCode === '404.001.03';

/** The same code as an answer to a status query: the payer has not answered yet. */
export const isBeingProcessed = (errorCode: string, errorMessage: string): boolean =>
  errorCode === '500.001.1001' && /process/i.test(errorMessage);
