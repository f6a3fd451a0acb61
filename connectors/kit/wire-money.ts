// Converts amounts to and from a provider's wire format: a plain decimal string there, a bigint of
// ten-thousandths inside.

import { parseAmount, toDecimalString, withoutEnd } from '@jokko/contract';

/** Decimal string without trailing zeros: 13500000n is "1350", 125000n is "12.5". */
export { toDecimalString as amountToWire } from '@jokko/contract';

/**
 * Reads a decimal string, or the JSON number that some write instead, of at most 4 decimals; null
 * for anything else and for a negative amount.
 */
export function amountFromWire(value: unknown): bigint | null {
  const amount = parseAmount(typeof value === 'string' ? withoutZeros(value) : value, 4);
  return amount === null || amount < 0n ? null : amount;
}

/** More decimals than we keep say nothing of what can be spent. */
const decimalsOfNumbers = 6;

/**
 * The same for a balance, which may be below zero and have more decimals: those beyond the fourth
 * are cut off.
 */
export function balanceFromWire(value: unknown): bigint | null {
  if (typeof value === 'number')
    return Math.abs(value) <= Number.MAX_SAFE_INTEGER
      ? balanceFromWire(value.toFixed(decimalsOfNumbers))
      : null;
  return typeof value === 'string'
    ? parseAmount(value.replace(/(\.\d{4})\d{1,16}$/, '$1'), 4)
    : null;
}

/** `1350.00` is 1350: zeros at the end of a fraction say nothing. */
function withoutZeros(text: string): string {
  const [whole, fraction, ...more] = text.split('.');
  if (fraction === undefined || fraction === '' || more.length > 0) return text;
  const left = withoutEnd(fraction, '0');
  return left === '' ? `${whole}` : `${whole}.${left}`;
}

/**
 * For protocols that write amounts as JSON numbers. Exact: an amount of a payment has fewer digits
 * than a number keeps.
 */
export function amountToNumber(amount: bigint): number {
  return Number(toDecimalString(amount));
}

const decimalsByCurrency = new Map<string, number>();

/**
 * Whether the amount (ten-thousandths) has no smaller unit than the currency has by ISO 4217: none
 * for XOF and XAF, cents for EUR.
 */
export function fitsCurrency(amount: bigint, currency: string): boolean {
  let decimals = decimalsByCurrency.get(currency);
  if (decimals === undefined) {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency });
    decimals = format.resolvedOptions().maximumFractionDigits ?? 0;
    decimalsByCurrency.set(currency, decimals);
  }
  return amount % 10n ** BigInt(Math.max(0, 4 - decimals)) === 0n;
}
