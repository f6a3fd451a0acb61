// Encodes every PDU that an ESME sends, directly into a buffer with enough room, and returns the
// offset at which the PDU ends.

import { commands, headerLength, responseBit } from './commands.ts';
import { tags } from './tlv.ts';

/**
 * How messages with several parts are joined. With `sar` the numbers travel as parameters, else in
 * a header within the octets.
 */
export interface SarNumbers {
  reference: number;
  total: number;
  number: number;
}

export interface Address {
  ton: number;
  npi: number;
  digits: string;
}

export interface SubmitSm {
  serviceType: string;
  source: Address;
  destination: Address;
  esmClass: number;
  /** Empty: the SMSC decides. */
  validityPeriod: string;
  /** Ask for a receipt on success and on failure. */
  wantsReceipt: boolean;
  dataCoding: number;
  /** User data header, when there is one; null: none. */
  header: Uint8Array | null;
  octets: Uint8Array;
  sar: SarNumbers | null;
  /** Carry the octets as message_payload. */
  asPayload: boolean;
}

export interface Bind {
  command:
    | typeof commands.bindTransceiver
    | typeof commands.bindTransmitter
    | typeof commands.bindReceiver;
  systemId: string;
  password: string;
  systemType: string;
  /** 0x34 is 3.4. */
  interfaceVersion: number;
  addressRange: Address;
}

/**
 * More than all mandatory fields, header and sar parameters of a submit_sm take without its octets.
 */
const submitFieldsMax = 160;

/** Room that `writeSubmitSm` needs at most. */
export function submitSmRoom(submit: SubmitSm): number {
  return submitFieldsMax + submit.octets.length;
}

export function writeSubmitSm(
  buffer: Buffer,
  start: number,
  sequence: number,
  submit: SubmitSm,
): number {
  let at = writeText(buffer, start + headerLength, submit.serviceType);
  at = writeAddress(buffer, at, submit.source);
  at = writeAddress(buffer, at, submit.destination);
  buffer[at++] = submit.esmClass;
  buffer[at++] = 0; // protocol_id
  buffer[at++] = 0; // priority_flag
  buffer[at++] = 0; // schedule_delivery_time: at once
  at = writeText(buffer, at, submit.validityPeriod);
  buffer[at++] = submit.wantsReceipt ? 1 : 0; // registered_delivery
  buffer[at++] = 0; // replace_if_present_flag
  buffer[at++] = submit.dataCoding;
  buffer[at++] = 0; // sm_default_msg_id
  at = submit.asPayload
    ? writePayload(buffer, at, submit.octets)
    : writeShortMessage(buffer, at, submit);
  if (submit.sar !== null) at = writeSar(buffer, at, submit.sar);
  return writeHeader(buffer, start, at, commands.submitSm, 0, sequence);
}

function writeShortMessage(buffer: Buffer, start: number, { header, octets }: SubmitSm): number {
  let at = start;
  buffer[at++] = (header?.length ?? 0) + octets.length;
  if (header !== null) {
    buffer.set(header, at);
    at += header.length;
  }
  buffer.set(octets, at);
  return at + octets.length;
}

function writePayload(buffer: Buffer, start: number, octets: Uint8Array): number {
  buffer[start] = 0; // sm_length
  const at = writeTlvHead(buffer, start + 1, tags.messagePayload, octets.length);
  buffer.set(octets, at);
  return at + octets.length;
}

function writeSar(buffer: Buffer, start: number, { reference, total, number }: SarNumbers): number {
  let at = writeTlvHead(buffer, start, tags.sarReference, 2);
  at = buffer.writeUInt16BE(reference, at);
  at = writeTlvHead(buffer, at, tags.sarTotal, 1);
  buffer[at++] = total;
  at = writeTlvHead(buffer, at, tags.sarNumber, 1);
  buffer[at++] = number;
  return at;
}

/** Room that `writeBind` needs for a configuration that `checkConfig` passed. */
export const bindRoom = 256;

export function writeBind(buffer: Buffer, start: number, sequence: number, bind: Bind): number {
  let at = writeText(buffer, start + headerLength, bind.systemId);
  at = writeText(buffer, at, bind.password);
  at = writeText(buffer, at, bind.systemType);
  buffer[at++] = bind.interfaceVersion;
  at = writeAddress(buffer, at, bind.addressRange);
  return writeHeader(buffer, start, at, bind.command, 0, sequence);
}

/** Room for a PDU of a header and at most an empty text. */
export const plainRoom = headerLength + 1;

/** enquire_link, unbind and their responses, generic_nack: nothing but a header. */
export function writePlain(
  buffer: Buffer,
  start: number,
  command: number,
  status: number,
  sequence: number,
): number {
  return writeHeader(buffer, start, start + headerLength, command, status, sequence);
}

/** The response to deliver_sm or data_sm, with the empty message_id that the standard asks for. */
export function writeDeliveryResponse(
  buffer: Buffer,
  start: number,
  request: number,
  status: number,
  sequence: number,
): number {
  buffer[start + headerLength] = 0;
  return writeHeader(
    buffer,
    start,
    start + headerLength + 1,
    request + responseBit,
    status,
    sequence,
  );
}

function writeHeader(
  buffer: Buffer,
  start: number,
  end: number,
  command: number,
  status: number,
  sequence: number,
): number {
  buffer.writeUInt32BE(end - start, start);
  buffer.writeUInt32BE(command, start + 4);
  buffer.writeUInt32BE(status, start + 8);
  buffer.writeUInt32BE(sequence, start + 12);
  return end;
}

function writeAddress(buffer: Buffer, at: number, { ton, npi, digits }: Address): number {
  buffer[at] = ton;
  buffer[at + 1] = npi;
  return writeText(buffer, at + 2, digits);
}

/**
 * Latin-1 and a zero byte. Such texts are short: a loop is quicker than a call into the runtime.
 */
function writeText(buffer: Buffer, start: number, text: string): number {
  for (let index = 0; index < text.length; index++) buffer[start + index] = text.charCodeAt(index);
  buffer[start + text.length] = 0;
  return start + text.length + 1;
}

function writeTlvHead(buffer: Buffer, at: number, tag: number, length: number): number {
  buffer.writeUInt16BE(tag, at);
  return buffer.writeUInt16BE(length, at + 2);
}
