// Stripe's amounts: whole numbers of the smallest unit. XOF and XAF have none.

import { formatAmount, parseAmount } from '../core/money.ts';

const zeroDecimal = 'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' ');

/** Ten-thousandths of one smallest unit. */
const unitOf = (currency: string): bigint =>
  zeroDecimal.includes(currency.toLowerCase()) ? 10_000n : 100n;

export const toUnits = (minor: bigint, currency: string): number =>
  Number(minor / unitOf(currency));

export const unitsOf = (amount: string, currency: string): number =>
  toUnits(parseAmount(amount) ?? 0n, currency);

/** The book's decimal string; null when the text is no positive whole number. */
export function amountOfUnits(text: string, currency: string): string | null {
  return /^[1-9][0-9]{0,11}$/.test(text) ? formatAmount(BigInt(text) * unitOf(currency)) : null;
}
