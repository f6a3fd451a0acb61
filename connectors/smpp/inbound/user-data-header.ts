// Reads the user data header of an inbound message. Only the numbers that join parts are used;
// everything else is skipped.

import type { SmsInbound } from '@jokko/connectors/kit';

type Concatenation = NonNullable<SmsInbound['concatenation']>;

export interface Unwrapped {
  /** Without the header. */
  octets: Buffer;
  concatenation: Concatenation | null;
}

/** esm_class: the octets begin with a user data header. */
export const withHeader = 0x40;

/** Elements of 3GPP TS 23.040: reference of 8 bits, of 16 bits. */
const reference8 = 0x00;
const reference16 = 0x08;

/**
 * Never throws: of a header that is longer than the message nothing is left, and elements that do
 * not fit are skipped.
 */
export function unwrap(octets: Buffer): Unwrapped {
  const end = Math.min((octets[0] ?? 0) + 1, octets.length);
  let concatenation: Concatenation | null = null;
  let at = 1;
  while (at + 2 <= end) {
    const element = octets[at];
    const length = octets[at + 1] ?? 0;
    const value = octets.subarray(at + 2, Math.min(at + 2 + length, end));
    if (element === reference8 && value.length === 3)
      concatenation = partOf(value[0] ?? 0, value[1] ?? 0, value[2] ?? 0);
    if (element === reference16 && value.length === 4)
      concatenation = partOf(value.readUInt16BE(0), value[2] ?? 0, value[3] ?? 0);
    at += 2 + length;
  }
  return { octets: octets.subarray(end), concatenation };
}

/** The standard asks to ignore numbers that make no sense, as a single part does not need any. */
export function partOf(reference: number, total: number, number: number): Concatenation | null {
  return total >= 2 && total <= 255 && number >= 1 && number <= total
    ? { reference, total, number }
    : null;
}
