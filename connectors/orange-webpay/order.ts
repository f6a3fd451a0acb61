// Checks orders and builds the request that opens a payment page.

import {
  errorIds,
  refusalRow,
  refusedByDigits,
  sandboxDigitsOf,
  amountToNumber,
  fitsCurrency,
} from '@jokko/connectors/kit';
import type { Intent, Prepared, ProviderError } from '@jokko/connectors/kit';
import { currencyOf } from './config.ts';
import type { OrangeWebpayConfig } from './config.ts';
import { orderIdOf } from './order-id.ts';

/**
 * Francs have no decimals here. Digits 7NNN are refused at once where no page's answer is awaited.
 */
export function validate(config: OrangeWebpayConfig, intent: Intent): ProviderError | null {
  if (!fitsCurrency(intent.amount, intent.currency))
    return { ...refusalRow(errorIds.belowMinimum, 'never'), provider: 'fraction of a unit' };
  const hasLink = intent.extra.type === 'wallet' && intent.extra.link !== 'none';
  const digits = config.sandbox && !hasLink ? sandboxDigitsOf(intent) : null;
  return digits?.kind === 'refuseNow' ? refusedByDigits(digits.catalogueId) : null;
}

/** Pure. The merchant key is put in when it is sent. */
export function prepare(config: OrangeWebpayConfig, intent: Intent, ourRef: string): Prepared {
  if (intent.kind !== 'collect') throw new Error(`orange-webpay does not offer ${intent.kind}`);
  const orderId = orderIdOf(ourRef);
  const body = {
    currency: currencyOf(config, intent.currency),
    order_id: orderId,
    amount: amountToNumber(intent.amount),
    return_url: intent.urls.success,
    cancel_url: intent.urls.error,
    // A notice does not name its order, so that the address must.
    notif_url: `${intent.urls.notify}/${orderId}`,
    lang: config.language ?? 'fr',
    // The protocol has no phone: the payer types it. The simulator reads its outcome digits here.
    reference: config.sandbox ? intent.phone : intent.transactionId,
  };
  return {
    refs: { ours: ourRef },
    method: 'POST',
    path: 'webpayment',
    body: JSON.stringify(body),
  };
}
