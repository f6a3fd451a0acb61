// Generates what a success hands over: a meter token for a reload, the number to collect with for
// a remittance. Both follow from the operation's number, so that they need no storage and survive
// a restart.

import { hash } from 'node:crypto';
import { decidingDigits } from './digits.ts';
import { formatAmount, parseAmount } from './money.ts';
import type { Operation } from './operation.ts';

/** Coprime to 10^7, so that consecutive numbers become different, unordered ones. */
const spread = 7_368_787;
const range = 10_000_000;

export interface Voucher {
  type: 'meter_token' | 'pickup_code';
  code: string;
  quantity?: string;
  unit?: string;
}

/** What a kilowatt-hour costs: a round figure of a sandbox. */
const unitPrice = 100n;

export function voucherOf(operation: Operation): Voucher | null {
  if (operation.kind === 'reload') {
    const code = decimalHash(`voucher ${operation.reference}`, 20);
    const quantity = formatAmount((parseAmount(operation.amount) ?? 0n) / unitPrice);
    return { type: 'meter_token', code, quantity, unit: 'kWh' };
  }
  return operation.kind === 'remit_send'
    ? { type: 'pickup_code', code: remittanceNumber(operation.seq) }
    : null;
}

/**
 * The number that a remittance is collected with: eight digits; never one whose last four would
 * choose an outcome when it is collected (those move to a second range).
 */
export function remittanceNumber(seq: number): string {
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
