// Reads the parameters of a new payment into an order, or says which of them is wrong.

import { decidingDigits } from '../core/digits.ts';
import { attemptedEnding } from './authentication.ts';
import { declinedEnding } from './errors.ts';
import { fingerprintOf } from '../core/fingerprint.ts';
import { isWebAddress } from '../http/exchange.ts';
import { account } from './deps.ts';
import { invalidRequest } from './errors.ts';
import { amountOfUnits } from './money.ts';
import type { Order } from '../core/operation.ts';
import type { StripeError } from './errors.ts';

const payerWindowMs = 900_000;

export interface PaymentBody {
  amount: string;
  /** Lower case. */
  currency: string;
  reference: string;
  /** Null: not to be confirmed yet. */
  card: { number: string; merchant: string } | null;
  returnUrl: string | null;
  noticeUrl: string | null;
}

export function readPaymentBody(form: URLSearchParams): PaymentBody | StripeError {
  const currency = (form.get('currency') ?? '').toLowerCase();
  if (!/^[a-z]{3}$/.test(currency))
    return invalidRequest('Invalid currency.', 'currency', 'parameter_missing');
  const amount = amountOfUnits(form.get('amount') ?? '', currency);
  if (amount === null)
    return invalidRequest('Invalid positive integer', 'amount', 'parameter_invalid_integer');
  const noticeUrl = form.get('metadata[notice_url]');
  if (noticeUrl !== null && !isWebAddress(noticeUrl))
    return invalidRequest('Not a valid URL', 'metadata[notice_url]', 'url_invalid');
  const common = { amount, currency, reference: form.get('metadata[ref]') ?? '', noticeUrl };
  if (form.get('confirm') !== 'true') return { ...common, card: null, returnUrl: null };
  const returnUrl = form.get('return_url');
  if (returnUrl !== null && !isWebAddress(returnUrl))
    return invalidRequest('Not a valid URL', 'return_url', 'url_invalid');
  const number = (form.get('payment_method_data[card][number]') ?? '').replaceAll(' ', '');
  const needed = ['exp_month', 'exp_year', 'cvc'].map((name) =>
    form.get(`payment_method_data[card][${name}]`),
  );
  if (form.get('payment_method_data[type]') !== 'card' || needed.includes(null))
    return invalidRequest('You must provide payment_method_data.', 'payment_method_data');
  if (!/^[0-9]{12,19}$/.test(number))
    return { type: 'card_error', code: 'invalid_number', message: 'The card number is invalid.' };
  const merchant = form.get('payment_method_data[billing_details][name]') ?? '';
  return { ...common, card: { number, merchant }, returnUrl };
}

/** The provider's own cards: what each leads to. Every other card is asked for 3-D Secure. */
const cards: { [number: string]: { refusal?: number; atOnce?: true; digits?: number } } = {
  '4242424242424242': { atOnce: true },
  [`400000000000${attemptedEnding}`]: { atOnce: true },
  '4000000000000002': { refusal: 100 },
  '4000000000009995': { refusal: 57 },
  '4000000000000069': { refusal: 83 },
  '4000000000000119': { refusal: 29 },
  '4000000000000127': { refusal: 100 },
  '4000000000006975': { refusal: 100 },
  '4000000000009979': { refusal: 100 },
  '4000000000009987': { refusal: 100 },
  // Authenticated, and declined afterwards.
  [`400000840000${declinedEnding}`]: { digits: 9100 },
};

/** `refusal`: the catalogue id of what the card's number asks for; 0 for none. */
export function orderOf(
  body: PaymentBody & { card: { number: string } },
  key: string,
  form: URLSearchParams,
): { order: Order; refusal: number } {
  const { number, merchant } = body.card as NonNullable<PaymentBody['card']>;
  const known = cards[number] ?? {};
  const lastFour = number.slice(-4);
  const isAtOnce = known.atOnce === true;
  const order: Order = {
    reference: key,
    protocol: 'stripe',
    kind: 'card',
    direction: 'in',
    amount: body.amount,
    currency: body.currency.toUpperCase(),
    party: `card ${lastFour}`,
    service: 'card',
    fingerprint: fingerprintOfForm(form),
    digits:
      known.digits ?? decidingDigits([number, form.get('metadata[payer_phone]') ?? undefined]),
    organisationReference: body.reference,
    callbackUrl: body.noticeUrl,
    returnUrls: { success: body.returnUrl, error: body.returnUrl },
    challenge: isAtOnce ? 'none' : 'auth',
    ...(isAtOnce ? { atOnce: true } : {}),
    payerWindowMs,
    claim: null,
    originalReference: null,
    account,
    page: isAtOnce ? null : { merchant, lastFour },
    remit: null,
  };
  return { order, refusal: known.refusal ?? 0 };
}

/** The fingerprint of all parameters; of a card only its last digits. */
export function fingerprintOfForm(form: URLSearchParams): string {
  const fields = [...form].map(([name, value]) => [
    name,
    name.endsWith('[number]') ? value.slice(-4) : name.endsWith('[cvc]') ? '' : value,
  ]);
  return fingerprintOf(
    fields.toSorted((one, other) => ((one[0] ?? '') < (other[0] ?? '') ? -1 : 1)),
  );
}
