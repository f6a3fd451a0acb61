// What a payment session keeps of its payment (`session.data`), and what its status means to
// Medusa. All members are always present: the shop's page may send data of its own, which must
// never stand for ours.

import type { PaymentSessionStatus } from '@medusajs/framework/types';
import { InvalidCall, type Payment, type Status, type TransactionStatus } from 'jokko-sdk';
import type { JokkoMedusaOptions } from './options.ts';

/** What the customer chose. */
interface Choice {
  service: string;
  phone: string;
}

/**
 * A payment as it is ordered. `id` is that of the session: a lost answer is repeated under it, and
 * a second try has another session.
 */
export interface PaymentOrder extends Choice {
  id: string;
  amount: number | string;
  currency: string;
}

export interface PaymentRecord extends PaymentOrder {
  /** Null until the gateway has answered. */
  transactionId: string | null;
  status: TransactionStatus;
  /** Leads the customer to the page of the wallet; null where a prompt on the phone is enough. */
  link: string | null;
  /** Text for the customer. */
  message: string | null;
  error: { code: string; message: string } | null;
  /**
   * The payment was to end before it had a result: what it brings all the same is given back, and
   * buys nothing.
   */
  cancelRequested: boolean;
}

/** Throws InvalidCall for what the shop does not offer. */
export function readChoice(
  { services }: Pick<JokkoMedusaOptions, 'services'>,
  { service, phone }: { [member: string]: unknown },
): Choice {
  if (typeof phone !== 'string' || phone === '')
    throw new InvalidCall('data.phone must be the number that pays.');
  if (typeof service !== 'string' || !services.includes(service))
    throw new InvalidCall(`data.service must be one of ${services.join(', ')}.`);
  return { service, phone };
}

/** A payment of which nothing is known yet. */
export const unanswered = (order: PaymentOrder): PaymentRecord => ({
  ...order,
  transactionId: null,
  status: 'PENDING',
  link: null,
  message: null,
  error: null,
  cancelRequested: false,
});

export const recordOf = (order: PaymentOrder, payment: Payment): PaymentRecord => ({
  ...order,
  transactionId: payment.transactionId,
  status: payment.status,
  link: payment.link,
  message: payment.notificationMessage,
  error: null,
  cancelRequested: false,
});

export const resultOf = ({ transactionId, status, error }: Status) => ({
  transactionId,
  status,
  error,
});

/** `requires_more`: the customer has to approve on the phone. */
export function sessionStatusOf(status: TransactionStatus): PaymentSessionStatus {
  switch (status) {
    case 'SUCCESS':
      return 'captured';
    case 'FAILLED':
      return 'error';
    case 'CANCELED':
    case 'REFUNDED':
      return 'canceled';
    default:
      return 'requires_more';
  }
}
