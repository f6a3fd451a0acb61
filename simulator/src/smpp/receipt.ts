// Builds a receipt in SMPP: the text of SMPP 3.4 appendix B (which is not normative) and the
// parameters of the same meaning.

import { receiptId } from '../sms/behaviour.ts';
import { stateNumbers, unheardOfError } from '../sms/message.ts';
import { unheardOfCodes } from '../unheard-of.ts';
import { tag } from './codec.ts';
import type { Behaviour } from '../sms/behaviour.ts';
import type { Inbound, Report } from '../sms/message.ts';
import type { DeliverFields } from './codec.ts';

/** esm_class: the message is a receipt. */
const isReceipt = 0x04;
const hasHeader = 0x40;
const gsmNetwork = 3;
const numberTon = 1;
const shortCodeTon = 3;

export function receiptFields(report: Report, behaviour: Behaviour, nowMs: number): DeliverFields {
  const { message, state, error, garbled } = report;
  const isUnheardOf = error === unheardOfError;
  const id = receiptId(message.seq, behaviour);
  const text = garbled || !behaviour.receiptText ? '' : receiptText(report, id, nowMs);
  const options: [number, Buffer][] = [];
  if (behaviour.receiptTlv && !garbled) {
    options.push([tag.receiptedMessageId, Buffer.from(`${id}\0`, 'latin1')]);
    // No number says what no table has: the word of the text stands alone.
    if (!isUnheardOf) options.push([tag.messageState, Buffer.from([stateNumbers[state]])]);
    if (error !== '000' && !isUnheardOf)
      options.push([
        tag.networkError,
        Buffer.from([gsmNetwork, Number(error) >> 8, Number(error) & 0xff]),
      ]);
  }
  return {
    from: message.to,
    fromTon: numberTon,
    to: message.from,
    toTon: message.fromTon,
    esmClass: isReceipt,
    coding: 0,
    octets: Buffer.from(garbled ? `id: sub:0x1 dlv stat:${state.slice(0, 4)} err` : text, 'latin1'),
    options,
  };
}

function receiptText({ message, ...report }: Report, id: string, nowMs: number): string {
  const isUnheardOf = report.error === unheardOfError;
  const state = isUnheardOf ? unheardOfCodes.smpp.report : report.state;
  const error = isUnheardOf ? '000' : report.error;
  const delivered = state === 'DELIVRD' ? '001' : '000';
  return `id:${id} sub:001 dlvrd:${delivered} submit date:${minuteOf(message.atMs)} done date:${minuteOf(nowMs)} stat:${state} err:${error} text:`;
}

const minuteMs = 60_000;
let lastMinute = -1;
let lastMinuteText = '';

/** YYMMDDhhmm, UTC. */
function minuteOf(atMs: number): string {
  const minute = Math.floor(atMs / minuteMs);
  if (minute !== lastMinute) {
    lastMinute = minute;
    lastMinuteText = new Date(minute * minuteMs)
      .toISOString()
      .replaceAll(/[-T:]/g, '')
      .slice(2, 12);
  }
  return lastMinuteText;
}

export function inboundFields(inbound: Inbound): DeliverFields {
  const { from, to, coding, header, octets } = inbound;
  return {
    from,
    fromTon: numberTon,
    to,
    toTon: /^[0-9]{7,}$/.test(to) ? numberTon : shortCodeTon,
    esmClass: header.length > 0 ? hasHeader : 0,
    coding,
    octets: header.length > 0 ? Buffer.concat([header, octets]) : octets,
    options: [],
  };
}
