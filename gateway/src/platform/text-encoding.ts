// Decodes a text file that says nothing of its encoding: UTF-16, UTF-8, or the one of the three
// older ones of Western Europe in which its octets are letters of words.

import { likeness } from './letter-likeness.ts';

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | OlderEncoding;
type OlderEncoding = (typeof olderEncodings)[number];

/**
 * Encodings of Windows, of DOS (MS-DOS editors, old accounting programs, the Windows console), and
 * of older Macs.
 */
const olderEncodings = ['windows-1252', 'cp850', 'macintosh'] as const;

/** The upper half of code page 850, which TextDecoder does not have. */
const cp850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';

/** As much of a file shows how it is written. */
const octetsLookedAt = 1024 * 1024;
/** A reading must be that much likelier than the next: about one letter. */
const marginMin = 2;

/**
 * @param bytes the whole file: its first accent may come late. Null: it may be one or the other,
 * and some letter would be wrong.
 */
export function decodeText(bytes: Uint8Array): string | null {
  const encoding = encodingOf(bytes);
  return encoding === null ? null : decodeAs(encoding, bytes);
}

function encodingOf(bytes: Uint8Array): Encoding | null {
  const [first, second, third, fourth] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  // Without a mark: two letters of a heading.
  if (first !== 0 && second === 0 && third !== 0 && fourth === 0) return 'utf-16le';
  if (first === 0 && second !== 0 && third === 0 && fourth !== 0) return 'utf-16be';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch {
    return likeliest(bytes);
  }
}

function likeliest(bytes: Uint8Array): OlderEncoding | null {
  const shown = bytes.subarray(0, octetsLookedAt);
  const isSeen = shown.some((octet) => octet > 0x7f);
  const text = isSeen ? shown : bytes;
  const [best, next] = olderEncodings
    .map((encoding) => ({ encoding, score: likeness(decodeAs(encoding, text)) }))
    .toSorted((one, other) => other.score - one.score);
  const isClear = best !== undefined && best.score > 0;
  return isClear && best.score - (next?.score ?? 0) >= marginMin ? best.encoding : null;
}

function decodeAs(encoding: Encoding, bytes: Uint8Array): string {
  if (encoding !== 'cp850') return new TextDecoder(encoding).decode(bytes);
  const latin1 = Buffer.from(bytes).toString('latin1');
  return latin1.replace(/[\x80-\xff]/g, (octet) => cp850[octet.charCodeAt(0) - 0x80] ?? octet);
}
