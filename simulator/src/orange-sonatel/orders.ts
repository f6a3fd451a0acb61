// Reads the bodies of cash-ins, one-step payments and QR codes.

import { decidingDigits } from '../core/digits.ts';
import { fingerprintOf } from '../core/fingerprint.ts';
import type { Order } from '../core/operation.ts';
import { isMembers, isWebAddress, textMember } from '../http/exchange.ts';
import type { Members } from '../http/exchange.ts';
import { merchantCode } from './credentials.ts';

/** An error of the documentation, by its code. */
export interface Fault {
  code: number;
  text: string;
}
export type Reading = Order | Fault;

const validityMaxSeconds = 86_400;
const referenceMax = 64;
const members = (value: unknown): Members => (isMembers(value) ? value : {});

export function readCashIn(body: Members, callbackUrl: string | null): Reading {
  const customer = textMember(members(body['customer']), 'id') ?? '';
  return orderOf(body, { kind: 'payout', customer, service: 'CASHIN', callbackUrl });
}

export function readOneStep(body: Members, callbackUrl: string | null): Reading {
  const partner = members(body['partner']);
  if (partner['idType'] !== 'CODE' || partner['id'] !== merchantCode)
    return { code: 2041, text: 'merchant code not known' };
  const customer = textMember(members(body['customer']), 'id') ?? '';
  return orderOf(body, { kind: 'collect', customer, service: 'MERCHANT_PAYMENT', callbackUrl });
}

/** The call names no customer; its metadata may, so that outcome digits can be chosen. */
export function readQrCode(body: Members, callbackUrl: string | null): Reading {
  if (body['code'] !== merchantCode) return { code: 2041, text: 'merchant code not known' };
  const { validity } = body;
  const isTime = typeof validity === 'number' && Number.isInteger(validity) && validity > 0;
  if (!isTime || validity > validityMaxSeconds)
    return { code: 4099, text: 'validity must be 1 to 86400' };
  const urls = ['callbackSuccessUrl', 'callbackCancelUrl'].map((name) => textMember(body, name));
  if (urls.some((url) => url === undefined || !isWebAddress(url)))
    return { code: 4099, text: 'callback URLs must be absolute' };
  const customer = textMember(members(body['metadata']), 'customer') ?? '770000000';
  const order = orderOf(body, {
    kind: 'collect',
    customer,
    service: 'MERCHANT_PAYMENT',
    callbackUrl,
  });
  if ('code' in order) return order;
  return {
    ...order,
    challenge: 'deepLink',
    payerWindowMs: validity * 1000,
    returnUrls: { success: urls[0]!, error: urls[1]! },
    page: { merchant: textMember(body, 'name') ?? '', lastFour: '' },
  };
}

function orderOf(
  body: Members,
  what: {
    kind: 'payout' | 'collect';
    customer: string;
    service: string;
    callbackUrl: string | null;
  },
): Reading {
  const { kind, customer, service, callbackUrl } = what;
  if (!/^\d{9}$/.test(customer)) return { code: 2001, text: 'customer id must be nine digits' };
  const amount = members(body['amount']);
  const { value, unit } = amount;
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value <= 0 || unit !== 'XOF')
    return { code: 4099, text: 'amount must be whole francs' };
  const reference = textMember(body, 'reference');
  if (reference === undefined || reference.length > referenceMax)
    return { code: 4099, text: 'reference is needed' };
  return {
    reference,
    protocol: 'orange-sonatel',
    kind,
    direction: kind === 'collect' ? 'in' : 'out',
    amount: String(value),
    currency: 'XOF',
    party: customer,
    service,
    fingerprint: fingerprintOf([service, customer, value]),
    digits: decidingDigits([customer]),
    organisationReference: '',
    callbackUrl,
    returnUrls: { success: null, error: null },
    challenge: 'none',
    payerWindowMs: 900_000,
    claim: null,
    originalReference: null,
    account: merchantCode,
    page: null,
    remit: null,
  };
}
