// Maps our operations to Wave's calls and builds their requests.

import type { Intent, OperationKind, Prepared, ProviderError, Refs } from '@jokko/connectors/kit';
import {
  amountToWire,
  fitsCurrency,
  refusalRow,
  refusedByDigits,
  sandboxDigitsOf,
} from '@jokko/connectors/kit';
import type { WaveConfig } from './config.ts';
import type { WaveOperation } from './error-table.ts';

export const operations: OperationKind[] = ['collect', 'payout'];

/** Throws on an operation that the capabilities do not list, which is a bug of the caller. */
export function operationOf(intent: Intent): 'collect' | 'payout' {
  if (intent.kind === 'collect' || intent.kind === 'payout') return intent.kind;
  throw new Error(`wave does not offer ${intent.kind}`);
}

export function refundOperationOf(intent: Intent): WaveOperation {
  return operationOf(intent) === 'collect' ? 'refundCollect' : 'refundPayout';
}

/**
 * Refuses what Wave cannot express. Sandbox digits 7NNN refuse at once, but only for services
 * without a link: with one, the simulator refuses in its answer, which is awaited anyway.
 */
export function validate(config: WaveConfig, intent: Intent): ProviderError | null {
  if (intent.amount <= 0n || !fitsCurrency(intent.amount, intent.currency))
    return { ...refusalRow(116, 'never'), provider: 'amount' };
  if (!config.sandbox) return validateLive(intent);
  if (intent.extra.type === 'wallet' && intent.extra.link !== 'none') return null;
  const digits = sandboxDigitsOf(intent);
  return digits?.kind === 'refuseNow' ? refusedByDigits(digits.catalogueId) : null;
}

/** Wave takes no plain http address for a payer's way back. */
function validateLive({ kind, urls }: Intent): ProviderError | null {
  const isBad = (url: string) => !url.startsWith('https://') || url.length > urlLengthMax;
  return kind === 'collect' && (isBad(urls.success) || isBad(urls.error))
    ? { ...refusalRow(90, 'never', 'config'), provider: 'success_url, error_url' }
    : null;
}

const urlLengthMax = 2_083;

/** Pure: `ourRef` is the client_reference of both, and the Idempotency-Key of a payout. */
export function prepare(config: WaveConfig, intent: Intent, ourRef: string): Prepared {
  const merchant = config.aggregatedMerchantId
    ? { aggregated_merchant_id: config.aggregatedMerchantId }
    : {};
  const common = { currency: intent.currency, client_reference: ourRef, ...merchant };
  const amount = amountToWire(intent.amount);
  if (operationOf(intent) === 'payout')
    return stored({ ours: ourRef }, '/v1/payout', {
      ...common,
      receive_amount: amount,
      mobile: intent.phone,
    });
  return stored({ ours: ourRef }, '/v1/checkout/sessions', {
    ...common,
    amount,
    success_url: intent.urls.success,
    error_url: intent.urls.error,
    restrict_payer_mobile: intent.phone,
  });
}

/**
 * Pure: gives the whole amount back. Wave keeps no reference of ours for it: it is known by what it
 * gives back, whose id is kept with it.
 */
export function prepareRefund(
  _config: WaveConfig,
  intent: Intent,
  original: Refs,
  ourRef: string,
): Prepared {
  if (original.theirs === undefined) throw new Error('a refund needs the id of its original');
  const id = encodeURIComponent(original.theirs);
  const path =
    operationOf(intent) === 'collect'
      ? `/v1/checkout/sessions/${id}/refund`
      : `/v1/payout/${id}/reverse`;
  return stored({ ours: ourRef, original: original.theirs }, path, {});
}

function stored(refs: Refs, path: string, body: object): Prepared {
  return { refs, method: 'POST', path, body: JSON.stringify(body) };
}
