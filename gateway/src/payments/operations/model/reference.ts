// Makes our reference of an attempt: a UUID of version 4, as MTN MoMo and the GSMA interface
// demand, that carries the transaction id and the attempt's number beside 53 random bits (decision
// 0087). A notice leads to its attempt by the primary key, without an index of its own; a reference
// is ours only when it equals the one stored with that attempt.

import { homeCell } from '../../../platform/db/cell-numbers.ts';
import { cellOfId } from '../../../platform/db/scattered-ids.ts';
import { environment } from '../../../platform/environment.ts';

/** A reference has 16 bits for the number. */
export const attemptNumberMax = 65_535;

// 122 free bits: 53 transaction, 16 number, 53 random.
const numberBits = 16n;
const randomBits = 53n;
const randomBytes = 7;

/** Another one each time. `transactionId` below 2^53, `number` from 1 to `attemptNumberMax`. */
export function attemptReference(transactionId: string, number: number): string {
  if (number > attemptNumberMax) throw new RangeError(`attempt ${number} has no reference`);
  const random = BigInt.asUintN(
    Number(randomBits),
    BigInt(`0x${environment.randomBytes(randomBytes).toString('hex')}`),
  );
  const bits = (((BigInt(transactionId) << numberBits) | BigInt(number)) << randomBits) | random;
  const hex = (
    ((bits >> 74n) << 80n) |
    (0x4n << 76n) |
    (((bits >> 62n) & 0xfffn) << 64n) |
    (0x2n << 62n) |
    (bits & ((1n << 62n) - 1n))
  )
    .toString(16)
    .padStart(32, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

export interface AttemptKey {
  transactionId: string;
  number: number;
}

const form = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/**
 * The attempt that a reference would name, or null when it cannot be ours. Believe it only when
 * `isReferenceOf` that attempt.
 */
export function parseAttemptReference(reference: string): AttemptKey | null {
  if (!form.test(reference)) return null;
  const value = BigInt(`0x${reference.replaceAll('-', '')}`);
  const bits =
    ((value >> 80n) << 74n) | (((value >> 64n) & 0xfffn) << 62n) | (value & ((1n << 62n) - 1n));
  const key = bits >> randomBits;
  const number = Number(BigInt.asUintN(Number(numberBits), key));
  if (number === 0) return null;
  return { transactionId: String(key >> numberBits), number };
}

/** The cell whose attempt a reference names; home for one that cannot be ours. */
export function cellOfReference(reference: string): number {
  const key = parseAttemptReference(reference);
  return (key === null ? null : cellOfId(key.transactionId)) ?? homeCell;
}

/**
 * Whether `reference` is the one that the attempt was sent with. Some providers return it in
 * capitals.
 */
export const isReferenceOf = (
  reference: string,
  { prepared }: { prepared: { refs: { ours?: string } } },
): boolean => prepared.refs.ours === reference.toLowerCase();
