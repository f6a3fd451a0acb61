// Authenticates and reads a webhook of Wave. What the webhook's secret proves may be booked;
// without the proof it only triggers a status query; a wrong proof is refused.

import { defined } from '@jokko/contract';
import { createHmac, hash } from 'node:crypto';
import type { Notice, ProviderEvent, Receipt } from '@jokko/connectors/kit';
import {
  asObject,
  isSameSecret,
  objectFromWire,
  succeeded,
  textMember,
  wordMember,
} from '@jokko/connectors/kit';
import type { WaveConfig } from './config.ts';
import { sessionFacts } from './read-session.ts';

/** Older or newer than this, a signed notice could be a recorded one. */
const timestampWindowMs = 5 * 60_000;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** 204; 400 for what is no notice; 401 for a wrong or outdated proof, without saying which. */
export function receive(config: WaveConfig, notice: Notice): Receipt {
  if (notice.method !== 'POST') return reply(405);
  const trust = trustOf(config, notice);
  if (trust === 'forged') return reply(401);
  const body = objectFromWire(notice.body);
  const id = body === null ? undefined : textMember(body, 'id');
  const type = body === null ? undefined : textMember(body, 'type');
  const data = body === null ? null : asObject(body['data']);
  if (id === undefined || type === undefined || data === null) return reply(400);
  // The portal's test event, and payments that did not begin with us.
  if (!type.startsWith('checkout.session.')) return reply(204);
  const facts = sessionFacts(data);
  if (facts === null) return reply(400);
  const { ours } = facts.claims;
  const event: ProviderEvent = {
    match: {
      theirs: facts.id,
      ...defined({ ours: ours !== undefined && uuid.test(ours) ? ours : undefined }),
    },
    authenticated: trust === 'proven',
    // Its own key, so that a forged copy cannot make the genuine notice look like a repeat.
    dedupeKey: trust === 'proven' ? `proven:${id}` : `bare:${hash('sha256', notice.body, 'hex')}`,
    claims: facts.claims,
  };
  // Only a success is final: after a payment that failed the payer may try again.
  const isPaid =
    wordMember(data, 'checkout_status') === 'COMPLETE' &&
    wordMember(data, 'payment_status') === 'SUCCEEDED';
  if (trust === 'proven' && isPaid && event.match.ours !== undefined)
    event.outcome = succeeded({ ours: event.match.ours, theirs: facts.id });
  return { reply: { status: 204 }, events: [event] };
}

function trustOf(config: WaveConfig, { headers, body, receivedAtMs }: Notice) {
  const secret = config.noticeSecret ?? '';
  switch (config.noticeAuth) {
    case 'none':
      return 'unproven';
    case 'bearer': {
      const given = headers['authorization'];
      if (given === undefined) return 'unproven';
      return isSameSecret(given, `Bearer ${secret}`) ? 'proven' : 'forged';
    }
    case 'signature': {
      const given = headers['wave-signature'];
      if (given === undefined) return 'unproven';
      return isSigned(secret, given, body, receivedAtMs) ? 'proven' : 'forged';
    }
  }
}

/**
 * `t=<seconds>,v1=<hex>`; during a change of secret there are two v1. The signed text is `t` and
 * the body, nothing between.
 */
function isSigned(secret: string, header: string, body: Buffer, nowMs: number): boolean {
  const parts = header.split(',').map((part) => part.trim());
  const time = parts.find((part) => part.startsWith('t='))?.slice(2) ?? '';
  if (!/^\d{1,12}$/.test(time) || Math.abs(nowMs - Number(time) * 1000) > timestampWindowMs)
    return false;
  const expected = createHmac('sha256', secret).update(time).update(body).digest('hex');
  return parts.some((part) => part.startsWith('v1=') && isSameSecret(part.slice(3), expected));
}

function reply(status: number): Receipt {
  return { reply: { status }, events: [] };
}
