// Refunds a success as an order of its own.

import { fingerprintOf } from './fingerprint.ts';
import type { Operation, Order } from './operation.ts';

/** The name under which one operation can be given back once. */
export function refundClaim(original: Operation): string {
  return `refund ${original.reference}`;
}

/** The order that gives an operation back, whole. */
export function refundOrder(
  original: Operation,
  reference: string,
  callbackUrl: string | null,
): Order {
  return {
    reference,
    protocol: original.protocol,
    kind: 'refund',
    direction: original.direction === 'in' ? 'out' : 'in',
    amount: original.amount,
    currency: original.currency,
    party: original.party,
    service: original.service,
    fingerprint: fingerprintOf(['refund', original.reference]),
    digits: 0,
    organisationReference: '',
    callbackUrl,
    returnUrls: { success: null, error: null },
    challenge: 'none',
    payerWindowMs: 0,
    claim: refundClaim(original),
    originalReference: original.reference,
    page: null,
    remit: null,
  };
}
