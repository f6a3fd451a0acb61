// Reads and writes amounts as MoneyGram does: JSON numbers beside their currency.

import { amountFromWire, amountToNumber, asObject, textMember } from '@jokko/connectors/kit';

/** `1350`, `"1350"` or `{value, currencyCode}` in ten-thousandths; null for anything else. */
export function amountOf(told: unknown): bigint | null {
  const object = asObject(told);
  return amountFromWire(object === null ? told : object['value']);
}

export function currencyOf(told: unknown): string | undefined {
  const object = asObject(told);
  return object === null ? undefined : textMember(object, 'currencyCode');
}

export function money(
  amount: bigint,
  currencyCode: string,
): { value: number; currencyCode: string } {
  return { value: amountToNumber(amount), currencyCode };
}
