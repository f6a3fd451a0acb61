// Reads the body of an order into the engine's terms, or says which error Reloadly answers.

import { randomUUID } from 'node:crypto';
import { decidingDigits } from '../core/digits.ts';
import { isMembers, textMember } from '../http/exchange.ts';
import { billerOf, operatorOf, range } from './products.ts';
import type { Order } from '../core/operation.ts';
import type { Members } from '../http/exchange.ts';
import type { ReloadlyErrorCode } from './errors.ts';

const identifierLengthMax = 150;

type Own = Pick<Order, 'reference' | 'kind' | 'amount' | 'currency' | 'party' | 'service'>;

/** Reads the body of POST /topups and /topups-async. */
export function readTopUp(body: unknown): Order | ReloadlyErrorCode {
  if (!isMembers(body)) return 'INVALID_INPUT_PROVIDED';
  const operator = operatorOf(Number(body['operatorId']));
  if (operator === undefined) return 'OPERATOR_UNAVAILABLE_OR_CURRENTLY_INACTIVE';
  const phone = body['recipientPhone'];
  if (!isMembers(phone)) return 'INVALID_INPUT_PROVIDED';
  const number = String(phone['number'] ?? '').replaceAll(/[^\d]/g, '');
  if (phone['countryCode'] !== operator.country || number.length < 8)
    return 'INVALID_RECIPIENT_PHONE';
  const amount = amountOf(body);
  const isSold =
    amount !== null &&
    (operator.plans === null
      ? amount >= range.min && amount <= range.max
      : operator.plans.includes(amount));
  if (!isSold) return 'INVALID_LOCAL_AMOUNT_FOR_OPERATOR';
  return orderOf(body, 'customIdentifier', {
    kind: 'airtime',
    amount: String(amount),
    currency: operator.currency,
    party: number,
    service: String(operator.id),
  });
}

/** Reads the body of POST /pay. */
export function readPayment(body: unknown): Order | ReloadlyErrorCode {
  if (!isMembers(body)) return 'INVALID_INPUT_PROVIDED';
  const biller = billerOf(Number(body['billerId']));
  if (biller === undefined) return 'INVALID_BILLER_ID';
  const account = textMember(body, 'subscriberAccountNumber');
  if (account === undefined) return 'INVALID_INPUT_PROVIDED';
  const invoice = body['additionalInfo'];
  const hasInvoice = isMembers(invoice) && textMember(invoice, 'invoiceId') !== undefined;
  if (biller.serviceType === 'POSTPAID' && !hasInvoice) return 'INVALID_INPUT_PROVIDED';
  const amount = amountOf(body);
  if (amount === null || amount < range.min || amount > range.max) return 'INVALID_AMOUNT';
  return orderOf(body, 'referenceId', {
    kind: biller.serviceType === 'PREPAID' ? 'reload' : 'bill_pay',
    amount: String(amount),
    currency: biller.currency,
    party: account,
    service: String(biller.id),
  });
}

/** Accounts and operators have one currency here, so that both kinds of amounts are the same. */
function amountOf(body: Members): number | null {
  const amount = Number(body['amount']);
  return Number.isFinite(amount) && amount > 0 ? amount : null;
}

function orderOf(
  body: Members,
  member: string,
  own: Omit<Own, 'reference'>,
): Order | ReloadlyErrorCode {
  const reference = textMember(body, member) ?? randomUUID();
  if (reference.length > identifierLengthMax) return 'INVALID_INPUT_PROVIDED';
  return {
    reference,
    protocol: 'reloadly',
    direction: 'out',
    ...own,
    // A used identifier is refused whatever the rest of the body says.
    fingerprint: '',
    digits: decidingDigits([own.party]),
    organisationReference: '',
    callbackUrl: null,
    returnUrls: { success: null, error: null },
    challenge: 'none',
    payerWindowMs: 0,
    claim: null,
    originalReference: null,
    page: null,
    remit: null,
  };
}
