// How a spreadsheet shows a number: as a moment, or with zeros before it; and the text that such a
// number is for us. What it says about money is never rounded, and no digit is invented.

export interface NumberForm {
  isMoment: boolean;
  /** So many digits are shown at least: 12 stands there as 0012. */
  digits: number;
  /** That is shown beside it; null: none. */
  currency: string | null;
}

export const plainForm: NumberForm = { isMoment: false, digits: 0, currency: null };

/** Literals, colours, conditions and room of a format code. */
const literal = /"[^"]{0,255}"|\[[^\]]{0,255}\]|[\\_*]./g;
const zerosAlone = /^[0 \-/()]{2,40}$/;
const codeCharactersMax = 255;

/**
 * @param id Of the built-in forms 14 to 22 and 45 to 47 are moments. @param code the book's own, by
 * which days, months, years or hours are named.
 */
export function numberForm(id: number, code: string | undefined): NumberForm {
  if (code === undefined)
    return { ...plainForm, isMoment: (id >= 14 && id <= 22) || (id >= 45 && id <= 47) };
  if (code.length > codeCharactersMax) return plainForm;
  const bare = code.replaceAll(literal, '');
  if (/[dmyhs]/i.test(bare.replaceAll(/general|standard/gi, '')))
    return { ...plainForm, isMoment: true };
  return {
    isMoment: false,
    currency: currencyIn(code),
    digits: zerosAlone.test(bare) ? bare.split('0').length - 1 : 0,
  };
}

/** `[$€-40C]`, `"FCFA"`, `[$XOF] `: whoever sees the sheet sees an amount of that currency. */
const shown = /\[\$([^\]-]{1,12})(?:-[^\]]{0,12})?\]|"([^"]{1,12})"|([€£₦₵])/g;
const currencyName = /^(?:F\.? ?CFA|CFA|XOF|XAF|GNF|EUR|USD|GBP|NGN|GHS|US\$|[€£$₦₵])$/i;

function currencyIn(code: string): string | null {
  const names = [...code.matchAll(shown)].map(([, one, other, sign]) =>
    (one ?? other ?? sign ?? '').replaceAll('\u00a0', ' ').trim(),
  );
  return names.find((name) => currencyName.test(name)) ?? null;
}

const digitsMax = 15;
/** What no calendar of ours has: it stays a number. */
const daysMax = 2_958_465;
const dayMs = 86_400_000;

/** @param value as the file writes it. @param firstDay see Book. */
export function numberText(
  value: string,
  { isMoment, digits, currency }: NumberForm,
  firstDay: number,
): { text: string; isNumber: boolean } {
  const days = isMoment && value.length <= 40 ? Number(value) : Number.NaN;
  if (days >= 0 && days <= daysMax)
    return { text: momentText(new Date((days - firstDay) * dayMs)), isNumber: false };
  const text = plainNumber(value);
  if (digits > text.length && /^\d+$/.test(text))
    return { text: text.padStart(digits, '0'), isNumber: false };
  return {
    text: currency === null ? text : `${text} ${currency}`,
    isNumber: /^-?\d+(\.\d+)?$/.test(text),
  };
}

/** Days are counted in binary fractions: 18:08:14 stands there as 18:08:13.999. */
const momentText = (at: Date): string =>
  new Date(Math.round(at.getTime() / 1000) * 1000).toISOString().replace(/(T00:00:00)?\.000Z$/, '');

const written = /^-?(\d{1,40})(?:\.(\d{1,40}))?(E[+-]?\d{1,3})?$/i;

/**
 * Spreadsheets keep 15 digits, and files hold what their binary numbers come to: 0.1 + 0.2 stands
 * there as 0.30000000000000004. A whole number with more digits than that stays as it is written:
 * where it has an exponent, digits are lost that nobody can know.
 */
function plainNumber(text: string): string {
  const [, whole, fraction = '', exponent] = written.exec(text) ?? [];
  if (whole === undefined) return text;
  const isLong = fraction !== '' && whole.length + fraction.length > digitsMax;
  if (exponent === undefined && !isLong) return text;
  const value = Number(Number(text).toPrecision(digitsMax));
  if (Math.abs(value) >= 10 ** digitsMax) return text;
  if (Math.abs(value) >= 1e-6 || value === 0) return String(value);
  return value.toFixed(20).replace(/0{1,20}$/, '');
}
