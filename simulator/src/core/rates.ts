// Computes the cost of a remittance and the amount that arrives. One fee rule and a small table of
// rates, computed in whole numbers.

import { parseAmount } from './money.ts';

/**
 * Worth of one unit in CFA francs, in millionths. The parity of XOF, XAF and EUR is fixed; the
 * others are round figures of a sandbox.
 */
const cfaMillionths: { [currency: string]: bigint } = {
  XOF: 1_000_000n,
  XAF: 1_000_000n,
  EUR: 655_957_000n,
  USD: 600_000_000n,
  GBP: 765_000_000n,
  GMD: 8_500_000n,
  GNF: 70_000n,
  NGN: 400_000n,
  MAD: 60_000_000n,
};
const withoutCents = new Set(['XOF', 'XAF', 'GNF']);
const feePercent = 3n;
/** Asked when money changes its currency. */
const exchangeTaxPercent = 1n;

export interface Costs {
  amountMinor: bigint;
  feeMinor: bigint;
  taxMinor: bigint;
  receiveMinor: bigint;
  /** Receive units for one send unit, millionths. */
  rateMillionths: bigint;
}

/** Smallest payable step of a currency in ten-thousandths: 1 unit, or a hundredth. */
function stepOf(currency: string): bigint {
  return withoutCents.has(currency) ? 10_000n : 100n;
}

export function isKnownCurrency(currency: string): boolean {
  return cfaMillionths[currency] !== undefined;
}

/** Costs of sending, or null when amount or a currency cannot be served. */
export function costsOf(
  amount: string,
  sendCurrency: string,
  receiveCurrency: string,
): Costs | null {
  const amountMinor = parseAmount(amount);
  const sendRate = cfaMillionths[sendCurrency];
  const receiveRate = cfaMillionths[receiveCurrency];
  if (
    amountMinor === null ||
    amountMinor === 0n ||
    sendRate === undefined ||
    receiveRate === undefined
  )
    return null;
  if (amountMinor % stepOf(sendCurrency) !== 0n) return null;
  const rateMillionths = (sendRate * 1_000_000n) / receiveRate;
  const receiveRaw = (amountMinor * rateMillionths) / 1_000_000n;
  const receiveStep = stepOf(receiveCurrency);
  return {
    amountMinor,
    feeMinor: percentUp(amountMinor, feePercent, stepOf(sendCurrency)),
    taxMinor:
      sendCurrency === receiveCurrency
        ? 0n
        : percentUp(amountMinor, exchangeTaxPercent, stepOf(sendCurrency)),
    receiveMinor: receiveRaw - (receiveRaw % receiveStep),
    rateMillionths,
  };
}

/** Percent, rounded up to the next step. */
function percentUp(minor: bigint, percent: bigint, step: bigint): bigint {
  const divisor = 100n * step;
  return ((minor * percent + divisor - 1n) / divisor) * step;
}

/** Six decimals, for example `1.000000`. */
export function formatRate(millionths: bigint): string {
  return `${millionths / 1_000_000n}.${(millionths % 1_000_000n).toString().padStart(6, '0')}`;
}
