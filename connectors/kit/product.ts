// What a service sells of a provider's catalogue, and the check of an order against it. A provider
// delivers what its product is, whatever currency the order thought of: an order in another
// currency than the product's is refused before anything is sent.

import type { Intent } from './intent.ts';
import type { ProviderError } from './outcome.ts';
import { refusalRow } from './catalogue-error.ts';
import { fitsCurrency } from './wire-money.ts';

/** Pure: why the product of an order cannot be ordered like this; null when it can. */
export function productFault({ product, currency, amount }: Intent): ProviderError | null {
  if (product === undefined) return { ...misconfigured, provider: 'no product' };
  if (product.currency !== currency)
    return { ...misconfigured, provider: `product in ${product.currency}` };
  const sold =
    product.amounts === null
      ? (product.min === null || amount >= product.min) &&
        (product.max === null || amount <= product.max)
      : product.amounts.includes(amount);
  return sold && fitsCurrency(amount, currency)
    ? null
    : { ...amountNotSold, provider: 'amount not sold' };
}

const misconfigured = refusalRow(29, 'otherRoute', 'config');
const amountNotSold = refusalRow(116, 'otherRoute');
