// Reads the octets of a message as a text: those of eight bits by what they prove, UTF-16 in either
// byte order.

import { decodeUcs2 } from '@jokko/contract';
import { isLittleEndian } from './byte-order.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });
const windows1252 = new TextDecoder('windows-1252');

/**
 * An octet above 0x7F proves that an alphabet of seven bits is not the one used: it is UTF-8 where
 * it reads as that, else Windows-1252.
 */
export function textOfOctets(octets: Buffer): string {
  try {
    return utf8.decode(octets);
  } catch {
    return latinText(octets);
  }
}

/**
 * Carriers mean Windows-1252 by Latin-1, too: what differs are control characters, which no message
 * has.
 */
export const latinText = (octets: Buffer): string => windows1252.decode(octets);

/**
 * Big-endian unless a byte order mark or the letters say otherwise; the mark is no letter of the
 * text, and a last octet alone is left out.
 */
export function textOfUcs2(octets: Buffer): string {
  if (octets[0] === 0xff && octets[1] === 0xfe) return octets.toString('utf16le', 2);
  if (isLittleEndian(octets)) return octets.toString('utf16le');
  return decodeUcs2(octets[0] === 0xfe && octets[1] === 0xff ? octets.subarray(2) : octets);
}
