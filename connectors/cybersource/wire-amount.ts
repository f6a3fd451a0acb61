// Converts amounts to and from CyberSource's decimal strings, which have the decimals of the
// currency.

import { decimalsOf } from '@jokko/contract';
import { amountFromWire, toMinorUnits } from '@jokko/connectors/kit';

/** `1350` in XOF, `12.50` in EUR; null for an amount that the currency cannot express. */
export function amountToCybersource(amount: bigint, currency: string): string | null {
  const decimals = decimalsOf(currency);
  const units = toMinorUnits(amount, decimals);
  if (units === null || decimals === 0) return units === null ? null : units.toString();
  const text = units.toString().padStart(decimals + 1, '0');
  return `${text.slice(0, -decimals)}.${text.slice(-decimals)}`;
}

/** Ten-thousandths; null for anything but an amount. */
export const amountFromCybersource = amountFromWire;
