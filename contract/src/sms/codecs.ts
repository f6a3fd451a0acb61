// Encodes text into the octets of a short message and decodes it: GSM-7 unpacked (one octet for a
// septet, as on SMPP) and UTF-16 big-endian.
import {
  codeOf,
  countSeptets,
  defaultTable,
  escapeCode,
  extensionTable,
  septetsOf,
} from './alphabet.ts';

/** What an octet above 0x7F reads as: it cannot come from a septet. */
const notASeptet = '\ufffd';

/**
 * One octet for a septet; a character of the extension table is 0x1B and its code. Throws
 * RangeError on a text that is not GSM.
 */
export function encodeGsm7(text: string): Uint8Array {
  const length = countSeptets(text);
  if (length < 0) throw new RangeError('the text has characters outside of the GSM alphabet');
  const octets = new Uint8Array(length);
  let at = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (septetsOf(unit) === 2) octets[at++] = escapeCode;
    octets[at++] = codeOf(unit);
  }
  return octets;
}

/**
 * The text of unpacked septets. As the standard asks, an unassigned extension code reads as the
 * character of the default table, and an escape with nothing behind it or a second escape as a
 * space.
 */
export function decodeGsm7(octets: Uint8Array): string {
  let text = '';
  for (let at = 0; at < octets.length; at++) {
    const octet = octets[at] ?? 0;
    if (octet !== escapeCode) {
      text += defaultTable[octet] ?? notASeptet;
      continue;
    }
    const next = octets[at + 1];
    if (next === undefined) return `${text} `;
    at += 1;
    text += extensionTable.get(next) ?? defaultTable[next] ?? notASeptet;
  }
  return text;
}

/** UTF-16 big-endian without a byte order mark. */
export function encodeUcs2(text: string): Uint8Array {
  const octets = new Uint8Array(text.length * 2);
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    octets[index * 2] = unit >> 8;
    octets[index * 2 + 1] = unit & 0xff;
  }
  return octets;
}

/** The text of UTF-16 big-endian; a last octet without its second half is left out. */
export function decodeUcs2(octets: Uint8Array): string {
  let text = '';
  for (let at = 0; at + 1 < octets.length; at += 2)
    text += String.fromCharCode(((octets[at] ?? 0) << 8) | (octets[at + 1] ?? 0));
  return text;
}
