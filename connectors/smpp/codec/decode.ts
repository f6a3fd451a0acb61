// Decodes what the operator's SMSC sent: every PDU that an ESME can receive. Never throws,
// whatever the bytes are.

import { commands, headerLength, responseBit } from './commands.ts';
import { readOctets, readText, readUint8 } from './reader.ts';
import type { Reader } from './reader.ts';
import { readTlvs, tags } from './tlv.ts';
import type { Tlvs } from './tlv.ts';

/**
 * A message or receipt that comes to us. Octets and parameters are views: valid only until the
 * reader of the PDU returns.
 */
export interface Delivery {
  source: string;
  destination: string;
  esmClass: number;
  dataCoding: number;
  /** short_message, or message_payload where that is used. */
  octets: Buffer;
  tlvs: Tlvs;
}

export type Pdu =
  | { kind: 'bind_resp'; status: number; sequence: number; systemId: string }
  | { kind: 'submit_sm_resp'; status: number; sequence: number; messageId: string }
  /** `delivery` is null when its fields do not fit the PDU. `command` is deliver_sm or data_sm. */
  | { kind: 'delivery'; command: number; sequence: number; delivery: Delivery | null }
  | { kind: 'enquire_link' | 'unbind'; sequence: number }
  | { kind: 'enquire_link_resp' | 'unbind_resp' | 'generic_nack'; status: number; sequence: number }
  /** The two requests that have no response. */
  | { kind: 'alert_notification' | 'outbind' }
  | { kind: 'other_request' | 'other_response'; command: number; sequence: number };

/** `buffer[start, end)` is one PDU as framing cut it: at least a header. */
export function decodePdu(buffer: Buffer, start: number, end: number): Pdu {
  const command = buffer.readUInt32BE(start + 4);
  const status = buffer.readUInt32BE(start + 8);
  const sequence = buffer.readUInt32BE(start + 12);
  const body: Reader = { buffer, at: start + headerLength, end, ok: true };
  switch (command) {
    case commands.submitSm + responseBit:
      return { kind: 'submit_sm_resp', status, sequence, messageId: readText(body).trim() };
    case commands.deliverSm:
      return { kind: 'delivery', command, sequence, delivery: readDeliverSm(body) };
    case commands.dataSm:
      return { kind: 'delivery', command, sequence, delivery: readDataSm(body) };
    case commands.bindTransceiver + responseBit:
    case commands.bindTransmitter + responseBit:
    case commands.bindReceiver + responseBit:
      return { kind: 'bind_resp', status, sequence, systemId: readText(body) };
    case commands.enquireLink:
      return { kind: 'enquire_link', sequence };
    case commands.unbind:
      return { kind: 'unbind', sequence };
    case commands.enquireLink + responseBit:
      return { kind: 'enquire_link_resp', status, sequence };
    case commands.unbind + responseBit:
      return { kind: 'unbind_resp', status, sequence };
    case commands.alertNotification:
      return { kind: 'alert_notification' };
    case commands.outbind:
      return { kind: 'outbind' };
    case commands.genericNack:
      return { kind: 'generic_nack', status, sequence };
    default:
      return {
        kind: command >= responseBit ? 'other_response' : 'other_request',
        command,
        sequence,
      };
  }
}

function readDeliverSm(body: Reader): Delivery | null {
  readText(body); // service_type
  const source = readAddress(body);
  const destination = readAddress(body);
  const esmClass = readUint8(body);
  readUint8(body); // protocol_id
  readUint8(body); // priority_flag
  readText(body); // schedule_delivery_time
  readText(body); // validity_period
  readUint8(body); // registered_delivery
  readUint8(body); // replace_if_present_flag
  const dataCoding = readUint8(body);
  readUint8(body); // sm_default_msg_id
  const octets = readOctets(body, readUint8(body));
  if (!body.ok) return null;
  return withPayload({ source, destination, esmClass, dataCoding, octets, tlvs: readTlvs(body) });
}

function readDataSm(body: Reader): Delivery | null {
  readText(body); // service_type
  const source = readAddress(body);
  const destination = readAddress(body);
  const esmClass = readUint8(body);
  readUint8(body); // registered_delivery
  const dataCoding = readUint8(body);
  if (!body.ok) return null;
  return withPayload({
    source,
    destination,
    esmClass,
    dataCoding,
    octets: readOctets(body, 0),
    tlvs: readTlvs(body),
  });
}

/** An address, without its type and plan: operators set these two at will. */
function readAddress(body: Reader): string {
  readUint8(body);
  readUint8(body);
  return readText(body);
}

function withPayload(delivery: Delivery): Delivery {
  const payload = delivery.tlvs.get(tags.messagePayload);
  if (payload !== undefined && delivery.octets.length === 0) delivery.octets = payload;
  return delivery;
}
