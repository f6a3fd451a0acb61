// Authenticates and reads a notification. A valid signature proves the sender, and the content may
// be booked; an unsigned notification only triggers a status query; one with an invalid signature
// is rejected.

import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import type { Notice, ProviderEvent, Receipt } from '@jokko/connectors/kit';
import { asObject, objectFromWire, textMember } from '@jokko/connectors/kit';
import type { SandboxConfig } from './config.ts';
import { readOperation } from './read-operation.ts';

/** Older or newer than this, a signed notice could be a recorded one. */
const timestampWindowMs = 5 * 60_000;

/**
 * 204 and one event; 400 for what is no notice; 401 for a bad or outdated signature, without saying
 * which.
 */
export function receive(config: SandboxConfig, notice: Notice): Receipt {
  if (notice.method !== 'POST') return refuse(405);
  const trust = trustOf(config, notice);
  if (trust === 'forged') return refuse(401);
  const body = objectFromWire(notice.body);
  const operation = body === null ? null : asObject(body['operation']);
  const read = operation === null ? null : readOperation(operation);
  const noticeId = body === null ? undefined : textMember(body, 'noticeId');
  if (read === null || (trust === 'signed' && noticeId === undefined)) return refuse(400);
  const event: ProviderEvent = {
    match: { ...read.refs },
    authenticated: trust === 'signed',
    // An unsigned notice has a key of its own, so that it cannot make the genuine one look like a
    // repeat.
    dedupeKey:
      trust === 'signed' ? `signed:${noticeId}` : `unsigned:${hash('sha256', notice.body, 'hex')}`,
    claims: read.claims,
  };
  // What the table does not list is left to the status query, which logs it.
  if (trust === 'signed' && read.outcome.kind !== 'unlisted') event.outcome = read.outcome;
  return { reply: { status: 204 }, events: [event] };
}

function trustOf(config: SandboxConfig, notice: Notice): 'signed' | 'unsigned' | 'forged' {
  const signature = notice.headers['x-sandbox-signature'];
  const timestamp = notice.headers['x-sandbox-timestamp'];
  if (signature === undefined && timestamp === undefined) return 'unsigned';
  if (signature === undefined || timestamp === undefined || !/^\d{13}$/.test(timestamp))
    return 'forged';
  const expected = createHmac('sha256', config.noticeSecret)
    .update(`${timestamp}.`)
    .update(notice.body)
    .digest();
  const given = Buffer.from(/^[0-9a-f]{64}$/.test(signature) ? signature : '', 'hex');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'forged';
  return Math.abs(notice.receivedAtMs - Number(timestamp)) <= timestampWindowMs
    ? 'signed'
    : 'forged';
}

function refuse(status: number): Receipt {
  return { reply: { status }, events: [] };
}
