// Leaf values of documents, with their own check and wording. Amounts are currency units (a number
// or a decimal string).

import { decimalsKept, parseAmount } from '@jokko/contract';
import Type from 'typebox';

/** A leaf with a check and wording of its own; TypeBox carries the static type. */
export function leaf<Value>(fits: (value: unknown) => boolean, wording: string) {
  return Type.Refine(Type.Unsafe<Value>({}), fits, () => wording);
}

/** Ten-thousandths of a number or decimal string; null when it is none. */
export const readUnits = (value: unknown): bigint | null => parseAmount(value, decimalsKept);

/** Ten-thousandths of a checked number or decimal string; null when absent. */
export function unitsOf(value: number | string | undefined): bigint | null {
  if (value === undefined) return null;
  const units = readUnits(value);
  if (units === null) throw new Error('an amount of the document was not checked');
  return units;
}

export const Amount = leaf<number | string>(
  (value) => (readUnits(value) ?? 0n) > 0n,
  'must be an amount greater than zero, a number or "123.45", with at most 4 decimals',
);
export const Charge = leaf<number | string>(
  (value) => (readUnits(value) ?? -1n) >= 0n,
  'must be an amount, a number or "123.45", with at most 4 decimals',
);
export const Flag = leaf<boolean>((value) => typeof value === 'boolean', 'must be true or false');
export const Name = leaf<string>(
  (value) => typeof value === 'string' && /^\S(?:.{0,98}\S)?$/.test(value),
  'must be 1 to 100 characters without leading or trailing spaces',
);
export const ConfigEntry = leaf<{ [field: string]: unknown }>(
  (value) => isRecord(value),
  'must be an object',
);

export function oneOf<const Choice extends string | null>(choices: readonly Choice[]) {
  return leaf<Choice>(
    (value) => choices.includes(value as Choice),
    `must be one of ${choices.map((choice) => String(choice)).join(', ')}`,
  );
}

export function isRecord(value: unknown): value is { [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
