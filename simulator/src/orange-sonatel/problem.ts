// Errors as problem documents with Orange's own codes.

import { codeOfError, textOfError } from '../core/catalogue.ts';
import { isUnheardOf, unheardOfWords } from '../unheard-of.ts';
import type { Operation } from '../core/operation.ts';
import { sendText } from '../http/exchange.ts';
import type { Exchange } from '../http/exchange.ts';

/** Catalogue code → Orange's code; what is not listed is a bad request. */
const codes: { readonly [catalogueCode: string]: number } = {
  no_opa_account: 2000,
  invalid_phone_number: 2001,
  bad_auth: 2012,
  user_opa_suspended: 2013,
  user_account_suspended: 2013,
  customer_balance_low: 2020,
  provider_low: 2020,
  insufficient_balance: 2020,
  interval_max_amount_cumul_reached: 2022,
  opa_number_not_allowed: 2041,
  'payment-timeout': 4004,
};
const badRequest = 4099;

export function sendProblem(
  exchange: Exchange,
  status: number,
  code: number,
  detail: string,
  more: object = {},
): void {
  const body = {
    type: 'about:blank',
    title: `Error ${code}`,
    instance: exchange.path,
    status,
    code,
    detail,
    ...more,
  };
  sendText(exchange, status, 'application/problem+json; charset=utf-8', JSON.stringify(body));
}

export const codeOfReason = (errorId: number): number =>
  isUnheardOf({ errorId })
    ? unheardOfWords['orange-sonatel']
    : (codes[codeOfError(errorId)] ?? badRequest);

/** A refusal in the answer; the sandbox names the entry of the error catalogue. */
export function sendRefusal(exchange: Exchange, { errorId }: Operation): void {
  sendProblem(exchange, 400, codeOfReason(errorId), textOfError(errorId), { catalogueId: errorId });
}
