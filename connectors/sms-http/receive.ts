// Authenticates and reads receipts and inbound messages. Only a valid signature proves that the
// provider sent them.

import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import { isPartId, listMember, objectFromWire, textMember } from '@jokko/connectors/kit';
import type {
  JsonObject,
  Notice,
  SmsInbound,
  SmsReceived,
  SmsReceipt,
} from '@jokko/connectors/kit';
import { phoneDigits } from '@jokko/connectors/kit/carrier';
import type { SmsHttpConfig } from './config.ts';

/** Older or newer than this, a signed notice could be a recorded one. */
const timestampWindowMs = 5 * 60_000;

const states: ReadonlyMap<string, SmsReceipt['state']> = new Map([
  ['enroute', 'enroute'],
  ['delivered', 'delivered'],
  ['undeliverable', 'undeliverable'],
  ['expired', 'expired'],
  ['rejected', 'rejected'],
  ['unknown', 'unknown'],
]);

/** 204 and what it says; 401 without a good signature, 400 for what is no notice, 405 for another method. Entries that say nothing are left out. */
export function receive(config: SmsHttpConfig, notice: Notice): SmsReceived {
  if (notice.method !== 'POST') return refuse(405);
  if (!isGenuine(config, notice)) return refuse(401);
  const body = objectFromWire(notice.body);
  if (body === null || !(Array.isArray(body['receipts']) || Array.isArray(body['inbound'])))
    return refuse(400);
  return {
    reply: { status: 204 },
    receipts: listMember(body, 'receipts')
      .map(readReceipt)
      .filter((receipt) => receipt !== null),
    inbound: listMember(body, 'inbound')
      .map(readInbound)
      .filter((message) => message !== null),
  };
}

function isGenuine(config: SmsHttpConfig, notice: Notice): boolean {
  const signature = notice.headers['x-sms-signature'] ?? '';
  const timestamp = notice.headers['x-sms-timestamp'] ?? '';
  if (!/^[0-9a-f]{64}$/.test(signature) || !/^[0-9]{13}$/.test(timestamp)) return false;
  const expected = createHmac('sha256', config.noticeSecret)
    .update(`${timestamp}.`)
    .update(notice.body)
    .digest();
  if (!timingSafeEqual(Buffer.from(signature, 'hex'), expected)) return false;
  return Math.abs(notice.receivedAtMs - Number(timestamp)) <= timestampWindowMs;
}

function readReceipt(entry: JsonObject): SmsReceipt | null {
  const id = textMember(entry, 'id');
  const word = textMember(entry, 'state');
  if (id === undefined || !isPartId(id) || word === undefined) return null;
  return {
    id,
    alternatives: [],
    state: states.get(word) ?? 'unknown',
    errorCode: textMember(entry, 'error') ?? null,
    msisdn: phoneDigits(textMember(entry, 'to')),
  };
}

function readInbound(entry: JsonObject): SmsInbound | null {
  const from = phoneDigits(textMember(entry, 'from'));
  const to = textMember(entry, 'to');
  const { text } = entry;
  if (from === null || to === undefined || typeof text !== 'string') return null;
  const id = textMember(entry, 'id');
  // A carrier may count from the beginning again: another message under an id is another message.
  const said = hash('sha256', JSON.stringify([id, from, to, text]), 'hex');
  const dedupeKey = id === undefined ? null : `${id.slice(0, idShownMax)}:${said}`;
  return { from, to: to.replace(/^\+/, ''), text, dedupeKey };
}

const idShownMax = 100;

function refuse(status: number): SmsReceived {
  return { reply: { status }, receipts: [], inbound: [] };
}
