// Answers of the Airtel Money API: `{data: {transaction}, status}`, and a plausible response code
// for every catalogue id.

import { codeOfError, textOfError } from '../core/catalogue.ts';
import { isUnheardOf, unheardOfWords } from '../unheard-of.ts';
import { reasons } from '../core/catalogue.ts';
import { sendJson } from '../http/exchange.ts';
import type { Operation } from '../core/operation.ts';
import type { Exchange } from '../http/exchange.ts';

/** Last four digits by catalogue code, of collections; what is not listed is "do not honour". */
const collectionNumbers: { readonly [catalogueCode: string]: string } = {
  bad_auth: '1008',
  daily_max_amount_cumul_reached: '1003',
  weekly_max_amount_cumul_reached: '1003',
  monthly_max_amount_cumul_reached: '1003',
  interval_max_amount_cumul_reached: '1003',
  bad_amount: '1004',
  'payment-timeout': '1029',
  customer_balance_low: '1007',
  insufficient_balance: '1007',
  provider_low: '1007',
  opa_number_not_allowed: '1010',
  connexion_error: '1026',
};
/** Disbursements have a table of their own; what is not listed is "failed". */
const disbursementNumbers: { readonly [catalogueCode: string]: string } = {
  bad_auth: '1013',
  invalid_phone_number: '1012',
  connexion_error: '1016',
};
/** The code of a disbursement whose id was there before. */
export const duplicate = '1017';

const numberOf = ({ direction, errorId }: Operation): string =>
  direction === 'in'
    ? (collectionNumbers[codeOfError(errorId)] ?? '1009')
    : (disbursementNumbers[codeOfError(errorId)] ?? '1005');

/** `DP00800001007` of collections, `DP00900001007` of disbursements. */
export const responseCode = (direction: 'in' | 'out', number: string): string =>
  `${direction === 'in' ? 'DP008' : 'DP009'}0000${number}`;

interface Failure {
  number: string;
  message: string;
  /** The catalogue's id, beside what the provider itself would say. */
  catalogueId?: number;
}

export function failureOf(operation: Operation): Failure {
  const { errorId, digits } = operation;
  if (isUnheardOf({ errorId }))
    return { number: unheardOfWords.airtel, message: textOfError(errorId) };
  const byPayer = errorId === reasons.refusedByPayer && digits % 1000 !== errorId;
  return {
    number: numberOf(operation),
    message: textOfError(errorId),
    ...(byPayer ? {} : { catalogueId: errorId }),
  };
}

/** An id that holds the seq. */
export const airtelMoneyId = (seq: number): string =>
  `MP${String(seq).padStart(10, '0')}.${String(seq % 10_000).padStart(4, '0')}`;

interface Said {
  transaction?: object;
  code: string;
  message: string;
  success: boolean;
  catalogueId?: number;
}

export function sendAnswer(exchange: Exchange, status: number, said: Said): void {
  const { transaction, code, message, success, catalogueId } = said;
  sendJson(exchange, status, {
    ...(transaction === undefined ? {} : { data: { transaction } }),
    status: {
      code: String(status),
      message,
      result_code: 'ESB000010',
      response_code: code,
      success,
      ...(catalogueId === undefined ? {} : { catalogueId }),
    },
  });
}

/** What the provider answers to a request that is none, in the form of its gateway. */
export function sendFault(exchange: Exchange, status: number, message: string): void {
  sendJson(exchange, status, {
    status: { code: String(status), message, result_code: 'ESB000008', success: false },
  });
}

/** How a transaction stands, as the status query tells it. */
export function sendState(exchange: Exchange, operation: Operation): void {
  const { direction, reference: id, seq } = operation;
  const told = { airtel_money_id: airtelMoneyId(seq), id };
  switch (operation.status) {
    case 'pending':
      return sendAnswer(exchange, 200, {
        transaction: { id, status: 'TIP', message: 'in process' },
        code: responseCode(direction, '1006'),
        message: 'SUCCESS',
        success: true,
      });
    // It has no word for what was taken back later.
    case 'succeeded':
    case 'reversed':
      return sendAnswer(exchange, 200, {
        transaction: { ...told, status: 'TS', message: 'success' },
        code: responseCode(direction, '1001'),
        message: 'SUCCESS',
        success: true,
      });
    case 'failed':
    case 'canceled': {
      const { number, ...failure } = failureOf(operation);
      return sendAnswer(exchange, 200, {
        transaction: { ...told, status: 'TF', message: failure.message },
        code: responseCode(direction, number),
        success: false,
        ...failure,
      });
    }
  }
}
