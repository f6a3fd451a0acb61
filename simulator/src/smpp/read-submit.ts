// Parses a submit_sm, as strictly as an operator does: what would not fit into a short message is
// refused here.

import { status } from '../sms/refusals.ts';
import { headerBytes, tag } from './codec.ts';
import { readFields } from './read-fields.ts';
import { readOptions } from './read-options.ts';
import { readValidity } from './validity.ts';
import type { Message } from '../sms/message.ts';

export interface Submission {
  from: string;
  fromTon: number;
  to: string;
  coding: number;
  /**
   * Header that joins parts, in hexadecimal; '' when there is none. For sar_* parameters the same
   * as `sar:reference/total/number`.
   */
  header: string;
  hex: string;
  wants: Message['wants'];
  /** user_message_reference. */
  reference: string;
  /** null: as long as the SMSC likes. */
  validForMs: number | null;
}

/** What goes over the air in one message: 140 octets, or 160 letters of seven bits. */
const airOctetsMax = 140;
const airSeptetsMax = 160;
const udhIndicator = 0x40;

/** Answers the status of the refusal for what cannot be taken. `nowMs` is for absolute times. */
export function readSubmit(
  buffer: Buffer,
  start: number,
  end: number,
  nowMs: number,
): Submission | number {
  const fields = readFields(buffer, start + headerBytes, end);
  if (typeof fields === 'number') return fields;
  const { from, to, esmClass, coding } = fields;
  if (from.length > 20) return status.badSource;
  if (!/^[0-9]{3,20}$/.test(to)) return status.badDestination;
  const validForMs = readValidity(fields.validity, nowMs);
  if (validForMs === undefined) return status.badExpiry;
  let { textStart, textEnd } = fields;
  let sar = '';
  let reference = '';
  let isPayload = false;
  if (textEnd < end) {
    const options = readOptions(buffer, textEnd, end);
    if (typeof options === 'number') return options;
    const payload = options.get(tag.messagePayload);
    if (payload !== undefined) {
      if (textEnd > textStart) return status.badMessageLength;
      isPayload = true;
      [textStart, textEnd] = payload;
    }
    sar = sarOf(buffer, options);
    reference = numberOf(buffer, options.get(tag.userMessageReference))?.toString() ?? '';
  }
  let headerEnd = textStart;
  if ((esmClass & udhIndicator) !== 0) {
    headerEnd = textStart + 1 + (buffer[textStart] ?? 0);
    if (headerEnd > textEnd || textEnd === textStart || sar !== '') return status.badEsmClass;
  }
  if (!isPayload && !fitsAir(buffer, coding, headerEnd - textStart, headerEnd, textEnd))
    return status.badMessageLength;
  return {
    from,
    fromTon: fields.fromTon,
    to,
    coding,
    header: headerEnd > textStart ? buffer.toString('hex', textStart, headerEnd) : sar,
    hex: buffer.toString('hex', headerEnd, textEnd),
    wants: wantsOf(fields.registered),
    reference,
    validForMs,
  };
}

/** registered_delivery, lowest two bits. */
function wantsOf(registered: number): Message['wants'] {
  const bits = registered & 3;
  return bits === 0 ? 'nothing' : bits === 2 ? 'failures' : 'everything';
}

function fitsAir(
  buffer: Buffer,
  coding: number,
  header: number,
  start: number,
  end: number,
): boolean {
  const length = end - start;
  if (coding !== 0) return header + length <= airOctetsMax && (coding !== 8 || length % 2 === 0);
  if (Math.ceil((header * 8) / 7) + length > airSeptetsMax) return false;
  for (let at = start; at < end; at += 1) if ((buffer[at] as number) > 0x7f) return false;
  // An escape needs the letter that it escapes in the same part.
  return length === 0 || buffer[end - 1] !== 0x1b;
}

type Options = ReadonlyMap<number, readonly [number, number]>;

function sarOf(buffer: Buffer, options: Options): string {
  const all = [tag.sarReference, tag.sarTotal, tag.sarNumber].map((number) =>
    numberOf(buffer, options.get(number)),
  );
  return all.includes(undefined) ? '' : `sar:${all.join('/')}`;
}

function numberOf(
  buffer: Buffer,
  range: readonly [number, number] | undefined,
): number | undefined {
  if (range === undefined) return undefined;
  const [start, end] = range;
  return end - start === 1 || end - start === 2 ? buffer.readUIntBE(start, end - start) : undefined;
}
