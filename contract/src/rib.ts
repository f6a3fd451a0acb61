// Validates a bank account number (RIB of the West and Central African franc zones) and extracts
// the digits of the account.

import { bankNumberText } from './number-text.ts';

const ribShape = /^[A-Z0-9]{5}[0-9]{5}[A-Z0-9]{12}[0-9]{2}$/;
/**
 * Value of each letter in the key's calculation: A, J → 1; B, K, S → 2; … the table of the French
 * RIB, which the UEMOA banks kept.
 */
const letterValues: Record<string, string> = Object.fromEntries(
  ['AJ', 'BKS', 'CLT', 'DMU', 'ENV', 'FOW', 'GPX', 'HQY', 'IRZ'].flatMap((group, index) =>
    [...group].map((letter) => [letter, String(index + 1)]),
  ),
);

/**
 * The 24 characters of a RIB (bank 5, branch 5, account 12, key 2) without spaces, in capitals, or
 * null when the form or the key is wrong. With the key as its last two digits, the whole number is
 * a multiple of 97. `acceptZeroKey` also takes 00, the documentation's example (sandbox).
 */
export function normaliseRib(given: string, options?: { acceptZeroKey?: boolean }): string | null {
  const rib = bankNumberText(given);
  if (!ribShape.test(rib)) return null;
  if (options?.acceptZeroKey === true && rib.endsWith('00')) return rib;
  const digits = rib.replace(/[A-Z]/g, (letter) => letterValues[letter] ?? '');
  return BigInt(digits) % 97n === 0n ? rib : null;
}

/**
 * The 12 characters of the account number inside the 24 of a RIB, spaces not counted; the sandbox
 * reads its outcome digits there.
 */
export function accountOfRib(rib: string): string {
  return bankNumberText(rib).slice(10, 22);
}
