// Computes the commission of an operation: percent plus fixed, clamped between a minimum and a
// maximum, to four decimals.

import { serviceKind } from '@jokko/contract';
import { readUnits, unitsOf } from '../../platform/documents/index.ts';
import type { PriceEntry } from './document.ts';
import type { Price, Service } from './service.ts';

// Percent is kept in ten-thousandths of one per cent: 100 % is 1,000,000.
const hundredPercent = 1_000_000n;

/**
 * Commission on `amount` (both in ten-thousandths of the currency unit). The percentage is rounded
 * half up to a ten-thousandth, then the fixed part is added, then minimum and maximum are applied.
 */
export function commissionOf(price: Price, amount: bigint): bigint {
  const share = (amount * price.percent + hundredPercent / 2n) / hundredPercent;
  let commission = share + price.fixed;
  if (price.minimum !== null && commission < price.minimum) commission = price.minimum;
  if (price.maximum !== null && commission > price.maximum) commission = price.maximum;
  return commission;
}

/**
 * The member of a price that is wrong: unreadable, above the largest amount, more than 100 %, or a
 * maximum below the minimum. Null: none.
 */
export function priceFault(entry: PriceEntry): 'percent' | 'fixed' | 'minimum' | 'maximum' | null {
  const members = ['percent', 'fixed', 'minimum', 'maximum'] as const;
  for (const member of members) {
    if (entry[member] === undefined) continue;
    const units = readUnits(entry[member]);
    if (units === null || units < 0n) return member;
  }
  const { percent, minimum, maximum } = priceOf(entry);
  if (percent > hundredPercent) return 'percent';
  return minimum !== null && maximum !== null && maximum < minimum ? 'maximum' : null;
}

/**
 * The price that counts for an account: its own one (column `account_service.price`, same JSON
 * form) replaces the service's as a whole.
 */
export function priceFor(service: Service, accountPrice: PriceEntry | null): Price {
  return accountPrice === null ? service.price : priceOf(accountPrice);
}

/** The provider's quote is what an operation costs, whatever the price list says (rule O9). */
export const isPricedByQuote = ({ kind }: Pick<Service, 'kind'>): boolean =>
  serviceKind(kind).pricedByQuote === true;

/**
 * A checked entry as a price. What is left out is nothing: no commission, no bound; a refund gives
 * the commission back.
 */
export function priceOf(entry: PriceEntry | undefined): Price {
  return {
    percent: unitsOf(entry?.percent) ?? 0n,
    fixed: unitsOf(entry?.fixed) ?? 0n,
    minimum: unitsOf(entry?.minimum),
    maximum: unitsOf(entry?.maximum),
    refundsCommission: entry?.refundsCommission ?? true,
  };
}
