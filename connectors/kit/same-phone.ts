// Compares a phone number as a provider writes it with one in E.164.

import { phoneText } from '@jokko/contract';

/** Shorter than this, an ending proves nothing. */
const nationalDigitsMin = 8;

/**
 * Whether `told` is `phone` (E.164), with or without its plus, leading zeros, spaces and country
 * code. A text with anything else in it, such as a masked number, is never the same.
 */
export function isSamePhone(told: string, phone: string): boolean {
  const text = phoneText(told);
  if (!/^\+?\d+$/.test(text)) return false;
  const digits = text.replace(/^\+?0*/, '');
  return digits.length >= nationalDigitsMin && phone.slice(1).endsWith(digits);
}
