// Reads amounts of ISO 20022: decimal, at most five decimals.

import { amountFromWire } from '../wire-money.ts';

/** Ten-thousandths, or null when it cannot be an amount. */
export function readAmount(text: string): bigint | null {
  // A fifth decimal that is not zero is no amount of a currency that we know.
  return amountFromWire(text.replace(/(\.\d{4})0$/, '$1'));
}
