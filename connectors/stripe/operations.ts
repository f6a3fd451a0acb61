// Builds the stored requests of a card payment and of its refund.

import type { Intent, Prepared, ProviderError, Refs } from '@jokko/connectors/kit';
import { errorIds, refusalRow } from '@jokko/connectors/kit';
import { expandCharge, formOf } from './call.ts';
import type { StripeConfig } from './config.ts';
import { amountToStripe } from './wire-amount.ts';

/** Pure. Digits are not read here: the payer's link is awaited, so the simulator itself refuses. */
export function validate(_config: StripeConfig, intent: Intent): ProviderError | null {
  if (amountToStripe(intent.amount, intent.currency) !== null) return null;
  return {
    ...refusalRow(errorIds.belowMinimum, 'never'),
    provider: `no such amount of ${intent.currency}`,
  };
}

/**
 * Pure. The body creates a payment that nobody can confirm: the card and `confirm` join it only on
 * its way out (`card-body.ts`). So the stored bytes are also what closes the key when the card is
 * gone (`execute.ts`).
 */
export function prepare(config: StripeConfig, intent: Intent, ourRef: string): Prepared {
  const fields: [string, string][] = [
    ['amount', amountOf(intent)],
    ['currency', intent.currency.toLowerCase()],
    ['payment_method_types[]', 'card'],
    ['payment_method_options[card][request_three_d_secure]', config.threeDSecure ?? 'automatic'],
    ['metadata[ref]', ourRef],
    ['expand[]', expandCharge],
  ];
  const { extra } = intent;
  if (extra.type === 'card' && extra.description !== '')
    fields.push(['description', extra.description]);
  // Our simulator's own: Stripe knows the address of notices from its dashboard.
  if (config.sandbox) fields.push(['metadata[notice_url]', intent.urls.notify]);
  // Its digits count where the card's do not.
  if (config.sandbox) fields.push(['metadata[payer_phone]', intent.phone]);
  return {
    refs: { ours: ourRef },
    method: 'POST',
    path: '/v1/payment_intents',
    body: formOf(fields),
  };
}

/**
 * Pure: a refund of the whole amount. `refs.session` keeps the payment, by whose refunds this one
 * is found.
 */
export function prepareRefund(
  config: StripeConfig,
  intent: Intent,
  original: Refs,
  ourRef: string,
): Prepared {
  const payment = original.theirs ?? '';
  const fields: [string, string][] = [
    ['payment_intent', payment],
    ['amount', amountOf(intent)],
    ['metadata[ref]', ourRef],
  ];
  if (config.sandbox) fields.push(['metadata[notice_url]', intent.urls.notify]);
  return {
    refs: { ours: ourRef, session: payment },
    method: 'POST',
    path: '/v1/refunds',
    body: formOf(fields),
  };
}

function amountOf(intent: Intent): string {
  const units = amountToStripe(intent.amount, intent.currency);
  if (units === null) throw new Error(`an amount that ${intent.currency} cannot express`);
  return units.toString();
}

/** Stripe keeps the last four digits of a card. Pure. */
export function isParty({ extra }: Intent, party: string): boolean {
  return extra.type === 'card' && party === partyOf(extra.lastFour);
}

export const partyOf = (lastFour: string): string => `card ${lastFour}`;
