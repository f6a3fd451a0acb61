// What does a success hand over? A meter token for a reload, the number to collect with for a remittance. Both follow from the
// operation's number, so that they need no storage and survive a restart.

import { hash } from 'node:crypto';
import { decidingDigits } from './digits.ts';
import type { Operation } from './operation.ts';

/** Coprime to 10^7, so that consecutive numbers become different, unordered ones. */
const spread = 7_368_787;
const range = 10_000_000;

export function voucherOf(operation: Pick<Operation, 'kind' | 'seq' | 'reference'>): string | null {
  if (operation.kind === 'reload') return decimalHash(`voucher ${operation.reference}`, 20);
  return operation.kind === 'remit_send' ? remittanceNumber(operation.seq) : null;
}

/** Eight digits; never one whose last four would choose an outcome when it is collected (those move to a second range). */
function remittanceNumber(seq: number): string {
  const body = (seq * spread) % range;
  const number = `5${String(body).padStart(7, '0')}`;
  if (decidingDigits([number]) === 0) return number;
  return `6${number.slice(1, 4)}${String(Number(number.slice(4)) - 7000).padStart(4, '0')}`;
}

/** Deterministic decimal digits from a text. */
export function decimalHash(text: string, length: number): string {
  const value = BigInt(`0x${hash('sha256', text, 'hex')}`);
  return (value % 10n ** BigInt(length)).toString().padStart(length, '0');
}
