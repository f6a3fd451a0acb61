// Authenticates and reads a notice of the biller: the payment as JSON, signed with HMAC-SHA256 of
// the body.

import { hash } from 'node:crypto';
import { isHmacOf, objectFromWire } from '@jokko/connectors/kit';
import type { Notice, ProviderEvent, Receipt } from '@jokko/connectors/kit';
import type { RestBillerConfig } from './config.ts';
import { readPayment } from './read-payment.ts';

/** 204 and one event; 4xx and none for what is no notice, or is signed by somebody else. */
export function receive(config: RestBillerConfig, notice: Notice): Receipt {
  if (notice.method !== 'POST') return refuse(405);
  const given = notice.headers['x-signature'];
  if (given !== undefined && !isHmacOf(notice.body, config.noticeSecret, given)) return refuse(401);
  const payment = objectFromWire(notice.body);
  const read = payment === null ? null : readPayment(payment, config.sandbox);
  if (read === null) return refuse(400);
  const authenticated = given !== undefined;
  const digest = hash('sha256', notice.body, 'hex');
  const event: ProviderEvent = {
    match: { ...read.refs },
    authenticated,
    // An unsigned notice has a key of its own, so that it cannot make the genuine one look like a
    // repeat.
    dedupeKey: `${authenticated ? 'signed' : 'unsigned'}:${digest}`,
    claims: read.claims,
  };
  // An unsigned notice is only a reason to ask; so is what the table does not list.
  if (authenticated && read.kind === 'outcome') event.outcome = read.outcome;
  return { reply: { status: 204 }, events: [event] };
}

const refuse = (status: number): Receipt => ({ reply: { status }, events: [] });
