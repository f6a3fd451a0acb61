// Reads the body of a payment, or says what is missing in it.

import { parseAmount } from '../core/money.ts';
import { isMembers, isWebAddress, textMember } from '../http/exchange.ts';
import { badRequest, missing, wrong } from './answers.ts';
import type { Members } from '../http/exchange.ts';
import type { Answer } from './answers.ts';

export interface PaymentBody {
  code: string;
  transactionId: string;
  number: string;
  amount: string;
  currency: string;
  /** First of the action list; '' for a plain payment. */
  action: string;
  authentication: Members;
  /** False: the amount is set aside, and nothing taken. */
  capture: boolean;
}

const neededBillTo = ['firstName', 'lastName', 'address1', 'locality', 'country', 'email'];
const neededDevice = ['ipAddress', 'userAgentBrowserValue', 'httpAcceptContent'];

/** `result`: the check of what the bank said, whose body names no payer and no device. */
export function readPaymentBody(
  body: unknown,
  of: 'payment' | 'result' = 'payment',
): PaymentBody | Answer {
  if (!isMembers(body)) return badRequest('INVALID_DATA', 'a JSON object is needed');
  const client = part(body, 'clientReferenceInformation');
  const card = part(part(body, 'paymentInformation'), 'card');
  const order = part(body, 'orderInformation');
  const details = part(order, 'amountDetails');
  const processing = part(body, 'processingInformation');
  const code = textMember(client, 'code');
  const number = textMember(card, 'number');
  const amount = textMember(details, 'totalAmount');
  const currency = textMember(details, 'currency')?.toUpperCase();
  if (code === undefined) return missing('clientReferenceInformation.code');
  if (number === undefined) return missing('paymentInformation.card.number');
  if (!/^[0-9]{12,19}$/.test(number)) return wrong('paymentInformation.card.number');
  for (const name of ['expirationMonth', 'expirationYear'])
    if (textMember(card, name) === undefined && typeof card[name] !== 'number')
      return missing(`paymentInformation.card.${name}`);
  if (amount === undefined) return missing('orderInformation.amountDetails.totalAmount');
  if (currency === undefined) return missing('orderInformation.amountDetails.currency');
  if (!parseAmount(amount)) return badRequest('INVALID_AMOUNT', 'totalAmount');
  const billTo = part(order, 'billTo');
  for (const name of of === 'payment' ? neededBillTo : [])
    if (textMember(billTo, name) === undefined) return missing(`orderInformation.billTo.${name}`);
  const actions: unknown = processing['actionList'];
  const action = Array.isArray(actions) && typeof actions[0] === 'string' ? actions[0] : '';
  const device = part(body, 'deviceInformation');
  const isEnrolment = action === 'CONSUMER_AUTHENTICATION';
  for (const name of neededDevice)
    if (isEnrolment && textMember(device, name) === undefined)
      return missing(`deviceInformation.${name}`);
  const authentication = part(body, 'consumerAuthenticationInformation');
  const returnUrl = textMember(authentication, 'returnUrl');
  if (returnUrl !== undefined && !isWebAddress(returnUrl))
    return wrong('consumerAuthenticationInformation.returnUrl');
  const transactionId = textMember(client, 'transactionId') ?? '';
  const capture = processing['capture'] === true;
  return { code, transactionId, number, amount, currency, action, authentication, capture };
}

function part(members: Members, name: string): Members {
  const value = members[name];
  return isMembers(value) ? value : {};
}
