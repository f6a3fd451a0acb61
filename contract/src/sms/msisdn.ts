// Parses the recipient's number of a message. Only the international form is accepted (rule X3);
// the owner of the number is known to routing. An old number of Benin, of 8 digits, is read as the
// number that it has become: the same behind 01 (rules O1, X5).

import { phoneText, renumbered } from '../number-text.ts';

const international = /^\+[1-9]\d{7,14}$/;
/**
 * Without any mark, fewer digits are a national number that lacks its country code, such as
 * 770000001.
 */
const withoutPlus = /^(?:00[1-9]\d{7,14}|[1-9]\d{9,14})$/;

/**
 * The digits of a number with its country code, without plus, or null for what is no number in
 * international form. `acceptWithoutPlus` is the app's setting: 221… and 00221… are then read as
 * +221…
 */
export function readMsisdn(given: string, options: { acceptWithoutPlus: boolean }): string | null {
  const digits = readDigits(given, options);
  return digits === null ? null : renumbered(digits);
}

function readDigits(given: string, options: { acceptWithoutPlus: boolean }): string | null {
  const text = phoneText(given);
  if (international.test(text)) return text.slice(1);
  if (!options.acceptWithoutPlus || !withoutPlus.test(text)) return null;
  return text.startsWith('00') ? text.slice(2) : text;
}
