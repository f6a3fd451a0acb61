// Reads the body of a payment order.

import { decidingDigits } from '../core/digits.ts';
import { fingerprintOf } from '../core/fingerprint.ts';
import type { Order } from '../core/operation.ts';
import { isMembers, isWebAddress, textMember } from '../http/exchange.ts';
import { merchantKey } from './credentials.ts';

const orderIdMax = 30;
const sessionMs = 600_000;
const currencies: { readonly [country: string]: string } = { dev: 'OUV', cm: 'XAF' };

/** The order, or what is wrong with it. `country` is the address's part. */
export function readOrder(body: unknown, country: string): Order | { fault: string } {
  if (!isMembers(body)) return { fault: 'invalid body' };
  if (body['merchant_key'] !== merchantKey) return { fault: 'invalid merchant_key' };
  const orderId = textMember(body, 'order_id');
  if (orderId === undefined || orderId.length > orderIdMax) return { fault: 'invalid order_id' };
  const { amount, currency } = body;
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount <= 0)
    return { fault: 'invalid amount' };
  if (currency !== (currencies[country] ?? 'XOF')) return { fault: 'invalid currency' };
  const url = (name: string): string | null => {
    const text = textMember(body, name);
    return text !== undefined && isWebAddress(text) ? text : null;
  };
  const [returnUrl, cancelUrl, notifUrl] = ['return_url', 'cancel_url', 'notif_url'].map(url);
  if (!returnUrl || !cancelUrl || !notifUrl) return { fault: 'invalid url' };
  // The protocol has no phone; what the merchant calls the payment stands for it.
  const reference = textMember(body, 'reference') ?? '';
  return {
    reference: orderId,
    protocol: 'orange-webpay',
    kind: 'collect',
    direction: 'in',
    amount: String(amount),
    currency: country === 'dev' ? 'XOF' : currency,
    party: reference,
    service: `webpayment ${country}`,
    fingerprint: fingerprintOf([orderId, amount]),
    digits: decidingDigits([reference]),
    organisationReference: '',
    callbackUrl: notifUrl,
    returnUrls: { success: returnUrl, error: cancelUrl },
    challenge: 'deepLink',
    payerWindowMs: sessionMs,
    claim: null,
    originalReference: null,
    account: merchantKey,
    page: { merchant: 'Orange Money', lastFour: '' },
    remit: null,
  };
}
