// Which orders does the sandbox protocol take, and what does the stored request of each look like?

import type { Intent, OperationKind, Prepared, ProviderError, Refs } from '@jokko/connector-kit';
import { amountToWire, refusedByDigits, sandboxDigitsOf } from '@jokko/connector-kit';
import type { SandboxConfig } from './config.ts';

export const operations: OperationKind[] = [
  'card',
  'bank_transfer',
  'airtime',
  'bill_pay',
  'reload',
  'chat',
  'remit_send',
  'remit_receive',
];

/** Digits 7NNN refuse at once. Cards have a link, their answer is awaited anyway: there the simulator refuses. */
export function validate(_config: SandboxConfig, intent: Intent): ProviderError | null {
  if (intent.kind === 'card') return null;
  const digits = sandboxDigitsOf(intent);
  return digits?.kind === 'refuseNow' ? refusedByDigits(digits.catalogueId) : null;
}

/** Pure. The bytes of a card order hold a placeholder: number, expiry and CVC join them only on their way out. */
export function prepare(_config: SandboxConfig, intent: Intent, ourRef: string): Prepared {
  const body = JSON.stringify({
    reference: ourRef,
    kind: intent.kind,
    amount: amountToWire(intent.amount),
    currency: intent.currency,
    country: intent.country,
    service: intent.codeService,
    phone: intent.phone,
    callbackUrl: intent.urls.notify,
    returnUrls: { success: intent.urls.success, error: intent.urls.error },
    payerWindowSeconds: Math.max(1, Math.round(intent.payerWindowMs / 1000)),
    ...detailsOf(intent),
  });
  return { refs: { ours: ourRef }, method: 'POST', path: '/operations', body };
}

/** Pure: a full refund of the original, found by our reference of it. */
export function prepareRefund(_config: SandboxConfig, intent: Intent, original: Refs, ourRef: string): Prepared {
  const body = JSON.stringify({ reference: ourRef, callbackUrl: intent.urls.notify });
  return { refs: { ours: ourRef }, method: 'POST', path: `/operations/${encodeURIComponent(original.ours)}/refunds`, body };
}

/** The member that belongs to the kind; throws on a pairing that the core never makes. */
function detailsOf(intent: Intent): object {
  const { kind, extra } = intent;
  if (kind === 'airtime') return {};
  if (kind === 'card' && extra.type === 'card') return { card: cardPlaceholder(extra) };
  if (kind === 'bank_transfer' && extra.type === 'bank') {
    const { rib, firstName, lastName, email, description } = extra;
    return { bank: { rib, firstName, lastName, email, description } };
  }
  if (kind === 'bill_pay' && extra.type === 'bill')
    return { bill: { accountNumber: extra.accountNumber, billReference: extra.billReference } };
  if (kind === 'reload' && extra.type === 'reload') return { reload: { accountNumber: extra.accountNumber } };
  if (kind === 'chat' && extra.type === 'chat') {
    return { chat: extra.media === undefined ? { message: extra.message } : { message: extra.message, media: extra.media } };
  }
  if (kind === 'remit_send' && extra.type === 'remit_send') return { remitSend: extra.data };
  if (kind === 'remit_receive' && extra.type === 'remit_receive') return { remitReceive: { referenceNumber: extra.referenceNumber } };
  throw new Error(`sandbox does not offer ${kind} with ${extra.type} data`);
}

function cardPlaceholder(card: Extract<Intent['extra'], { type: 'card' }>): object {
  return {
    number: `************${card.lastFour}`,
    type: card.cardType,
    firstName: card.firstName,
    lastName: card.lastName,
    email: card.email,
    merchantName: card.merchantName,
    description: card.description,
  };
}
