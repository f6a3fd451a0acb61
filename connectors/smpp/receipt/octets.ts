// Decodes the octets of a receipt to its text. Carriers write it in one octet a letter, or in UCS-2
// of either byte order, and data_coding often names another: that of the message, for instance.

import { decodeUcs2 } from '@jokko/contract';
import type { Delivery } from '../codec/decode.ts';
import { withHeader, unwrap } from '../inbound/user-data-header.ts';
import { isUcs2 } from '../inbound/text.ts';

/**
 * Never throws. Keys and ids are ASCII, so that any alphabet of one octet a letter reads the same.
 */
export function receiptText({ esmClass, dataCoding, octets }: Delivery): string {
  const bare = (esmClass & withHeader) === 0 ? octets : unwrap(octets).octets;
  switch (writingOf(bare) ?? (isUcs2(dataCoding) ? 'bigEndian' : 'oneOctet')) {
    case 'bigEndian':
      return decodeUcs2(bare);
    case 'littleEndian':
      return bare.toString('utf16le');
    case 'oneOctet':
      return bare.toString('latin1');
  }
}

/** So many letters are looked at. */
const lettersLookedAt = 4;

/** How a text is written that begins in ASCII; null: it is short, or does not. */
function writingOf(octets: Buffer): 'bigEndian' | 'littleEndian' | 'oneOctet' | null {
  const isMarked = ['feff', 'fffe'].includes(octets.toString('hex', 0, 2));
  const start = octets.subarray(isMarked ? 2 : 0).subarray(0, 2 * lettersLookedAt);
  if (start.length < 2 * lettersLookedAt) return null;
  const [even, odd] = [0, 1].map((half) => start.filter((_, at) => at % 2 === half));
  if (even === undefined || odd === undefined) return null;
  if (isEmpty(even) && isAscii(odd)) return 'bigEndian';
  if (isAscii(even) && isEmpty(odd)) return 'littleEndian';
  return isAscii(start) ? 'oneOctet' : null;
}

const isEmpty = (octets: Uint8Array): boolean => octets.every((octet) => octet === 0);
const isAscii = (octets: Uint8Array): boolean => octets.every((octet) => octet > 0 && octet < 0x80);
