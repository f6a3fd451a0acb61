// Authenticates and reads a notice: a list of events, signed as a whole. Each leads to a status
// query.

import { hash } from 'node:crypto';
import { isHmacOf, listMember, objectFromWire, textMember } from '@jokko/connectors/kit';
import type { JsonObject, Notice, ProviderEvent, Receipt } from '@jokko/connectors/kit';
import type { PiSpiConfig } from './config.ts';
import { ourRefOf } from './transaction-id.ts';

/**
 * 200 and an event for each entry that may be about us; 401 for a wrong signature, 4xx for what is
 * no notice. Without a signature it is a hint.
 */
export function receive({ noticeSecret }: PiSpiConfig, notice: Notice): Receipt {
  if (notice.method !== 'POST') return refuse(405);
  const object = objectFromWire(notice.body);
  if (object === null || !Array.isArray(object['data'])) return refuse(400);
  const signature = notice.headers['x-signature'];
  const isProven = noticeSecret !== undefined && noticeSecret !== '' && signature !== undefined;
  // Whether it is written in hex or base64 is not documented: both are read.
  if (isProven && !isHmacOf(notice.body, noticeSecret, signature)) return refuse(401);
  const events = listMember(object, 'data').flatMap((entry) => eventOf(entry, isProven) ?? []);
  return { reply: { status: 200 }, events };
}

function eventOf(entry: JsonObject, authenticated: boolean): ProviderEvent | null {
  const txId = textMember(entry, 'txId');
  const ours = txId === undefined ? null : ourRefOf(txId);
  const theirs = textMember(entry, 'end2endId');
  const proof = authenticated ? 'signed' : 'bare';
  const dedupeKey = `${proof}:${hash('sha256', JSON.stringify(entry), 'hex')}`;
  if (ours !== null) return { match: { ours }, authenticated, dedupeKey };
  // Returns are named by the participant's id alone.
  return theirs !== undefined && authenticated
    ? { match: { theirs }, authenticated, dedupeKey }
    : null;
}

function refuse(status: number): Receipt {
  return { reply: { status }, events: [] };
}
