// DT One's own test numbers: the last three digits of the credit party. The outcome digits of the
// sandbox come first.

import { decidingDigits } from '../core/digits.ts';

/** Status names by the last digit, 2 to 7. */
const declined: { readonly [digit: string]: { name: string; errorId: number } } = {
  2: { name: 'DECLINED-INVALID-CREDIT-PARTY', errorId: 1 },
  3: { name: 'DECLINED-BARRED-CREDIT-PARTY', errorId: 14 },
  4: { name: 'DECLINED-OPERATOR-CURRENTLY-UNAVAILABLE', errorId: 28 },
  5: { name: 'DECLINED-DUPLICATED-TRANSACTION', errorId: 6 },
  6: { name: 'DECLINED', errorId: 17 },
  7: { name: 'DECLINED-EXCEPTION', errorId: 17 },
};
/** Digits 8001: the success comes after 20 seconds, as that of the series 200. */
const slowDigits = 8001;

/** The digits that decide for a party, in the sandbox's own numbers; 0 for none. */
export function digitsOf(party: string): number {
  const digits = decidingDigits([party]);
  if (digits !== 0) return digits;
  const [, series, last] = /([123])0([0-7])$/.exec(party) ?? [];
  if (series === undefined || last === undefined) return 0;
  const refusal = declined[last];
  if (refusal !== undefined) return 9000 + refusal.errorId;
  return series === '1' ? 0 : slowDigits;
}

/** The status of a party's own test number; undefined where another rule decided. */
export function declinedName(party: string): string | undefined {
  return decidingDigits([party]) === 0 && /[123]0[2-7]$/.test(party)
    ? declined[party.slice(-1)]?.name
    : undefined;
}

/** `x01`: delivered as a PIN. */
export const asksForPin = (party: string): boolean => /[123]01$/.test(party);
