// Parses the recipient's number of a message. Only the international form is accepted (rule X3);
// the owner of the number is known to routing. An old number of Benin, of 8 digits, is read as the
// number that it has become: the same behind 01 (rules O1, X5).

// As people and spreadsheets write them: spaces (no-break, thin), dots, hyphens and dashes, and the invisible marks that a copied contact brings.
const separators = /[ .\-\t\u00a0\u2009\u202f\u2010-\u2013\u200b-\u200f\u202a-\u202e\ufeff]/g;
const international = /^\+[1-9]\d{7,14}$/;
const beninOld = /^229(\d{8})$/;
const withoutPlus = /^(?:00)?[1-9]\d{7,14}$/;

/**
 * The digits of a number with its country code, without plus, or null for what is no number in international form.
 * `acceptWithoutPlus` is the app's setting: 221… and 00221… are then read as +221…
 */
export function readMsisdn(given: string, options: { acceptWithoutPlus: boolean }): string | null {
  const digits = readDigits(given, options);
  return digits === null ? null : digits.replace(beninOld, '22901$1');
}

/** Without what people and spreadsheets write between digits. */
export const cleanMsisdn = (given: string): string => given.replace(separators, '');

function readDigits(given: string, options: { acceptWithoutPlus: boolean }): string | null {
  if (international.test(given)) return given.slice(1);
  const text = cleanMsisdn(given);
  if (international.test(text)) return text.slice(1);
  if (!options.acceptWithoutPlus || !withoutPlus.test(text)) return null;
  return text.startsWith('00') ? text.slice(2) : text;
}
