// Decodes the text of an inbound message by data_coding, with the values of SMPP 3.4 and 3GPP TS
// 23.038.

import { decodeGsm7, decodeUcs2 } from '@jokko/contract';

const utf8 = new TextDecoder('utf-8', { fatal: true });
/** Carriers mean it by Latin-1, too: what differs are control characters, which no message has. */
const windows1252 = new TextDecoder('windows-1252');

/** Null for what is no text: binary messages, and unsupported alphabets. */
export function textOf(octets: Buffer, dataCoding: number): string | null {
  switch (charsetOf(dataCoding)) {
    case 'gsm':
      return isSevenBit(octets) ? decodeGsm7(octets) : textOfOctets(octets);
    case 'ascii':
      return textOfOctets(octets);
    case 'latin1':
      return windows1252.decode(octets);
    case 'ucs2':
      return textOfUcs2(octets);
    case null:
      return null;
  }
}

const isSevenBit = (octets: Buffer): boolean => octets.every((octet) => octet < 0x80);

/** An octet above 0x7F proves that the announced alphabet of seven bits is not the one used: it is UTF-8 where it reads as that, else Windows-1252. */
function textOfOctets(octets: Buffer): string {
  try {
    return utf8.decode(octets);
  } catch {
    return windows1252.decode(octets);
  }
}

/** Big-endian unless a byte order mark says otherwise; the mark is no letter of the text. */
function textOfUcs2(octets: Buffer): string {
  if (octets[0] === 0xff && octets[1] === 0xfe) return octets.toString('utf16le', 2);
  return decodeUcs2(octets[0] === 0xfe && octets[1] === 0xff ? octets.subarray(2) : octets);
}

export const isUcs2 = (dataCoding: number): boolean => charsetOf(dataCoding) === 'ucs2';

function charsetOf(dataCoding: number): 'gsm' | 'ascii' | 'latin1' | 'ucs2' | null {
  switch (dataCoding) {
    case 0:
      return 'gsm';
    case 1: // IA5
      return 'ascii';
    case 3:
      return 'latin1';
    case 8:
      return 'ucs2';
    default:
      return charsetOfRadio(dataCoding);
  }
}

/** Values from 16 on are those of the radio, passed through: classes of message (0x1X, 0xFX), message waiting (0xCX to 0xEX). */
function charsetOfRadio(dataCoding: number): 'gsm' | 'ucs2' | null {
  const group = dataCoding >> 4;
  if (group === 0xf) return (dataCoding & 4) === 0 ? 'gsm' : null;
  if (group === 0xc || group === 0xd) return 'gsm';
  if (group === 0xe) return 'ucs2';
  // 0x20 and above in these groups is compressed.
  if (group !== 1) return null;
  const alphabet = (dataCoding >> 2) & 3;
  if (alphabet === 0) return 'gsm';
  return alphabet === 2 ? 'ucs2' : null;
}
