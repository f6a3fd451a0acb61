// Reads a webhook of Stripe. A valid signature proves the sender, so that the event may be booked;
// everything without one is rejected.

import type { Notice, ProviderEvent, Receipt } from '@jokko/connectors/kit';
import { asObject, objectFromWire, textMember } from '@jokko/connectors/kit';
import type { JsonObject } from '@jokko/connectors/kit';
import type { StripeConfig } from './config.ts';
import { readPayment, referenceOf } from './read-payment.ts';
import { readRefund } from './read-refund.ts';
import { isSigned } from './signature.ts';

/**
 * 200, with an event where the notice is about a payment or a refund of ours; 400 for what is no
 * event; 401 without a good signature.
 */
export function receive(config: StripeConfig, notice: Notice): Receipt {
  if (notice.method !== 'POST') return refuse(405);
  if (!isSigned(config.webhookSecret, notice)) return refuse(401);
  const body = objectFromWire(notice.body);
  const id = body === null ? undefined : textMember(body, 'id');
  const type = body === null ? undefined : textMember(body, 'type');
  const data = body === null ? null : asObject(body['data']);
  const object = data === null ? null : asObject(data['object']);
  if (id === undefined || type === undefined || object === null) return refuse(400);
  const event = eventOf(config, type, object);
  const events = event === null ? [] : [{ ...event, authenticated: true, dedupeKey: id }];
  return { reply: { status: 200 }, events };
}

type Read = Pick<ProviderEvent, 'match' | 'claims' | 'outcome'>;

/** Null for what is not ours, or moves nothing. */
function eventOf(config: StripeConfig, type: string, object: JsonObject): Read | null {
  switch (type) {
    case 'payment_intent.succeeded':
    case 'payment_intent.payment_failed':
    case 'payment_intent.processing':
      return bookable(readPayment(config, object, { payerWindowMs: 0 }));
    // Whoever asked for it: the question that follows tells.
    case 'payment_intent.canceled':
      return hintOf(object, textMember(object, 'id'));
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
      return bookable(readRefund(object, null));
    // Told of our own refunds too, which have notices of their own: only a reason to ask.
    case 'charge.refunded':
      return hintOf(object, textMember(object, 'payment_intent'));
    default:
      return null;
  }
}

function bookable(read: ReturnType<typeof readPayment>): Read | null {
  if (read === null) return null;
  const event: Read = { match: { ...read.refs }, claims: read.claims };
  // What the table does not list is left to the status query, which logs it.
  return read.outcome.kind === 'unlisted' ? event : { ...event, outcome: read.outcome };
}

function hintOf(object: JsonObject, theirs: string | undefined): Read | null {
  const ours = referenceOf(object);
  return theirs === undefined || ours === undefined ? null : { match: { ours, theirs } };
}

function refuse(status: number): Receipt {
  return { reply: { status }, events: [] };
}
