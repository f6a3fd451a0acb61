// How does an amount look on a provider's wire? A plain decimal string; inside it is a bigint of ten-thousandths.

import { parseAmount } from '@jokko/contract';

/** Decimal string without trailing zeros: 13500000n is "1350", 125000n is "12.5". */
export { toDecimalString as amountToWire } from '@jokko/contract';

/** Reads a decimal string of at most 4 decimals; null for anything else and for a negative amount. */
export function amountFromWire(text: unknown): bigint | null {
  const amount = typeof text === 'string' ? parseAmount(text, 4) : null;
  return amount === null || amount < 0n ? null : amount;
}
