// Parses a phone field into an E.164 number. Callers send local digits, 221…, +221… or 00221…,
// with all that people and spreadsheets write between them (rule O1).

import { beninPrefix, phoneText, renumbered } from './number-text.ts';

export interface CountryPlan {
  /** Country calling code, digits only. */
  callingCode: string;
  /** Digits of a national number. */
  localDigits: number;
  /** False where no national number begins with a zero: such digits are an impossible number. */
  zeroFirst: boolean;
}

/** Numbering facts of the countries of the catalogue, by ISO 3166 code. */
export const countryPlans = {
  SN: { callingCode: '221', localDigits: 9, zeroFirst: false },
  CI: { callingCode: '225', localDigits: 10, zeroFirst: true },
  BJ: { callingCode: '229', localDigits: 10, zeroFirst: true },
  ML: { callingCode: '223', localDigits: 8, zeroFirst: false },
  CM: { callingCode: '237', localDigits: 9, zeroFirst: false },
  BF: { callingCode: '226', localDigits: 8, zeroFirst: true },
} as const satisfies Record<string, CountryPlan>;
export type PlannedCountry = keyof typeof countryPlans;

const phoneForm = /^\+?\d{1,20}$/;
const generalNumber = /^[1-9]\d{7,14}$/;

/**
 * The E.164 form with plus of a phone as sent, or null when no number of that country can be meant.
 * `country` is the ISO code of the service's country; of a country without a plan only +E.164 (8 to
 * 15 digits) is read. With `countryCodeRequired` the service has no country: the number must carry
 * a country code; of the planned countries with or without plus, of any other country with it (or
 * with 00).
 */
export function normalisePhone(
  given: string,
  country: string,
  options?: { countryCodeRequired?: boolean },
): string | null {
  const text = phoneText(given);
  if (!phoneForm.test(text)) return null;
  const plan = planOf(country);
  if (options?.countryCodeRequired === true || plan === undefined) return withCountryCode(text);
  if (text.startsWith('+')) return international(text.slice(1), country, plan);
  const local = localPart(text, country, plan);
  if (local !== null) return `+${plan.callingCode}${local}`;
  return international(text.startsWith('00') ? text.slice(2) : text, country, plan);
}

/** As `normalisePhone`, by the first of these countries in which it is a number. */
export function normalisePhoneAmong(given: string, countries: Iterable<string>): string | null {
  for (const country of countries) {
    const e164 = normalisePhone(given, country);
    if (e164 !== null) return e164;
  }
  return null;
}

function planOf(country: string): CountryPlan | undefined {
  return Object.hasOwn(countryPlans, country) ? countryPlans[country as PlannedCountry] : undefined;
}

function withCountryCode(text: string): string | null {
  const marked = text.startsWith('+') || text.startsWith('00');
  const digits = text.startsWith('+')
    ? text.slice(1)
    : text.startsWith('00')
      ? text.slice(2)
      : text;
  for (const [country, plan] of Object.entries(countryPlans)) {
    // A planned code decides: what does not fit its plan is impossible, and no other code begins
    // with the same three digits.
    if (digits.startsWith(plan.callingCode)) return international(digits, country, plan);
  }
  return marked && generalNumber.test(digits) ? `+${digits}` : null;
}

function international(digits: string, country: string, plan: CountryPlan): string | null {
  if (!digits.startsWith(plan.callingCode)) return null;
  const local = localPart(digits.slice(plan.callingCode.length), country, plan);
  return local === null ? null : `+${plan.callingCode}${local}`;
}

function localPart(digits: string, country: string, plan: CountryPlan): string | null {
  if (country === 'BJ') {
    const now = renumbered(plan.callingCode + digits).slice(plan.callingCode.length);
    return now.length === plan.localDigits && now.startsWith(beninPrefix) ? now : null;
  }
  if (digits.length !== plan.localDigits) return null;
  return !plan.zeroFirst && digits.startsWith('0') ? null : digits;
}
