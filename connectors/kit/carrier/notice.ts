// Reads and answers notices of carriers: what is the same whatever their wire.

import { phoneText } from '@jokko/contract';
import type { SmsConnector, SmsInbound, SmsNotice, SmsReceipt, SmsReceived } from '../sms.ts';
import { codeMember, listMember, objectFromWire, type JsonObject } from '../wire-json.ts';
import type { Proof } from './notice-auth.ts';
import { phoneDigits } from './phone-digits.ts';

type Receive<Config> = NonNullable<SmsConnector<Config>['receive']>;

/** What a notice says; null is left out. */
interface Said {
  receipts?: readonly (SmsReceipt | null)[];
  inbound?: readonly (SmsInbound | null)[];
}

interface Notices<Config> {
  /**
   * Absent: the secret part of the address is the proof, and lists of the carrier's addresses at
   * the proxy.
   */
  proof?(own: Parameters<Receive<Config>>[0], notice: SmsNotice): Proof;
  /** Null for what is no notice. */
  read(notice: SmsNotice): Said | null;
}

/** 200 for a notice; 401 for a false proof, 400 for what is no notice, 405 for another method. */
export const receiveNotices =
  <Config>({ proof, read }: Notices<Config>): Receive<Config> =>
  (own, notice) => {
    if (notice.method !== 'POST') return refuseNotice(405);
    const shown = proof?.(own, notice) ?? 'proven';
    if (shown === 'false') return refuseNotice(401);
    const said = read(notice);
    if (said === null) return refuseNotice(400);
    const accepted = acceptNotice(said.receipts ?? [], said.inbound ?? []);
    return shown === 'proven'
      ? accepted
      : { ...accepted, receipts: [], unproven: accepted.receipts };
  };

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

/**
 * Bytes: more than the longest text takes, however it is written. A larger body is not read: it
 * would hold up the node.
 */
const noticeMax = 65_536;
/**
 * A notice of several reports or messages has twice what carriers say that they send at once, and
 * bytes to match.
 */
const entriesMax = 200;
const listNoticeMax = 4 * noticeMax;

/** The fields of a form; none where the body is too large. */
export const formOfNotice = (body: Buffer): URLSearchParams =>
  new URLSearchParams(body.length > noticeMax ? '' : body.toString('utf8'));

/** An object of JSON; null for anything else, and where the body is too large. */
export const objectOfNotice = (body: Buffer): JsonObject | null =>
  body.length > noticeMax ? null : objectFromWire(body);

/** The texts and numbers of an object of JSON, as those of a form. */
export function fieldsOfNotice(body: Buffer): URLSearchParams {
  const notice = objectOfNotice(body) ?? {};
  const fields = new URLSearchParams();
  for (const name of Object.keys(notice)) {
    const value = codeMember(notice, name);
    if (value !== undefined) fields.set(name, value);
  }
  return fields;
}

/**
 * The objects of a list in an object of JSON; null where there is no such list, and where the body
 * or the list is too large.
 */
export function entriesOfNotice(body: Buffer, member: string): JsonObject[] | null {
  const notice = body.length > listNoticeMax ? null : objectFromWire(body);
  const list = notice?.[member];
  return notice !== null && Array.isArray(list) && list.length <= entriesMax
    ? listMember(notice, member)
    : null;
}
