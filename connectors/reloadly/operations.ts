// Builds the request of each order: an asynchronous top-up, or the payment of a bill or a meter.
// Amounts are always in the recipient's currency.

import {
  amountToNumber,
  isSamePhone,
  productFault,
  refusedByDigits,
  sandboxDigitsOf,
} from '@jokko/connectors/kit';
import type { Intent, OperationKind, Prepared, ProviderError } from '@jokko/connectors/kit';
import { settingsOf } from './config.ts';
import type { ReloadlyConfig, ReloadlyService } from './config.ts';

/** What Reloadly sells of our kinds; the rows of the outcome table. */
export type ReloadlyOperation = 'airtime' | 'reload' | 'bill_pay';

export function operationsOf(config: ReloadlyConfig): OperationKind[] {
  return settingsOf(config).baseUrls.utilities === null
    ? ['airtime']
    : ['airtime', 'reload', 'bill_pay'];
}

/** Throws on an operation that the capabilities do not list, which is a bug of the caller. */
export function operationOf({ kind }: Pick<Intent, 'kind'>): ReloadlyOperation {
  if (kind === 'airtime' || kind === 'reload' || kind === 'bill_pay') return kind;
  throw new Error(`reloadly does not offer ${kind}`);
}

export const serviceOf = (operation: ReloadlyOperation): ReloadlyService =>
  operation === 'airtime' ? 'topups' : 'utilities';

/** Pure: the order fits its product, and sandbox digits 7NNN refuse at once. */
export function validate(config: ReloadlyConfig, intent: Intent): ProviderError | null {
  const digits = config.sandbox ? sandboxDigitsOf(intent) : null;
  if (digits?.kind === 'refuseNow') return refusedByDigits(digits.catalogueId);
  return productFault(intent);
}

/** Pure: `ourRef` is the identifier that Reloadly takes once. */
export function prepare(_config: ReloadlyConfig, intent: Intent, ourRef: string): Prepared {
  const body = operationOf(intent) === 'airtime' ? topUp(intent, ourRef) : payment(intent, ourRef);
  return {
    refs: { ours: ourRef },
    method: 'POST',
    path: operationOf(intent) === 'airtime' ? '/topups-async' : '/pay',
    body: JSON.stringify(body),
  };
}

function topUp(intent: Intent, ourRef: string): object {
  return {
    operatorId: productIdOf(intent),
    amount: amountToNumber(intent.amount),
    useLocalAmount: true,
    customIdentifier: ourRef,
    recipientPhone: { countryCode: intent.country, number: intent.phone.slice(1) },
  };
}

function payment(intent: Intent, ourRef: string): object {
  const { extra, amount } = intent;
  if (extra.type !== 'bill' && extra.type !== 'reload')
    throw new Error('a payment needs an account');
  return {
    subscriberAccountNumber: extra.accountNumber,
    amount: amountToNumber(amount),
    amountId: null,
    billerId: productIdOf(intent),
    useLocalAmount: true,
    referenceId: ourRef,
    ...(extra.type === 'bill' && { additionalInfo: { invoiceId: extra.billReference } }),
  };
}

function productIdOf({ product }: Intent): number {
  if (product === undefined) throw new Error('an order needs its product');
  return Number(product.id);
}

/** Pure: whether the phone or the account of a transaction is whom this order is for. */
export function isParty({ extra, phone }: Intent, party: string): boolean {
  return extra.type === 'bill' || extra.type === 'reload'
    ? party === extra.accountNumber
    : isSamePhone(party, phone);
}
