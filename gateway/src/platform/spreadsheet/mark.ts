// Marks texts that a spreadsheet would take for something else: a formula, a number, a day, a time.
// An apostrophe before them keeps them as they are when the file is opened and saved.

/** The wide signs of East Asian keyboards are signs to a spreadsheet, too. */
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/;
/** A whole number that is shown and saved as it was written: Excel shows eleven digits of one. */
const keptNumber = /^(?:0|[1-9]\d{0,10})$/;
/**
 * All that numbers, fractions, days and times are written with, an exponent and the letter of a
 * currency among it.
 */
const figures = /^[\d\s.,:;/\\+\-()%$€£¥'’e]+$/i;
const halfOfDay = /^[\d\s.:]+[ap]\.?m?\.?$/i;
const currencies = /(?:f\s?cfa|cfa|francs?|fr?|xof|xaf|eur|usd|gnf|ghs|ngn)\.?/i;
const months =
  /janv?(?:ier|uary)?|f[eé]vr?(?:ier)?|feb(?:ruary)?|mars|mar(?:ch)?|avr(?:il)?|apr(?:il)?|mai|may|juin|june?|juil(?:let)?|july?|ao[uû]t|aug(?:ust)?|sept?(?:embre|ember)?|oct(?:obre|ober)?|nov(?:embre|ember)?|d[eé]c(?:embre|ember)?/i;
const word = /^(?:true|false|vrai|faux)$/i;
/** #N/A: it would be an error from then on. */
const errorStart = /^#/;
/** No number, day or time is longer with words in it. */
const wordsMax = 40;

/** Whether a spreadsheet would calculate something of the text. */
export const isFormula = (text: string): boolean => formulaStart.test(text);

/** Whether a spreadsheet would make of it anything but this very text. */
function isTaken(text: string): boolean {
  if (isFormula(text) || errorStart.test(text)) return true;
  const plain = text.normalize('NFKC').trim();
  if (!/\d/.test(plain)) return word.test(plain);
  if (keptNumber.test(text)) return false;
  if (figures.test(plain) || (plain.length <= wordsMax && halfOfDay.test(plain))) return true;
  if (plain.length > wordsMax) return false;
  return [currencies, months].some((names) => {
    const rest = plain.replace(names, '');
    return rest !== plain && figures.test(rest);
  });
}

/** What was marked may itself begin with an apostrophe. */
function needsMark(text: string): boolean {
  const first = text.search(/[^']/);
  return first >= 0 && isTaken(text.slice(first));
}

export const marked = (text: string): string => (needsMark(text) ? `'${text}` : text);

/** Text that was read or copied from such a file, as it was before it was marked. */
export const withoutMark = (text: string): string =>
  text.startsWith("'") && needsMark(text.slice(1)) ? text.slice(1) : text;
