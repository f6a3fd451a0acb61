// Gives the money of a payment back. The gateway refunds a transaction once and in full.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Status } from 'jokko-sdk';
import { readAmount } from './amount.ts';
import { isRefused, NotPossible, type Payments } from './payments.ts';
import type { PaymentRecord } from './record.ts';

/**
 * How long an outcome that is to come is waited for; the API answers three status queries a minute.
 */
const askedAfterMs = [1_000, 5_000];

/** `amount`: a decimal number as text; it must be that of the payment. */
export function refundPayment(
  payments: Payments,
  record: PaymentRecord,
  amount: string,
): Promise<PaymentRecord> {
  if (readAmount(amount, record.currency) !== record.amount)
    throw new NotPossible(
      `Jokko refunds a payment in full: ${record.amount} ${record.currency}, not ${amount}.`,
    );
  return giveBack(payments, record);
}

/**
 * Cancels or refunds. Repeating it gives nothing back twice. Throws where it is refused, or its
 * outcome is to come.
 */
export async function giveBack(payments: Payments, record: PaymentRecord): Promise<PaymentRecord> {
  const { jokko, results } = payments;
  results.forget(record.id);
  // The answer to the order may have been lost, and the money been taken.
  const transactionId = record.transactionId ?? (await jokko.status(record.id)).transactionId;
  // Kept, as the callback of its success may come again, and the gateway does not answer every
  // question about it.
  const done = (status: PaymentRecord['status']): PaymentRecord => {
    results.keep(record.id, { transactionId, status, error: null });
    return { ...record, transactionId, status };
  };
  // It may have been done before: by hand, or by a call whose answer was lost.
  const refusal: unknown = await jokko.refund(transactionId).then(
    ({ status }) => status,
    (error: unknown) => error,
  );
  if (refusal === 'SUCCESS') return done('REFUNDED');
  if (refusal !== 'PENDING' && !isRefused(refusal, 4000)) throw refusal;
  for (const ms of refusal === 'PENDING' ? askedAfterMs : [0]) {
    await sleep(ms);
    const { status }: Status = await jokko.status(record.id);
    if (status === 'REFUNDED' || status === 'CANCELED') return done(status);
  }
  if (refusal !== 'PENDING') throw refusal;
  throw new NotPossible(
    'The refund was requested, and its outcome is to come. Refund again in a minute: the money is given back once.',
  );
}
