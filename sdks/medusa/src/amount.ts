// Reads amounts of Medusa, decimal numbers of the currency's unit, as the gateway takes them.

import { InvalidCall } from 'jokko-sdk';

const decimal = /^(\d{1,15})(?:\.(\d{1,20}))?$/;

/**
 * `text`: a decimal number without an exponent. An integer, or for a currency with decimals a text.
 * Throws InvalidCall for a fraction that the currency does not have.
 */
export function readAmount(text: string, currency: string): number | string {
  const [, units, fraction = ''] = decimal.exec(text) ?? [];
  if (units === undefined) throw new InvalidCall(`${text} is no amount that can be collected.`);
  const digits = fraction.replace(/0+$/, '');
  if (digits === '') return Number(units);
  if (digits.length > decimalsOf(currency))
    throw new InvalidCall(
      `${text} ${currency} cannot be paid: ${currency} has ${decimalsOf(currency)} decimals. Round the prices of the shop.`,
    );
  return `${Number(units)}.${digits}`;
}

function decimalsOf(currency: string): number {
  const style = new Intl.NumberFormat('en', { style: 'currency', currency });
  return style.resolvedOptions().maximumFractionDigits ?? 0;
}
