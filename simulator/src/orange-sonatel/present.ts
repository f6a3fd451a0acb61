// Presents operations: as the answer to an order, as an entry of the search, and as a notice.

import { createHmac } from 'node:crypto';
import { reasons } from '../core/catalogue.ts';
import type { Announcement } from '../core/parts.ts';
import type { Notice } from '../core/notices.ts';
import type { Operation } from '../core/operation.ts';
import { noticeKey, noticeSecret } from './credentials.ts';
import { codeOfReason } from './problem.ts';
import { isUnheardOf } from '../unheard-of.ts';

/** `SN` and eleven digits; the real ones begin with MP or CI and the date. */
export const transactionIdOf = (seq: number): string => `SN${String(seq).padStart(11, '0')}`;

export function seqOfTransaction(id: string): number {
  return /^SN\d{11,}$/.test(id) ? Number(id.slice(2)) : -1;
}

export function statusOf({ status, errorId, kind, live }: Operation): string {
  switch (status) {
    case 'pending':
      // A code that nobody has scanned yet.
      return live?.token !== null && live?.opened === false ? 'PRE_INITIATED' : 'PENDING';
    case 'succeeded':
    case 'reversed':
      return 'SUCCESS';
    case 'canceled':
      return 'CANCELLED';
    case 'failed':
      return errorId === reasons.refusedByPayer && kind === 'collect' ? 'REJECTED' : 'FAILED';
  }
}

/** The answer to a cash-in or a one-step payment. */
export function presentAnswer(operation: Operation): object {
  return {
    transactionId: transactionIdOf(operation.seq),
    status: statusOf(operation),
    requestId: `R${operation.seq}`,
    description: operation.service,
    reference: operation.reference,
  };
}

/** A failure names Orange's code, and the entry of the error catalogue for the sandbox. */
export function presentTransaction(operation: Operation): object {
  const { errorId, reference, amount, currency, party, service } = operation;
  return {
    transactionId: transactionIdOf(operation.seq),
    type: service,
    status: statusOf(operation),
    reference,
    amount: { unit: currency, value: Number(amount) },
    customer: { idType: 'MSISDN', id: party },
    metadata: {},
    ...(errorId === 0 ? {} : { code: codeOfReason(errorId) }),
    ...(errorId === 0 || isUnheardOf(operation) ? {} : { catalogueId: errorId }),
  };
}

/**
 * Bears both proofs of origin, the key of the older generation and the signature of the newer; a
 * forged one bears none.
 */
export function presentNotice(
  { operation, callbackUrl, forged }: Announcement,
  keyOf: (reference: string) => string | undefined,
): Notice {
  const body = JSON.stringify(presentTransaction(operation));
  const headers = (): { [name: string]: string } => {
    const seconds = Math.floor(Date.now() / 1000);
    const signature = createHmac('sha256', noticeSecret).update(`${seconds},${body}`).digest('hex');
    return {
      authorization: `Basic ${keyOf(operation.reference) ?? noticeKey}`,
      'x-sonatel-signature': `t=${seconds},v1=${signature}`,
      'x-sonatel-idempotency-key': `${transactionIdOf(operation.seq)}-${statusOf(operation)}`,
    };
  };
  return { url: callbackUrl, method: 'POST', body, headers: forged ? () => ({}) : headers };
}
