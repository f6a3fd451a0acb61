// Parses the mandatory parameters of submit_sm and of a bind.

import { status } from '../sms/refusals.ts';

/**
 * Where the zero is that ends a text; -1 when none comes within `most` octets (SMPP counts the zero
 * in).
 */
function zeroAfter(buffer: Buffer, at: number, end: number, most: number): number {
  const last = Math.min(end, at + most);
  for (let index = at; index < last; index += 1) if (buffer[index] === 0) return index;
  return -1;
}

export interface SubmitFields {
  fromTon: number;
  from: string;
  to: string;
  esmClass: number;
  validity: string;
  registered: number;
  coding: number;
  textStart: number;
  textEnd: number;
}

/** Answers the status of the refusal for what is no body of a submit_sm. */
export function readFields(buffer: Buffer, start: number, end: number): SubmitFields | number {
  const serviceEnd = zeroAfter(buffer, start, end, 6);
  if (serviceEnd < 0) return status.badMessageLength;
  const fromStart = serviceEnd + 3;
  const fromEnd = zeroAfter(buffer, fromStart, end, 21);
  if (fromEnd < 0) return status.badSource;
  const toStart = fromEnd + 3;
  const toEnd = zeroAfter(buffer, toStart, end, 21);
  if (toEnd < 0) return status.badDestination;
  // esm_class, protocol_id, priority_flag
  const scheduleStart = toEnd + 4;
  const scheduleEnd = zeroAfter(buffer, scheduleStart, end, 17);
  const validityEnd = scheduleEnd < 0 ? -1 : zeroAfter(buffer, scheduleEnd + 1, end, 17);
  if (validityEnd < 0) return status.badExpiry;
  // registered_delivery, replace_if_present_flag, data_coding, sm_default_msg_id, sm_length
  const textStart = validityEnd + 6;
  if (textStart > end) return status.badMessageLength;
  const textEnd = textStart + (buffer[textStart - 1] as number);
  if (textEnd > end) return status.badMessageLength;
  return {
    fromTon: buffer[serviceEnd + 1] as number,
    from: buffer.toString('latin1', fromStart, fromEnd),
    to: buffer.toString('latin1', toStart, toEnd),
    esmClass: buffer[toEnd + 1] as number,
    validity:
      validityEnd === scheduleEnd + 1
        ? ''
        : buffer.toString('latin1', scheduleEnd + 1, validityEnd),
    registered: buffer[validityEnd + 1] as number,
    coding: buffer[validityEnd + 3] as number,
    textStart,
    textEnd,
  };
}

/** message_id and source_addr of a query_sm; null when they are not there. */
export function readQuery(
  buffer: Buffer,
  start: number,
  end: number,
): { id: string; from: string } | null {
  const idEnd = zeroAfter(buffer, start, end, 65);
  const fromStart = idEnd + 3;
  const fromEnd = idEnd < 0 ? -1 : zeroAfter(buffer, fromStart, end, 21);
  if (fromEnd < 0) return null;
  return {
    id: buffer.toString('latin1', start, idEnd),
    from: buffer.toString('latin1', fromStart, fromEnd),
  };
}

/** system_id and password of a bind; null when they are not there. */
export function readBind(
  buffer: Buffer,
  start: number,
  end: number,
): { systemId: string; password: string } | null {
  const idEnd = zeroAfter(buffer, start, end, 16);
  const passwordEnd = idEnd < 0 ? -1 : zeroAfter(buffer, idEnd + 1, end, 9);
  if (passwordEnd < 0) return null;
  return {
    systemId: buffer.toString('latin1', start, idEnd),
    password: buffer.toString('latin1', idEnd + 1, passwordEnd),
  };
}
