// Maps each known result code of the provider, and each error of its gateway, to its meaning for
// each of our operations. The table of docs/providers/mpesa.md; any other result code is an end for
// a reason that is not listed.

import { refusalRow } from '@jokko/connectors/kit';
import type { OutcomeTable, RefusalRow } from '@jokko/connectors/kit';

export type MpesaOperation = 'collect' | 'payout' | 'refund';

const payerFundsLow = refusalRow(57, 'never');
const ourFundsLow = refusalRow(53, 'otherRoute', 'float');
const notApprovedInTime = refusalRow(4, 'never');
const promptNotSent = refusalRow(19, 'newAttempt');
const refusedByPayer = refusalRow(108, 'never');
/** On payouts and reversals the secret is our initiator's. */
const ourPasswordWrong = refusalRow(19, 'otherRoute', 'credentials');
const payerBusy = refusalRow(6, 'newAttempt');

const aboveLimit = refusalRow(24, 'never');
const noAccount = refusalRow(44, 'never');

/** `wait`: the provider still works on it. */
export type MpesaRow = RefusalRow | 'done' | 'wait';

function always<Row>(one: Row): { readonly [operation in MpesaOperation]: Row } {
  return { collect: one, payout: one, refund: one };
}

export const resultTable = {
  0: always('done' as const),
  1: { collect: payerFundsLow, payout: ourFundsLow, refund: ourFundsLow },
  2: always(refusalRow(116, 'never')),
  3: always(aboveLimit),
  4: always(aboveLimit),
  8: always(aboveLimit),
  11: always(noAccount),
  17: always(refusalRow(17, 'newAttempt')),
  26: always(refusalRow(28, 'otherRoute', 'down')),
  1001: always(payerBusy),
  1019: always(notApprovedInTime),
  1025: always(promptNotSent),
  9999: always(promptNotSent),
  1032: always(refusedByPayer),
  1037: always(notApprovedInTime),
  2001: { collect: refusedByPayer, payout: ourPasswordWrong, refund: ourPasswordWrong },
  2028: always(refusalRow(49, 'otherRoute', 'config')),
  2040: always(refusalRow(39, 'never')),
  4999: always('wait' as const),
  8006: always(refusalRow(11, 'never')),
  SFC_IC0003: always(noAccount),
} satisfies OutcomeTable<MpesaOperation, MpesaRow>;

export type MpesaResultCode = keyof typeof resultTable;

/**
 * How a transaction stands, by the answer to a status query, where that is an end; the others
 * (Initiated, Authorized, Pending) go on.
 */
export const standings: ReadonlyMap<string, 'done' | 'failed'> = new Map([
  ['COMPLETED', 'done'],
  ['FAILED', 'failed'],
  ['DECLINED', 'failed'],
  ['CANCELLED', 'failed'],
  ['EXPIRED', 'failed'],
]);

const badRequest = refusalRow(29, 'otherRoute', 'config');
const badToken = refusalRow(49, 'otherRoute', 'credentials');
const notPermitted = refusalRow(49, 'otherRoute', 'config');
const tooMany = refusalRow(17, 'newAttempt');
const wrongPassword = refusalRow(19, 'otherRoute', 'credentials');

/**
 * What the gateway's error means for an order that it answers: documented refusals, nothing was
 * taken. Null: none of them.
 */
export function gatewayRefusal(
  status: number,
  errorCode: string,
  errorMessage: string,
): RefusalRow | null {
  if (/^400\.002\./.test(errorCode) || errorCode === '400.003.02') return badRequest;
  if (status === 401 || isTokenRefused(errorCode)) return badToken;
  if (errorCode === ambiguousCode) return status === 500 ? refusalInWords(errorMessage) : null;
  if (status === 403) return notPermitted;
  return status === 429 || floodCodes.has(errorCode) ? tooMany : null;
}

/**
 * The code of a busy subscriber, of a wrong password or short code, and of an answer that Safaricom
 * itself has lost.
 */
const ambiguousCode = '500.001.1001';

/** Only the text tells them apart; without one of these nothing is refused. */
function refusalInWords(errorMessage: string): RefusalRow | null {
  if (/unable to lock subscriber|already in process/i.test(errorMessage)) return payerBusy;
  return /wrong credentials|merchant does not exist/i.test(errorMessage) ? wrongPassword : null;
}

/** Too many a second, and in a period: said before anything is taken, with an HTTP 500. */
const floodCodes: ReadonlySet<string> = new Set(['500.003.02', '500.003.03']);

/** Pushes say the first two, and payouts, questions and reversals the last. */
export const isTokenRefused = (errorCode: string): boolean =>
  /^401\.002\./.test(errorCode) || errorCode === '404.001.03' || errorCode === '400.003.01';

/** The same code as an answer to a status query: the payer has not answered yet. */
export const isBeingProcessed = (errorCode: string, errorMessage: string): boolean =>
  errorCode === ambiguousCode && /process/i.test(errorMessage);
