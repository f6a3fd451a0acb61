// Amounts of the water company: whole CFA francs, as JSON numbers.

const unit = 10_000n;

/** Whether it can be written at all. */
export const isWholeFrancs = (amount: bigint): boolean => amount % unit === 0n;

export const toFrancs = (amount: bigint): number => Number(amount / unit);

/** Null where it is no whole number of francs. */
export const fromFrancs = (value: unknown): bigint | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
    ? BigInt(value) * unit
    : null;
