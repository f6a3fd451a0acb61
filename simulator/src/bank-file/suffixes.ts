// The bank's own test accounts: the last two digits of the account number, where its last four are
// no outcome digits (PROTOCOL.md of this folder).

import { accountOfRib, decidingDigits } from '../core/digits.ts';
import { isUnheardOf, unheardOfWords } from '../unheard-of.ts';

/** Digits of the common table that mean the same; 0: success. */
const meanings: { readonly [suffix: string]: number } = {
  '50': 9044,
  '51': 9075,
  '52': 9072,
  '53': 9053,
  '54': 8007,
  '55': 8001,
};
/** The file is taken in part while this one waits. */
const waiting = '55';
const returned = '56';

/** Outcomes of a lost call have no meaning for a row of a file: 8003 to 8006 simply succeed. */
const ofCallsOnly = new Set([8003, 8004, 8005, 8006]);

export function digitsOf(rib: string): number {
  const account = accountOfRib(rib);
  const digits = decidingDigits([account]);
  if (digits === 0) return meanings[account.slice(-2)] ?? 0;
  return ofCallsOnly.has(digits) ? 0 : digits;
}

/** Executed, and back three seconds later. */
export const comesBack = (rib: string): boolean => endsIn(returned, rib);
/** Pending while the others of its file are worked on. */
export const waits = (rib: string): boolean => endsIn(waiting, rib);

function endsIn(suffix: string, rib: string): boolean {
  const account = accountOfRib(rib);
  return decidingDigits([account]) === 0 && account.slice(-2) === suffix;
}

const codes: { readonly [errorId: number]: string } = {
  44: 'AC01',
  75: 'AC04',
  72: 'AC06',
  53: 'AM04',
};

/**
 * The bank's reason for a failure; where ISO has none for it, its own, which names the catalogue's
 * entry.
 */
export function reasonOf(errorId: number): { code: string } | { own: string } {
  if (isUnheardOf({ errorId })) return { code: unheardOfWords['bank-file'] };
  const code = codes[errorId];
  return code === undefined ? { own: `JOKKO${String(errorId).padStart(3, '0')}` } : { code };
}
