// A price as the portal shows it: what counts for an account that has it.

import {
  isPricedByQuote,
  priceFor,
  type Catalogue,
  type PriceEntry,
} from '../../payments/catalogue/index.ts';

/**
 * `own` null: the catalogue's. Null: the service is not in the catalogue. Amounts in
 * ten-thousandths.
 */
export function shownPrice(catalogue: Catalogue, code: string, own: PriceEntry | null) {
  const service = catalogue.service(code);
  if (service === undefined) return null;
  const { percent, fixed, minimum, maximum } = priceFor(service, own);
  return {
    own: own !== null,
    percent,
    fixed,
    minimum,
    maximum,
    messagePrice: service.messagePrice,
    quoted: isPricedByQuote(service),
  };
}
