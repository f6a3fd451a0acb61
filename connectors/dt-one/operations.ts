// Builds the request of each order. DT One's product decides what is delivered; the amount goes
// with the order where the product leaves it open.

import { amountToNumber, isSamePhone, productFault } from '@jokko/connectors/kit';
import { refusedByDigits, sandboxDigitsOf } from '@jokko/connectors/kit';
import type { Intent, OperationKind, Prepared, ProviderError } from '@jokko/connectors/kit';
import type { DtOneConfig } from './config.ts';

/** What DT One sells of our kinds; the rows of the outcome tables. */
export type DtOneOperation = 'airtime' | 'reload' | 'bill_pay';
export const operations: OperationKind[] = [
  'airtime',
  'reload',
  'bill_pay',
] satisfies DtOneOperation[];

/** Throws on an operation that the capabilities do not list, which is a bug of the caller. */
export function operationOf({ kind }: Pick<Intent, 'kind'>): DtOneOperation {
  if (kind === 'airtime' || kind === 'reload' || kind === 'bill_pay') return kind;
  throw new Error(`dt-one does not offer ${kind}`);
}

/** Pure: the order fits its product, and sandbox digits 7NNN refuse at once. */
export function validate(config: DtOneConfig, intent: Intent): ProviderError | null {
  const digits = config.sandbox ? sandboxDigitsOf(intent) : null;
  if (digits?.kind === 'refuseNow') return refusedByDigits(digits.catalogueId);
  return productFault(intent);
}

/** Pure: `ourRef` is the external id, which DT One takes once. */
export function prepare(_config: DtOneConfig, intent: Intent, ourRef: string): Prepared {
  const { product, amount } = intent;
  if (product === undefined) throw new Error('an order needs its product');
  const body = {
    external_id: ourRef,
    product_id: Number(product.id),
    // In one step: what waits for a confirmation could be forgotten there.
    auto_confirm: true,
    credit_party_identifier: creditParty(intent),
    ...(intent.extra.type === 'bill' && {
      statement_identifier: { reference: intent.extra.billReference },
    }),
    ...(product.amounts === null && {
      calculation_mode: 'DESTINATION_AMOUNT',
      destination: {
        amount: amountToNumber(amount),
        unit: product.currency,
        unit_type: 'CURRENCY',
      },
    }),
    callback_url: intent.urls.notify,
  };
  return {
    refs: { ours: ourRef },
    method: 'POST',
    path: '/async/transactions',
    body: JSON.stringify(body),
  };
}

function creditParty({ extra, phone }: Intent): { [field: string]: string } {
  return extra.type === 'bill' || extra.type === 'reload'
    ? { account_number: extra.accountNumber }
    : { mobile_number: phone };
}

/** Pure: whether a transaction's credit party is whom this order is for. */
export function isParty({ extra, phone }: Intent, party: string): boolean {
  return extra.type === 'bill' || extra.type === 'reload'
    ? party === extra.accountNumber
    : isSamePhone(party, phone);
}
