// Parses a delivery receipt: the part it concerns and what it reports. Optional parameters come
// first, since they have one form; the text is used where they are missing.

import { isPartId, type SmsReceipt } from '@jokko/connectors/kit';
import type { Delivery } from '../codec/decode.ts';
import { tags, tlvNumber, tlvText } from '../codec/tlv.ts';
import type { Tlvs } from '../codec/tlv.ts';
import { otherSpellings } from './spellings.ts';
import type { IdFormats } from './spellings.ts';
import { isKnownState, stateOfNumber, stateOfWord } from './state.ts';
import { receiptText } from './octets.ts';
import { isWholeReceipt, readReceiptText } from './text.ts';

/** The kind of message in esm_class: receipt of the SMSC (0x04), of intermediate steps (0x20). */
const kindMask = 0x3c;
const receiptKind = 0x04;
const intermediateKind = 0x20;

/**
 * What a delivery is: `unmarked` has only the text of a receipt, which anybody's phone could send.
 */
export type DeliveryKind = 'receipt' | 'unmarked' | 'message';

/** A receipt has the SMSC's mark, or a parameter that no phone can set. */
export function kindOf(delivery: Delivery): DeliveryKind {
  const { esmClass, tlvs } = delivery;
  const kind = esmClass & kindMask;
  if (kind === receiptKind || kind === intermediateKind) return 'receipt';
  if (tlvs.has(tags.receiptedMessageId) || tlvs.has(tags.messageState)) return 'receipt';
  return isWholeReceipt(receiptText(delivery)) ? 'unmarked' : 'message';
}

/** Null when no id or no state can be found in it. `strange` hears of a word that no table has. */
export function parseReceipt(
  delivery: Delivery,
  formats: IdFormats,
  strange: (word: string) => void = () => {},
): SmsReceipt | null {
  const { tlvs, esmClass, source } = delivery;
  const text = readReceiptText(receiptText(delivery));
  const id = tlvText(tlvs, tags.receiptedMessageId) ?? text.id;
  const numbered = stateOfNumber(tlvNumber(tlvs, tags.messageState));
  const reported = numbered ?? stateOfWord(text.stat);
  // A word that no table has says why the outcome is unknown: it is kept, so that it can be added.
  const oddWord = numbered !== null || isKnownState(text.stat) ? null : text.stat;
  if (id === null || reported === null || !isPartId(id)) return null;
  if (oddWord !== null) strange(oddWord);
  return {
    id,
    alternatives: otherSpellings(id, formats),
    // What an intermediate notification says of is not over yet, whatever word it uses.
    state: (esmClass & kindMask) === intermediateKind ? 'enroute' : reported,
    errorCode: networkError(tlvs) ?? meaningfulError(text.err) ?? oddWord,
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
