// Presents an order: its tokens, its status, and its notice.

import { createHmac } from 'node:crypto';
import { reasons } from '../core/catalogue.ts';
import { isUnheardOf } from '../unheard-of.ts';
import type { Announcement } from '../core/parts.ts';
import type { Notice } from '../core/notices.ts';
import type { Operation } from '../core/operation.ts';

/** Derived, so that nothing has to be kept. */
const tokenOf = (purpose: string, orderId: string): string =>
  createHmac('sha256', `simulated ${purpose}`).update(orderId).digest('hex');
export const payTokenOf = (orderId: string): string => `v1${tokenOf('pay', orderId)}`;
export const notifTokenOf = (orderId: string): string => tokenOf('notif', orderId).slice(0, 32);

/** `MP` and eleven digits. */
export const transactionIdOf = (seq: number): string => `MP${String(seq).padStart(11, '0')}`;

function statusOf({ status, errorId, live }: Operation): string {
  switch (status) {
    case 'pending':
      return live?.opened === true ? 'PENDING' : 'INITIATED';
    case 'succeeded':
    case 'reversed':
      return 'SUCCESS';
    case 'failed':
    case 'canceled':
      return errorId === reasons.payerTimeout ? 'EXPIRED' : 'FAILED';
  }
}

/**
 * The answer to a status query. The protocol gives no reason of a failure; the sandbox names the
 * entry of the error catalogue.
 */
export function presentStatus(operation: Operation): object {
  return {
    status: statusOf(operation),
    order_id: operation.reference,
    ...(operation.status === 'pending' ? {} : { txnid: transactionIdOf(operation.seq) }),
    ...(operation.errorId === 0 || isUnheardOf(operation)
      ? {}
      : { catalogueId: operation.errorId }),
  };
}

/** A forged one has another token. */
export function presentNotice({ operation, callbackUrl, forged }: Announcement): Notice {
  const { reference, seq } = operation;
  const body = JSON.stringify({
    status: operation.status === 'succeeded' ? 'SUCCESS' : 'FAILED',
    notif_token: forged ? 'forged' : notifTokenOf(reference),
    txnid: transactionIdOf(seq),
  });
  return { url: callbackUrl, method: 'POST', body, headers: () => ({}) };
}
