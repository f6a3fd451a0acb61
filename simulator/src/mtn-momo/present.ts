// Presents an operation as the provider's status object, which is also the body of its callback.

import { reasonOf } from './errors.ts';
import type { Announcement } from '../core/parts.ts';
import type { Notice } from '../core/notices.ts';
import type { Operation } from '../core/operation.ts';

/** Digits only, as the provider's are. */
export const financialTransactionId = (seq: number): string => String(363_440_000 + seq);

/** The provider has no word for what it took back: the success stays. */
function statusOf({ status }: Operation): 'PENDING' | 'SUCCESSFUL' | 'FAILED' {
  switch (status) {
    case 'pending':
      return 'PENDING';
    case 'succeeded':
    case 'reversed':
      return 'SUCCESSFUL';
    case 'failed':
    case 'canceled':
      return 'FAILED';
  }
}

export function presentStatus(operation: Operation): { [member: string]: unknown } {
  const status = statusOf(operation);
  const party = { partyIdType: 'MSISDN', partyId: operation.party };
  return {
    ...(status === 'SUCCESSFUL'
      ? { financialTransactionId: financialTransactionId(operation.seq) }
      : {}),
    externalId: operation.organisationReference,
    amount: operation.amount,
    currency: operation.currency,
    ...(operation.kind === 'collect' ? { payer: party } : { payee: party }),
    payerMessage: '',
    payeeNote: '',
    status,
    ...(status === 'FAILED' ? { reason: reasonOf(operation) } : {}),
  };
}

/** Sent once, by POST or PUT in turns, and never signed; so a forged one looks the same. */
export function presentCallback({ operation, callbackUrl }: Announcement): Notice {
  return {
    url: callbackUrl,
    method: operation.seq % 2 === 0 ? 'PUT' : 'POST',
    retries: 0,
    headers: () => ({}),
    body: JSON.stringify(presentStatus(operation)),
  };
}
