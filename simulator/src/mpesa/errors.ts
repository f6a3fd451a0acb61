// Errors of the Daraja gateway, and a plausible result code for every catalogue id.

import { codeOfError, reasons, textOfError } from '../core/catalogue.ts';
import { isUnheardOf, unheardOfWords } from '../unheard-of.ts';
import { sendJson } from '../http/exchange.ts';
import { newConversation } from './ids.ts';
import type { Operation } from '../core/operation.ts';
import type { Exchange } from '../http/exchange.ts';

/** Result code by catalogue code; what is not listed is "the receiving party cannot process". */
const resultOfCode: { readonly [catalogueCode: string]: number } = {
  customer_balance_low: 1,
  insufficient_balance: 1,
  provider_low: 1,
  'exceeds-limit-time': 1001,
  bad_amount: 2,
  interval_max_amount_cumul_reached: 4,
  no_account: 11,
  operator_down_time: 26,
  distributor_not_allowed_for_transaction: 2028,
  no_opb_account: 2040,
  user_account_suspended: 8006,
  'payment-timeout': 1037,
  connexion_error: 1025,
  bad_auth: 1032,
};
const otherResult = 17;

export interface Result {
  ResultCode: number;
  ResultDesc: string;
  /** The catalogue's id, beside what the provider itself would say. */
  catalogueId?: number;
}

/** How an ended operation ended. It has no word for what was taken back later. */
export function resultOf({ status, errorId, digits }: Operation): Result {
  if (status === 'succeeded' || status === 'reversed')
    return { ResultCode: 0, ResultDesc: 'The service request is processed successfully.' };
  if (isUnheardOf({ errorId }))
    return { ResultCode: unheardOfWords.mpesa, ResultDesc: textOfError(errorId) };
  const byPayer = errorId === reasons.refusedByPayer && digits % 1000 !== errorId;
  return {
    ResultCode: resultOfCode[codeOfError(errorId)] ?? otherResult,
    ResultDesc: textOfError(errorId),
    ...(byPayer ? {} : { catalogueId: errorId }),
  };
}

export function sendError(
  exchange: Exchange,
  status: number,
  errorCode: string,
  errorMessage: string,
  more: object = {},
): void {
  sendJson(exchange, status, { requestId: newConversation(), errorCode, errorMessage, ...more });
}

export const sendBadField = (exchange: Exchange, name: string): void =>
  sendError(exchange, 400, '400.002.02', `Bad Request - Invalid ${name}`);
