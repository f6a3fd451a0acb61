// Presents an operation as a Transaction of the DVS API, in answers and in callbacks.

import { decidingDigits } from '../core/digits.ts';
import { isUnheardOf, unheardOfWords } from '../unheard-of.ts';
import { decimalHash, voucherOf } from '../core/voucher.ts';
import { asksForPin, declinedName } from './test-numbers.ts';
import { presentProduct, productOf } from './products.ts';
import type { Announcement } from '../core/parts.ts';
import type { Notice } from '../core/notices.ts';
import type { Operation, Status } from '../core/operation.ts';

const firstId = 2_100_000_000;

export const transactionId = (seq: number): number => firstId + seq;

/** The seq behind an id in a path; -1 for none. */
export const seqOfId = (id: string): number =>
  /^\d{10}$/.test(id) && Number(id) >= firstId ? Number(id) - firstId : -1;

/** Status id, class id and name of the class. */
const words: { readonly [status in Status]: readonly [number, number, string] } = {
  pending: [20000, 2, 'CONFIRMED'],
  succeeded: [70000, 7, 'COMPLETED'],
  failed: [90000, 9, 'DECLINED'],
  canceled: [40000, 4, 'CANCELLED'],
  reversed: [80000, 8, 'REVERSED'],
};

export function presentTransaction(operation: Operation): object {
  const product = productOf(Number(operation.service));
  const amount = Number(operation.amount);
  const money = { amount, unit: operation.currency, unit_type: 'CURRENCY' };
  return {
    id: transactionId(operation.seq),
    external_id: operation.reference,
    creation_date: new Date(operation.createdAtMs).toISOString(),
    confirmation_date: new Date(operation.createdAtMs).toISOString(),
    status: presentStatus(operation),
    operator_reference: operation.status === 'succeeded' ? `OP${operation.seq}` : null,
    product: product === undefined ? null : presentProduct(product),
    credit_party_identifier:
      operation.kind === 'airtime'
        ? { mobile_number: operation.party }
        : { account_number: operation.party },
    prices: { wholesale: { ...money, fee: 0 }, retail: null },
    rates: { base: 1, wholesale: 1, retail: null },
    benefits: [
      {
        type: 'CREDITS',
        unit: operation.currency,
        unit_type: 'CURRENCY',
        amount: { base: amount, promotion_bonus: 0, total_excluding_tax: amount },
        additional_information: null,
      },
    ],
    promotions: null,
    pin: pinOf(operation),
  };
}

function presentStatus(operation: Operation): object {
  const [id, classId, name] = words[operation.status];
  const asked = decidingDigits([operation.party]) !== 0 && !isUnheardOf(operation);
  const failure = isUnheardOf(operation) ? unheardOfWords['dt-one'] : declinedName(operation.party);
  return {
    id,
    message: operation.status === 'failed' ? (failure ?? name) : name,
    class: { id: classId, message: name },
    // The sandbox alone tells it, so that every catalogue entry can be tried.
    ...(operation.status === 'failed' && asked && { catalogue_id: operation.errorId }),
  };
}

function pinOf(operation: Operation): object | null {
  const byProduct = productOf(Number(operation.service))?.pin === true;
  if (operation.status !== 'succeeded' || !(byProduct || asksForPin(operation.party))) return null;
  const code = voucherOf(operation)?.code ?? decimalHash(`pin ${operation.reference}`, 14);
  return { code, serial: decimalHash(`serial ${operation.reference}`, 10) };
}

/** The callback: the transaction, with nothing that proves who sends it. */
export function presentCallback({ operation, callbackUrl }: Announcement): Notice {
  return {
    url: callbackUrl,
    method: 'POST',
    body: JSON.stringify(presentTransaction(operation)),
    headers: () => ({}),
  };
}
