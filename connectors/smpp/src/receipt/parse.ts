// What does a receipt say about which part? Parameters first, since they have one form; the text where they are missing.

import { isPartId, type SmsReceipt } from '@jokko/connector-kit';
import type { Delivery } from '../codec/decode.ts';
import { tags, tlvNumber, tlvText } from '../codec/tlv.ts';
import type { Tlvs } from '../codec/tlv.ts';
import { otherSpellings } from './spellings.ts';
import type { IdFormats } from './spellings.ts';
import { stateOfNumber, stateOfWord } from './state.ts';
import { readReceiptText } from './text.ts';

/** The kind of message in esm_class: receipt of the centre (0x04), of intermediate steps (0x20). */
const kindMask = 0x3c;
const receiptKind = 0x04;
const intermediateKind = 0x20;

/**
 * True for what the centre marks as a receipt, or what names a message we submitted in a parameter. A text alone does not make one:
 * anybody's phone could send it.
 */
export function isReceipt({ esmClass, tlvs }: Delivery): boolean {
  const kind = esmClass & kindMask;
  return kind === receiptKind || kind === intermediateKind || tlvs.has(tags.receiptedMessageId);
}

/** Null when no id or no state can be found in it. */
export function parseReceipt(delivery: Delivery, formats: IdFormats): SmsReceipt | null {
  const { tlvs, octets, esmClass, source } = delivery;
  const text = readReceiptText(octets.toString('latin1'));
  const id = tlvText(tlvs, tags.receiptedMessageId) ?? text.id;
  const told = stateOfNumber(tlvNumber(tlvs, tags.messageState)) ?? stateOfWord(text.stat);
  if (id === null || told === null || !isPartId(id)) return null;
  return {
    id,
    alternatives: otherSpellings(id, formats),
    // What an intermediate notification says of is not over yet, whatever word it uses.
    state: (esmClass & kindMask) === intermediateKind ? 'enroute' : told,
    errorCode: networkError(tlvs) ?? meaningfulError(text.err),
    msisdn: /^\+?(\d{6,15})$/.exec(source)?.[1] ?? null,
  };
}

/** network_error_code: one octet for the kind of network, two for its code. */
function networkError(tlvs: Tlvs): string | null {
  const value = tlvs.get(tags.networkErrorCode);
  if (value === undefined || value.length !== 3) return null;
  return meaningfulError(String(value.readUInt16BE(1)));
}

/** `000` is how receipts say that there was no error. */
function meaningfulError(code: string | null): string | null {
  return code === null || /^0*$/.test(code) ? null : code;
}
