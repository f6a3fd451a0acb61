// Converts amounts to and from the smallest unit of a currency, which card acquirers count in:
// francs for XOF and XAF, cents for EUR and USD.

/**
 * Ten-thousandths as units of so many decimals (0 to 4); null where they cannot express the amount.
 */
export function toMinorUnits(amount: bigint, decimals: number): bigint | null {
  const unit = 10n ** BigInt(4 - decimals);
  return amount % unit === 0n ? amount / unit : null;
}

/**
 * Ten-thousandths of a JSON number of such units, which may be negative; null for anything else.
 */
export function fromMinorUnits(units: unknown, decimals: number): bigint | null {
  if (typeof units !== 'number' || !Number.isSafeInteger(units)) return null;
  return BigInt(units) * 10n ** BigInt(4 - decimals);
}
