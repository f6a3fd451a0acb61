// Reads the body of a checkout or a payout as an order, or says which member is wrong.

import { randomUUID } from 'node:crypto';
import { decidingDigits } from '../core/digits.ts';
import { fingerprintOf } from '../core/fingerprint.ts';
import { parseAmount } from '../core/money.ts';
import { header, isMembers, isWebAddress, textMember } from '../http/exchange.ts';
import { sessionLifeMs } from './present.ts';
import type { Order } from '../core/operation.ts';
import type { Exchange, Members } from '../http/exchange.ts';
import type { Detail } from './errors.ts';

export interface Fault {
  code: string;
  details: Detail[];
}

const phonePattern = /^\+[0-9]{6,15}$/;
const withoutDecimals = new Set(['XOF', 'XAF', 'UGX', 'GNF']);
const referenceLengthMax = 255;
const reasonLengthMax = 40;

/** A checkout: nothing makes two of them one. */
export function readCheckout(exchange: Exchange, body: unknown, account: string): Order | Fault {
  if (!isMembers(body)) return { code: 'request-not-json', details: [] };
  const details = [...amountFaults(body, 'amount'), ...referenceFaults(body)];
  for (const name of ['success_url', 'error_url'])
    if (!isWebAddress(textMember(body, name) ?? ''))
      details.push({ loc: ['body', name], msg: 'a web address is needed' });
  const phone = textMember(body, 'restrict_payer_mobile');
  if (phone !== undefined && !phonePattern.test(phone))
    details.push({ loc: ['body', 'restrict_payer_mobile'], msg: 'E.164 is needed' });
  if (details.length > 0) return { code: 'request-validation-error', details };
  return {
    ...orderOf(exchange, body, account, textMember(body, 'amount') ?? '', phone ?? ''),
    reference: textMember(body, 'client_reference') ?? randomUUID(),
    kind: 'collect',
    direction: 'in',
    service: 'checkout',
    returnUrls: {
      success: textMember(body, 'success_url') ?? null,
      error: textMember(body, 'error_url') ?? null,
    },
    challenge: 'deepLink',
    payerWindowMs: sessionLifeMs,
    page: { merchant: 'Jokko test', lastFour: '' },
  };
}

/** A payout: the Idempotency-Key names it. */
export function readPayout(exchange: Exchange, body: unknown, account: string): Order | Fault {
  if (!isMembers(body)) return { code: 'request-not-json', details: [] };
  const details = [...amountFaults(body, 'receive_amount'), ...referenceFaults(body)];
  const key = header(exchange, 'idempotency-key');
  if (key === undefined) details.push({ loc: ['header', 'idempotency-key'], msg: 'is needed' });
  const phone = textMember(body, 'mobile') ?? '';
  if (!phonePattern.test(phone)) details.push({ loc: ['body', 'mobile'], msg: 'E.164 is needed' });
  if ((textMember(body, 'payment_reason') ?? '').length > reasonLengthMax)
    details.push({ loc: ['body', 'payment_reason'], msg: 'is too long' });
  if (key === undefined || details.length > 0) return { code: 'request-validation-error', details };
  return {
    ...orderOf(exchange, body, account, textMember(body, 'receive_amount') ?? '', phone),
    reference: key,
    kind: 'payout',
    direction: 'out',
    service: 'payout',
    returnUrls: { success: null, error: null },
    challenge: 'none',
    payerWindowMs: 0,
    page: null,
    callbackUrl: null,
  };
}

function orderOf(
  exchange: Exchange,
  body: Members,
  account: string,
  amount: string,
  party: string,
): Omit<
  Order,
  | 'reference'
  | 'kind'
  | 'direction'
  | 'service'
  | 'returnUrls'
  | 'challenge'
  | 'payerWindowMs'
  | 'page'
> {
  const notify = header(exchange, 'x-sandbox-notify-url') ?? '';
  return {
    protocol: 'wave',
    amount,
    currency: textMember(body, 'currency') ?? '',
    party,
    fingerprint: fingerprintOf(Object.entries(body).toSorted()),
    digits: decidingDigits([party]),
    organisationReference: textMember(body, 'client_reference') ?? '',
    callbackUrl: isWebAddress(notify) ? notify : null,
    claim: null,
    originalReference: null,
    account,
    remit: null,
  };
}

function amountFaults(body: Members, name: string): Detail[] {
  const faults: Detail[] = [];
  const currency = textMember(body, 'currency') ?? '';
  if (!/^[A-Z]{3}$/.test(currency))
    faults.push({ loc: ['body', 'currency'], msg: 'an ISO 4217 code is needed' });
  const minor = parseAmount(textMember(body, name) ?? '');
  const step = withoutDecimals.has(currency) ? 10_000n : 100n;
  if (minor === null || minor === 0n || minor % step !== 0n)
    faults.push({ loc: ['body', name], msg: 'an amount of this currency is needed, as a string' });
  return faults;
}

function referenceFaults(body: Members): Detail[] {
  const reference = body['client_reference'];
  const isFine =
    reference === undefined ||
    (typeof reference === 'string' && reference.length <= referenceLengthMax);
  return isFine ? [] : [{ loc: ['body', 'client_reference'], msg: 'is too long' }];
}
