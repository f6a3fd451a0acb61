// Decodes the text of an inbound message by data_coding, with the values of SMPP 3.4 and 3GPP TS
// 23.038.

import {
  heldEscape,
  heldOctets,
  heldUcs2,
  latinText,
  textOfOctets,
  textOfUcs2,
} from '@jokko/connectors/kit';
import { decodeGsm7 } from '@jokko/contract';

/**
 * Null for what is no text: binary messages, and unsupported alphabets. Octets of no alphabet (2,
 * 4) are a text where they read as one. `isPart`: of a long message.
 */
export function textOf(
  octets: Buffer,
  dataCoding: number,
  { isPart = false }: { isPart?: boolean } = {},
): string | null {
  switch (charsetOf(dataCoding)) {
    case 'gsm':
      return isSevenBit(octets) ? textOfGsm(octets, isPart) : textOfEight(octets, isPart);
    case 'ascii':
      return textOfEight(octets, isPart);
    case 'latin1':
      return latinText(octets);
    case 'ucs2':
      return isPart && octets.length % 2 === 1 ? heldUcs2(octets) : textOfUcs2(octets);
    case 'octets':
      return textOfUnnamed(octets, isPart);
    case null:
      return null;
  }
}

const isSevenBit = (octets: Buffer): boolean => octets.every((octet) => octet < 0x80);

/**
 * A carrier that cuts by octets may part an escape from its letter. The second of two escapes one
 * behind the other is a letter.
 */
function textOfGsm(octets: Buffer, isPart: boolean): string {
  const escapes = octets.length - 1 - octets.findLastIndex((octet) => octet !== 0x1b);
  return isPart && escapes % 2 === 1
    ? decodeGsm7(octets.subarray(0, -1)) + heldEscape
    : decodeGsm7(octets);
}

/** UTF-8 or Windows-1252, whichever the octets prove. */
const textOfEight = (octets: Buffer, isPart: boolean): string =>
  (isPart ? textOfPart(octets) : null)?.all ?? textOfOctets(octets);

/**
 * UTF-8 that can be shown as a whole, with a letter, which a part of many may be without. All else
 * is for a machine.
 */
function textOfUnnamed(octets: Buffer, isPart: boolean): string | null {
  const read = textOfPart(octets);
  if (read === null || read.all === '' || unshown.test(read.whole)) return null;
  if (isPart) return read.all;
  return read.all === read.whole && letter.test(read.whole) ? read.whole : null;
}

const unshown = /[^\P{C}\p{Cf}\t\n\r]/u;
const letter = /\p{L}/u;

/**
 * Its whole letters of UTF-8, and those with what it has of the first and the last one, of which
 * octets may stand in the parts beside. Null: it is none.
 */
function textOfPart(octets: Buffer): { whole: string; all: string } | null {
  let start = 0;
  while (start < 3 && octets[start]! >= 0x80 && octets[start]! < 0xc0) start += 1;
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  try {
    const read = decoder.decode(octets.subarray(start), { stream: true });
    const tail = octets.subarray(start + Buffer.byteLength(read));
    const whole = read.replace(/^\ufeff/, '');
    return { whole, all: heldOctets(octets.subarray(0, start)) + whole + heldOctets(tail) };
  } catch {
    return null;
  }
}

export const isUcs2 = (dataCoding: number): boolean => charsetOf(dataCoding) === 'ucs2';

type Charset = 'gsm' | 'ascii' | 'latin1' | 'ucs2' | 'octets' | null;

function charsetOf(dataCoding: number): Charset {
  switch (dataCoding) {
    case 0:
      return 'gsm';
    case 1: // IA5
      return 'ascii';
    case 2:
    case 4:
      return 'octets';
    case 3:
      return 'latin1';
    case 8:
      return 'ucs2';
    default:
      return charsetOfRadio(dataCoding);
  }
}

/**
 * Values from 16 on are those of the radio, passed through: classes of message (0x1X, 0xFX),
 * message waiting (0xCX to 0xEX).
 */
function charsetOfRadio(dataCoding: number): Charset {
  const group = dataCoding >> 4;
  if (group === 0xf) return (dataCoding & 4) === 0 ? 'gsm' : 'octets';
  if (group === 0xc || group === 0xd) return 'gsm';
  if (group === 0xe) return 'ucs2';
  // 0x20 and above in these groups is compressed.
  if (group !== 1) return null;
  const alphabet = (dataCoding >> 2) & 3;
  return radioAlphabets[alphabet] ?? null;
}

/** The alphabets that two bits name; the last is reserved. */
const radioAlphabets: readonly Charset[] = ['gsm', 'octets', 'ucs2', null];
