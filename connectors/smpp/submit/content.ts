// Encodes the text of a part: its octets and its data_coding.

import { encodeGsm7, encodeUcs2 } from '@jokko/contract';
import type { SmsEncoding } from '@jokko/contract';

export interface Content {
  dataCoding: number;
  octets: Uint8Array;
}

export const ucs2Coding = 8;
export const latin1Coding = 3;

/**
 * Null when the text cannot be written in its encoding. A route whose operator wants Latin-1
 * (`gsmDataCoding` 3) gets that where the text allows it, and UCS-2 where it does not (a euro sign,
 * say).
 */
export function contentOf(
  text: string,
  encoding: SmsEncoding,
  gsmDataCoding: number,
): Content | null {
  if (encoding === 'ucs2') return { dataCoding: ucs2Coding, octets: encodeUcs2(text) };
  if (gsmDataCoding === latin1Coding) {
    if (/^[\0-\xff]*$/.test(text))
      return { dataCoding: latin1Coding, octets: Buffer.from(text, 'latin1') };
    return { dataCoding: ucs2Coding, octets: encodeUcs2(text) };
  }
  try {
    return { dataCoding: gsmDataCoding, octets: encodeGsm7(text) };
  } catch {
    return null;
  }
}
