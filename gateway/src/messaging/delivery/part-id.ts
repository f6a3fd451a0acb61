// Compares two spellings of an operator's id. Answers and receipts may write it in another case,
// with leading zeros, in decimal or hexadecimal.

import { normalPartId } from '@jokko/connectors/kit';

/** Digits beyond this are no number that an operator counts with. */
const numberDigitsMax = 20;

/** Normal forms of the same number in the other base; none when it is no number. */
export function otherSpellings(normalId: string): string[] {
  if (normalId.length > numberDigitsMax || !/^[0-9a-f]+$/.test(normalId)) return [];
  const asHex = BigInt(`0x${normalId}`).toString();
  return /^\d+$/.test(normalId) ? [BigInt(normalId).toString(16), asHex] : [asHex];
}

/**
 * Two messages of one connection may have one id, when an operator counts from the beginning again:
 * what came second is stored by its number, too. No id that is stored has a tab.
 */
const numberSign = '\t';
const numberDigits = 7;

/** National and international spellings of a number end in the same digits. */
export const idWithNumber = (normalId: string, msisdn: string): string =>
  `${normalId}${numberSign}${msisdn.slice(-numberDigits)}`;

export const plainId = (stored: string): string => stored.split(numberSign, 1)[0]!;

/** Every normal form in which a receipt's part may be stored, the likeliest first. */
export function receiptKeys(id: string, alternatives: readonly string[]): string[] {
  return [...new Set([id, ...alternatives].map(normalPartId).filter((key) => key !== ''))];
}

/**
 * Ids are given again after days; national and international spellings of a number count as equal,
 * and so does an absent number.
 */
export function mayBeSameNumber(one: string | null, other: string | null): boolean {
  return one === null || other === null || one.endsWith(other) || other.endsWith(one);
}
