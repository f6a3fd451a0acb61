// Reads a payment or a disbursement into an order, or says what is wrong with it.

import { decidingDigits } from '../core/digits.ts';
import { formatAmount, parseAmount } from '../core/money.ts';
import { decryptPin } from '../core/pin-key.ts';
import { header, isMembers, textMember } from '../http/exchange.ts';
import { disbursementPin } from './credentials.ts';
import type { Order } from '../core/operation.ts';
import type { Exchange } from '../http/exchange.ts';

/** The payer's prompt lives about a minute. */
const payerWindowMs = 60_000;
const idPattern = /^[A-Za-z0-9-]{6,64}$/;

export interface Fault {
  fault: string;
}

export function readOrder(
  exchange: Exchange,
  kind: 'collect' | 'payout',
  body: unknown,
  callbackUrl: string | null,
): Order | Fault {
  const country = header(exchange, 'x-country') ?? '';
  const currency = header(exchange, 'x-currency') ?? '';
  if (!/^[A-Z]{2}$/.test(country)) return { fault: 'X-Country is needed' };
  if (!/^[A-Z]{3}$/.test(currency)) return { fault: 'X-Currency is needed' };
  if (!isMembers(body)) return { fault: 'a JSON object is needed' };
  const transaction = body['transaction'];
  const party = body[kind === 'collect' ? 'subscriber' : 'payee'];
  if (!isMembers(transaction) || !isMembers(party)) return { fault: 'a member is missing' };
  const amount = typeof transaction['amount'] === 'number' ? String(transaction['amount']) : '';
  const minor = parseAmount(amount);
  const id = textMember(transaction, 'id') ?? '';
  const msisdn = textMember(party, 'msisdn') ?? '';
  if (!minor) return { fault: 'amount must be a positive number' };
  if (!idPattern.test(id)) return { fault: 'transaction.id must be 6 to 64 letters and digits' };
  if (!/^[1-9][0-9]{5,11}$/.test(msisdn)) return { fault: 'msisdn is without the country code' };
  if (textMember(body, 'reference') === undefined) return { fault: 'reference is needed' };
  if (kind === 'payout' && decryptPin(textMember(body, 'pin') ?? '') !== disbursementPin)
    return { fault: 'wrong PIN' };
  return {
    reference: id.toLowerCase(),
    protocol: 'airtel',
    kind,
    direction: kind === 'collect' ? 'in' : 'out',
    amount: formatAmount(minor),
    currency,
    party: msisdn,
    service: kind === 'collect' ? 'payments' : 'disbursements',
    // A repeated id is refused whatever the body says.
    fingerprint: '',
    digits: decidingDigits([msisdn]),
    organisationReference: '',
    callbackUrl,
    returnUrls: { success: null, error: null },
    challenge: 'none',
    payerWindowMs,
    claim: null,
    originalReference: null,
    account: country,
    page: null,
    remit: null,
  };
}
