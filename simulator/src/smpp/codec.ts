// Encodes SMPP 3.4 PDUs. Only what an SMSC sends; what it receives is parsed in `read-submit.ts`
// and `read-fields.ts`.

import type { Output } from './output.ts';

export const command = {
  bindReceiver: 0x01,
  bindTransmitter: 0x02,
  querySm: 0x03,
  submitSm: 0x04,
  deliverSm: 0x05,
  unbind: 0x06,
  bindTransceiver: 0x09,
  enquireLink: 0x15,
  genericNack: 0x8000_0000,
} as const;
export const responseBit = 0x8000_0000;
export const headerBytes = 16;

export const tag = {
  receiptedMessageId: 0x001e,
  userMessageReference: 0x0204,
  sarReference: 0x020c,
  sarTotal: 0x020e,
  sarNumber: 0x020f,
  interfaceVersion: 0x0210,
  networkError: 0x0423,
  messagePayload: 0x0424,
  messageState: 0x0427,
} as const;

/** A PDU without a body. */
export function writeHeader(
  output: Output,
  id: number,
  status: number,
  sequence: number,
  length = headerBytes,
): number {
  const at = output.reserve(length);
  const { slab } = output;
  slab.writeUInt32BE(length, at);
  slab.writeUInt32BE(id, at + 4);
  slab.writeUInt32BE(status, at + 8);
  slab.writeUInt32BE(sequence, at + 12);
  return at + headerBytes;
}

/** Without a body when refused, as many SMSCs do. */
export function writeSubmitAnswer(
  output: Output,
  status: number,
  sequence: number,
  id: string,
): void {
  if (status !== 0)
    return void writeHeader(output, command.submitSm + responseBit, status, sequence);
  const at = writeHeader(
    output,
    command.submitSm + responseBit,
    0,
    sequence,
    headerBytes + id.length + 1,
  );
  writeText(output.slab, at, id);
}

export interface QueryAnswer {
  id: string;
  /** Absolute time; '': not final. */
  finalDate: string;
  state: number;
  error: number;
}

export function writeQueryAnswer(output: Output, sequence: number, answer: QueryAnswer): void {
  const { id, finalDate, state, error } = answer;
  const length = headerBytes + id.length + 1 + finalDate.length + 1 + 2;
  let at = writeHeader(output, command.querySm + responseBit, 0, sequence, length);
  at = writeText(output.slab, at, id);
  at = writeText(output.slab, at, finalDate);
  output.slab[at] = state;
  output.slab[at + 1] = error;
}

const smscName = 'JOKKOSIM';

export function writeBindAnswer(
  output: Output,
  id: number,
  status: number,
  sequence: number,
): void {
  if (status !== 0) return void writeHeader(output, id + responseBit, status, sequence);
  const at = writeHeader(
    output,
    id + responseBit,
    0,
    sequence,
    headerBytes + smscName.length + 1 + 5,
  );
  const after = writeText(output.slab, at, smscName);
  writeOption(output.slab, after, tag.interfaceVersion, Buffer.from([0x34]));
}

/** A text with its closing zero; answers where it ends. */
export function writeText(slab: Buffer, at: number, text: string): number {
  const end = at + slab.write(text, at, 'latin1');
  slab[end] = 0;
  return end + 1;
}

function writeOption(slab: Buffer, at: number, number: number, value: Buffer): number {
  slab.writeUInt16BE(number, at);
  slab.writeUInt16BE(value.length, at + 2);
  value.copy(slab, at + 4);
  return at + 4 + value.length;
}

export interface DeliverFields {
  from: string;
  fromTon: number;
  to: string;
  toTon: number;
  esmClass: number;
  coding: number;
  octets: Buffer;
  options: readonly (readonly [number, Buffer])[];
}

const ofNumber = 1;

/** Numbering plan: 1 (E.164) for numbers, 0 for names and short codes. */
const planOf = (ton: number): number => (ton === ofNumber ? 1 : 0);

export function writeDeliver(output: Output, sequence: number, fields: DeliverFields): void {
  const { from, fromTon, to, toTon, esmClass, coding, octets, options } = fields;
  let length = headerBytes + 1 + 2 + from.length + 1 + 2 + to.length + 1 + 10 + octets.length;
  for (const [, value] of options) length += 4 + value.length;
  let at = writeHeader(output, command.deliverSm, 0, sequence, length);
  const { slab } = output;
  // service_type
  slab[at++] = 0;
  slab[at++] = fromTon;
  slab[at++] = planOf(fromTon);
  at = writeText(slab, at, from);
  slab[at++] = toTon;
  slab[at++] = planOf(toTon);
  at = writeText(slab, at, to);
  slab[at++] = esmClass;
  // protocol_id, priority, schedule, validity, registered_delivery, replace_if_present
  slab.fill(0, at, at + 6);
  at += 6;
  slab[at++] = coding;
  // sm_default_msg_id
  slab[at++] = 0;
  slab[at++] = octets.length;
  octets.copy(slab, at);
  at += octets.length;
  for (const [number, value] of options) at = writeOption(slab, at, number, value);
}
