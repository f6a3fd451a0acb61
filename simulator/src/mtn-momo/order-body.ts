// Reads a request to pay, a transfer, a deposit or a refund into an order, or says which rule of
// the provider it breaks.

import { decidingDigits } from '../core/digits.ts';
import { parseAmount } from '../core/money.ts';
import { header, isMembers, isWebAddress, textMember } from '../http/exchange.ts';
import { environments } from './credentials.ts';
import { ownOutcomeOf } from './own-numbers.ts';
import type { Order } from '../core/operation.ts';
import type { Exchange, Members } from '../http/exchange.ts';
import type { Product } from './credentials.ts';

export interface Fault {
  status: number;
  code: string;
}

/** Calls that create something, by product; both versions of each are served. */
export const services: {
  readonly [product in Product]: { readonly [service: string]: 'collect' | 'payout' | 'refund' };
} = {
  collection: { requesttopay: 'collect', requesttowithdraw: 'collect' },
  disbursement: { transfer: 'payout', deposit: 'payout', refund: 'refund' },
};

const uuid4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
/** The payer must approve within five minutes. */
const payerWindowMs = 300_000;
const messageLengthMax = 160;

export interface Heads {
  reference: string;
  callbackUrl: string | null;
}

export function readHeads(exchange: Exchange): Heads | Fault {
  const reference = header(exchange, 'x-reference-id') ?? '';
  if (!uuid4.test(reference)) return { status: 400, code: 'BAD_REQUEST' };
  const callbackUrl = header(exchange, 'x-callback-url') || null;
  if (callbackUrl !== null && !isWebAddress(callbackUrl))
    return { status: 500, code: 'INVALID_CALLBACK_URL_HOST' };
  return { reference: reference.toLowerCase(), callbackUrl };
}

/** What every body has: money of the environment's currency, and messages that fit. */
export function readMoney(
  body: Members,
  environment: string,
): { amount: string; currency: string } | Fault {
  const amount = textMember(body, 'amount');
  const currency = textMember(body, 'currency');
  if (amount === undefined || currency === undefined || !parseAmount(amount))
    return { status: 400, code: 'BAD_REQUEST' };
  if (!environments[environment]?.includes(currency))
    return { status: 500, code: 'INVALID_CURRENCY' };
  const messages = [body['payerMessage'] ?? '', body['payeeNote'] ?? ''];
  const isFitting = (text: unknown): boolean =>
    typeof text === 'string' && text.length <= messageLengthMax && !text.includes("'");
  return messages.every(isFitting) ? { amount, currency } : { status: 400, code: 'BAD_REQUEST' };
}

export function readOrder(
  heads: Heads,
  service: string,
  kind: 'collect' | 'payout',
  body: unknown,
  environment: string,
): Order | Fault {
  if (!isMembers(body)) return { status: 400, code: 'BAD_REQUEST' };
  const money = readMoney(body, environment);
  if ('code' in money) return money;
  const party = body[kind === 'collect' ? 'payer' : 'payee'];
  const id = isMembers(party) ? textMember(party, 'partyId') : undefined;
  if (!isMembers(party) || id === undefined) return { status: 400, code: 'BAD_REQUEST' };
  if (party['partyIdType'] === 'MSISDN' && !/^[0-9]{6,15}$/.test(id))
    return { status: 400, code: 'BAD_REQUEST' };
  const order = {
    ...money,
    reference: heads.reference,
    protocol: 'mtn-momo',
    kind,
    direction: kind === 'collect' ? ('in' as const) : ('out' as const),
    party: id,
    service,
  };
  return {
    ...order,
    // A repeated reference is a duplicate whatever its body says.
    fingerprint: '',
    digits: decidingDigits([id]) || (ownOutcomeOf(order)?.digits ?? 0),
    organisationReference: (textMember(body, 'externalId') ?? '').slice(0, 256),
    callbackUrl: heads.callbackUrl,
    returnUrls: { success: null, error: null },
    challenge: 'none',
    payerWindowMs,
    claim: null,
    originalReference: null,
    account: environment,
    page: null,
    remit: null,
  };
}
