// The one reader of numbers as people, spreadsheets and copied contacts write them: takes out what
// stands between the characters of a phone number or of a bank account (rule O1).

/**
 * Spaces and line ends of every script, all dashes and the minus sign, dots, and what nobody sees:
 * marks of direction, joiners, variation selectors.
 */
const separators =
  /[\s\u0085\p{Zs}\p{Pd}\u2212.\u00b7\u2024\uff0e\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;
/** The beginning of a link that was copied (RFC 3966). */
const link = /^\s{0,20}tel:/i;
/** The plus signs of full width, and small. */
const otherPlus = /[\uff0b\ufe62]/g;
const parentheses = /[()\uff08\uff09]/g;
const plain = /^\+?\d*$/;
/**
 * One digit or zeros behind the only dot: 707070707.0 is a number of a table, and none that is
 * dialled ends so.
 */
const fraction = /^[^.\u2024\uff0e]*[.\u2024\uff0e](?:\d|0+)[^\d.\u2024\uff0e]*$/;

/**
 * Characters: more than any number has, with everything between its digits. A longer text is none,
 * and is not searched: each character takes a while.
 */
const numberTextMax = 256;

/**
 * A phone as given, without what stands between its digits. Digits of other scripts, letters,
 * slashes and commas stay, and so the number is refused with them, and so does the dot of a
 * fraction. A zero alone in parentheses stays as well: +33 (0)6 is dialled without it, +225 (0)7
 * with it, and nothing tells which is meant. A text that is too long for a number stays as it is.
 */
export function phoneText(given: string): string {
  if (given.length > numberTextMax || plain.test(given)) return given;
  if (fraction.test(given)) return given;
  const text = given.replace(link, '').replace(separators, '').replace(otherPlus, '+');
  return /[(\uff08]0[)\uff09]/.test(text) ? text : text.replace(parentheses, '');
}

/**
 * The characters of a RIB, an IBAN or a card, in capitals. A text that is too long for one stays as
 * it is.
 */
export const bankNumberText = (given: string): string =>
  given.length > numberTextMax ? given : given.replace(separators, '').toUpperCase();

/**
 * Benin: since the end of 2024 every number has ten digits and begins with 01; an old eight-digit
 * number is the same number without it.
 */
export const beninPrefix = '01';
const beninOld = /^229(\d{8})$/;

/** Digits with their country code, as they are dialled now. */
export const renumbered = (digits: string): string =>
  digits.replace(beninOld, `229${beninPrefix}$1`);
