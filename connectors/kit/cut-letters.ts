// Carries a letter whose octets stand in two parts of a long message: a part holds what it has of
// it as signs that no text uses, and the joined parts give the letter. Texts are stored part by
// part, and a database takes no half of a letter.

import { decodeGsm7, encodeGsm7, isGsmText } from '@jokko/contract';
import { textOfOctets, textOfUcs2 } from './text-of-octets.ts';

/**
 * The last plane is for private use, and nobody writes in it: an octet stands at its own number
 * there, one of UCS-2 a row of them further, half of a pair of UTF-16 at its own.
 */
const plane = 0x10_0000;
const ucs2Row = plane + 0x100;
const escape = 0x1b;
/** With the letter that the escape changes. */
const escapesHeld = /(\u{10001b}+)([^]?)/gu;
const octetsHeld = /[\u{100080}-\u{1000ff}]+/gu;
const ucs2Held = /[\u{100100}-\u{1001ff}]+/gu;
const halvesHeld = /[\u{10d800}-\u{10dfff}]/gu;

/** Octets above 0x7F that are no letter by themselves. */
export const heldOctets = (octets: Uint8Array): string => signsOf(octets, plane);

/** The escape of the GSM alphabet whose letter is the first of the next part. */
export const heldEscape = String.fromCodePoint(plane + escape);

/**
 * All octets of a part of UCS-2 that has an odd number of them: how many come before tells whether
 * its first or its last one is half a letter.
 */
export const heldUcs2 = (octets: Uint8Array): string => signsOf(octets, ucs2Row);

/** The text with each half of a pair as one sign: it can be stored. */
export const heldHalves = (text: string): string =>
  text.replaceAll(/[\ud800-\udfff]/gu, (half) => String.fromCodePoint(plane + half.charCodeAt(0)));

/**
 * What the joined parts say. A letter whose other part is missing leaves a mark, what its octets
 * are in Windows-1252, a space for an escape, or nothing of UCS-2.
 */
export const withHeldLetters = (joined: string): string =>
  joined
    .replaceAll(escapesHeld, (_, signs: string, letter: string) => escaped(signs, letter))
    .replaceAll(octetsHeld, (signs) => textOfOctets(octetsOf(signs, plane)))
    .replaceAll(ucs2Held, (signs) => textOfUcs2(octetsOf(signs, ucs2Row)))
    .replaceAll(halvesHeld, (sign) => String.fromCharCode(sign.codePointAt(0)! - plane));

const signsOf = (octets: Uint8Array, row: number): string =>
  [...octets].map((octet) => String.fromCodePoint(row + octet)).join('');

const octetsOf = (signs: string, row: number): Buffer =>
  Buffer.from([...signs].map((sign) => sign.codePointAt(0)! - row));

/** As if it had never been cut; a part may be an escape alone. */
function escaped(signs: string, letter: string): string {
  const escapes = octetsOf(signs, plane);
  return isGsmText(letter)
    ? decodeGsm7(Buffer.concat([escapes, encodeGsm7(letter)]))
    : decodeGsm7(escapes) + letter;
}
