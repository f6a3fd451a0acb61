// Reads the optional parameters behind the mandatory fields of a PDU. All are kept, known or not;
// a malformed one ends the list.

import { readOctets } from './reader.ts';
import type { Reader } from './reader.ts';

export const tags = {
  receiptedMessageId: 0x001e,
  sarReference: 0x020c,
  sarTotal: 0x020e,
  sarNumber: 0x020f,
  networkErrorCode: 0x0423,
  messagePayload: 0x0424,
  messageState: 0x0427,
} as const;

/** Tag → value; the first of several with one tag. */
export type Tlvs = ReadonlyMap<number, Buffer>;

const none: Tlvs = new Map();

export function readTlvs(reader: Reader): Tlvs {
  if (reader.end - reader.at < 4) return none;
  const found = new Map<number, Buffer>();
  while (reader.end - reader.at >= 4) {
    const tag = reader.buffer.readUInt16BE(reader.at);
    const length = reader.buffer.readUInt16BE(reader.at + 2);
    if (reader.at + 4 + length > reader.end) break;
    reader.at += 4;
    const value = readOctets(reader, length);
    if (!found.has(tag)) found.set(tag, value);
  }
  return found;
}

/** The number in a parameter of one or two octets; null when it is absent or longer. */
export function tlvNumber(tlvs: Tlvs, tag: number): number | null {
  const value = tlvs.get(tag);
  if (value === undefined || value.length === 0 || value.length > 2) return null;
  return value.readUIntBE(0, value.length);
}

/** The text in a parameter up to its zero byte, if it has one; null when it is absent or empty. */
export function tlvText(tlvs: Tlvs, tag: number): string | null {
  const value = tlvs.get(tag);
  if (value === undefined) return null;
  const zero = value.indexOf(0);
  const text = value.toString('latin1', 0, zero === -1 ? value.length : zero).trim();
  return text === '' ? null : text;
}
