// Adds the card and `confirm` to the stored bytes at the moment of sending. They are never stored
// and never logged, and stand in no text: texts stay in memory until they are collected.

import type { Context, Intent, Prepared } from '@jokko/connectors/kit';
import { formOf } from './call.ts';
import type { StripeConfig } from './config.ts';

/**
 * The bytes to send; null when the card is gone (taken, expired, or on another node). Whoever has
 * sent them overwrites them.
 */
export function bytesToSend(
  context: Context<StripeConfig>,
  { extra, urls }: Intent,
  prepared: Prepared,
): Buffer | null {
  if (extra.type !== 'card') return null;
  const card = context.card(extra.vaultHandle);
  if (card === null) return null;
  const rest = formOf([
    ['confirm', 'true'],
    // The page itself waits for the result, whichever way the authentication went.
    ['return_url', urls.success],
    ['payment_method_data[type]', 'card'],
    ['payment_method_data[billing_details][name]', `${extra.firstName} ${extra.lastName}`],
    ...(extra.email === null
      ? []
      : [['payment_method_data[billing_details][email]', extra.email] as const]),
    ['payment_method_data[card][exp_month]', card.expireMonth],
    ['payment_method_data[card][exp_year]', card.expireYear],
  ]);
  return Buffer.concat([
    Buffer.from(
      `${prepared.body}&${rest}&${encodeURIComponent('payment_method_data[card][number]')}=`,
    ),
    card.number,
    Buffer.from(`&${encodeURIComponent('payment_method_data[card][cvc]')}=`),
    card.cvc,
  ]);
}
