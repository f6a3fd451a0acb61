// Reads a phone number as carriers write it.

import { phoneText } from '@jokko/contract';

/** E.164 digits, or null for what is no number. */
export function phoneDigits(number: string | null | undefined): string | null {
  const digits = phoneText(number ?? '').replace(/^\+/, '');
  return /^[0-9]{3,15}$/.test(digits) ? digits : null;
}
