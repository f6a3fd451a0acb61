// Recognises and validates bank account numbers: an IBAN, or the RIB of the West (UEMOA) or
// Central African (CEMAC) franc zone, with their check digits.

import { bankNumberText } from './number-text.ts';
import { normaliseRib } from './rib.ts';

const ribCharacters: { readonly [country: string]: number } = {
  ...Object.fromEntries(['BF', 'BJ', 'CI', 'ML', 'NE', 'SN', 'TG'].map((country) => [country, 24])),
  ...Object.fromEntries(['CF', 'CG', 'CM', 'GA', 'GQ', 'TD'].map((country) => [country, 23])),
};
/** Where a RIB will do, ISO 3166-1 alpha-2. */
export const ribCountries: readonly string[] = Object.keys(ribCharacters).toSorted();
const ibanShape = /^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/;
const centralRibShape = /^[0-9]{23}$/;
const checkCharacters = 4;

export interface BankNumber {
  scheme: 'iban' | 'rib';
  /** In capitals, without spaces. */
  number: string;
}

/**
 * Reads an account number of a bank in `country` (ISO 3166-1 alpha-2) as people write it; null when
 * no account can be meant. In the franc zones a RIB will do, and the one inside an IBAN is checked
 * as well.
 */
export function readBankNumber(given: string, country: string): BankNumber | null {
  const text = bankNumberText(given);
  const rib = readRib(text, country);
  if (rib !== null) return { scheme: 'rib', number: rib };
  if (!ibanShape.test(text) || !text.startsWith(country) || !hasIbanKey(text)) return null;
  const inZone = Object.hasOwn(ribCharacters, country);
  return inZone && readRib(text.slice(checkCharacters), country) === null
    ? null
    : { scheme: 'iban', number: text };
}

function readRib(text: string, country: string): string | null {
  if (!Object.hasOwn(ribCharacters, country) || text.length !== ribCharacters[country]) return null;
  if (ribCharacters[country] === 24) return normaliseRib(text);
  // Bank 5, branch 5, account 11, key 2: a multiple of 97, as in the West.
  return centralRibShape.test(text) && BigInt(text) % 97n === 0n ? text : null;
}

/** ISO 13616: the first four characters behind the others, letters as 10 to 35, leave 1. */
function hasIbanKey(iban: string): boolean {
  const turned = iban.slice(checkCharacters) + iban.slice(0, checkCharacters);
  return (
    BigInt(turned.replace(/[A-Z]/g, (letter) => String(Number.parseInt(letter, 36)))) % 97n === 1n
  );
}
