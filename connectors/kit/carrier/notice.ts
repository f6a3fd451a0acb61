// Reads and answers notices of carriers: what is the same whatever their wire.

import { phoneText } from '@jokko/contract';
import type { SmsInbound, SmsReceipt, SmsReceived } from '../sms.ts';
import { listMember, objectFromWire, type JsonObject } from '../wire-json.ts';
import { phoneDigits } from './phone-digits.ts';

/** A message from a phone, member by member as the carrier wrote it. */
interface Told {
  from: string | null | undefined;
  to: string | null | undefined;
  /** No message without a text. */
  text: unknown;
  /** By which a repetition is noticed, if the carrier has one. */
  id: string | null | undefined;
}

/** Null for what is no message. */
export function inboundOf({ from, to, text, id }: Told): SmsInbound | null {
  const sender = phoneDigits(from);
  if (sender === null || !to || typeof text !== 'string') return null;
  return { from: sender, to: phoneText(to).replace(/^\+/, ''), text, dedupeKey: id ?? null };
}

/** 200 and what the notice says; null is left out. */
export const acceptNotice = (
  receipts: readonly (SmsReceipt | null)[],
  inbound: readonly (SmsInbound | null)[],
): SmsReceived => ({
  reply: { status: 200 },
  receipts: receipts.filter((receipt) => receipt !== null),
  inbound: inbound.filter((message) => message !== null),
});

/** Says nothing of any message. */
export const refuseNotice = (status: number): SmsReceived => ({
  reply: { status },
  receipts: [],
  inbound: [],
});

/** Bytes: more than the longest text takes, however it is written. A larger body is not read: it would hold up the node. */
const noticeMax = 65_536;
/** Of a notice of several reports or messages: twice what carriers say that they send at once, and bytes to match. */
const entriesMax = 200;
const listNoticeMax = 4 * noticeMax;

/** The fields of a form; none where the body is too large. */
export const formOfNotice = (body: Buffer): URLSearchParams =>
  new URLSearchParams(body.length > noticeMax ? '' : body.toString('utf8'));

/** An object of JSON; null for anything else, and where the body is too large. */
export const objectOfNotice = (body: Buffer): JsonObject | null =>
  body.length > noticeMax ? null : objectFromWire(body);

/** The objects of a list in an object of JSON; null where there is no such list, and where the body or the list is too large. */
export function entriesOfNotice(body: Buffer, member: string): JsonObject[] | null {
  const notice = body.length > listNoticeMax ? null : objectFromWire(body);
  const list = notice?.[member];
  return notice !== null && Array.isArray(list) && list.length <= entriesMax
    ? listMember(notice, member)
    : null;
}
