// Decodes the text of an inbound message by data_coding, with the values of SMPP 3.4 and 3GPP TS
// 23.038.

import { decodeGsm7, decodeUcs2 } from '@jokko/contract';

/** Null for what is no text: binary messages, and unsupported alphabets. */
export function textOf(octets: Buffer, dataCoding: number): string | null {
  switch (charsetOf(dataCoding)) {
    case 'gsm':
      return decodeGsm7(octets);
    case 'latin1':
      return octets.toString('latin1');
    case 'ucs2':
      return decodeUcs2(octets);
    case null:
      return null;
  }
}

export const isUcs2 = (dataCoding: number): boolean => charsetOf(dataCoding) === 'ucs2';

function charsetOf(dataCoding: number): 'gsm' | 'latin1' | 'ucs2' | null {
  switch (dataCoding) {
    case 0:
      return 'gsm';
    case 1: // IA5, which is ASCII
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
