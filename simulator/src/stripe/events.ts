// Presents Stripe's events, and sends those that follow a request at once.

import { createHmac } from 'node:crypto';
import { webhookSecret } from './deps.ts';
import { presentCharge, presentPayment, presentRefund, seconds } from './present.ts';
import type { Announcement } from '../core/parts.ts';
import type { Notice } from '../core/notices.ts';
import type { Operation } from '../core/operation.ts';
import type { FromRequest, StripeDeps } from './deps.ts';
import type { Body, PresentDeps } from './present.ts';

const apiVersion = '2025-11-17.clover';
type RefundEvent = 'refund.created' | 'refund.updated' | 'refund.failed';

/** Nobody's request: it happened by itself. */
const byItself: FromRequest = { id: null, idempotency_key: null };

/** What is told of a result. A forged event has no signature. */
export function presentEvent(deps: StripeDeps, announcement: Announcement): Notice {
  const { operation, forged, callbackUrl } = announcement;
  if (operation.kind === 'refund') {
    tellOfCharge(deps, operation);
    return eventAt(operation, callbackUrl, refundEvent(deps, operation, byItself));
  }
  const event = paymentEvent(deps, operation, byItself);
  return eventAt(operation, callbackUrl, event, forged);
}

/** A request has made a payment that is final already. */
export function tellOfPayment(deps: StripeDeps, payment: Operation, request: FromRequest): void {
  const { callbackUrl } = deps.engine.firstLine(payment);
  if (callbackUrl !== undefined)
    void deps.notices.send(eventAt(payment, callbackUrl, paymentEvent(deps, payment, request)));
}

/** A request has made a refund. */
export function tellOfRefund(
  deps: StripeDeps,
  refund: Operation,
  type: RefundEvent,
  request: FromRequest,
): void {
  const { callbackUrl } = deps.engine.firstLine(refund);
  const event = { ...refundEvent(deps, refund, request), type };
  if (callbackUrl !== undefined)
    void deps.notices.send(eventAt(refund, callbackUrl, event, false, 'c'));
}

/** What a refund makes of the charge is told where the payment's events go. */
function tellOfCharge(deps: StripeDeps, refund: Operation): void {
  const original = deps.store.byReference.get(refund.originalReference ?? '');
  if (original === undefined || refund.status !== 'succeeded') return;
  const { callbackUrl } = deps.engine.firstLine(original);
  const object = presentCharge(deps, original, false);
  const event: Event = { type: 'charge.refunded', object, request: byItself };
  if (callbackUrl !== undefined)
    void deps.notices.send(eventAt(refund, callbackUrl, event, false, 'h'));
}

interface Event {
  type: string;
  object: Body;
  request: FromRequest;
}

/** `mark`: tells the events of one operation apart. */
function eventAt(
  operation: Operation,
  url: string,
  { type, object, request }: Event,
  forged = false,
  mark = forged ? 'x' : operation.status.slice(0, 1),
): Notice {
  const body = JSON.stringify({
    id: `evt_${operation.seq}${mark}`,
    object: 'event',
    api_version: apiVersion,
    type,
    created: seconds(operation.updatedAtMs),
    livemode: false,
    pending_webhooks: 1,
    request,
    data: { object },
  });
  return {
    url,
    method: 'POST',
    body,
    ...(forged && { retries: 0 }),
    headers() {
      if (forged) return { 'user-agent': 'Stripe/1.0' };
      const time = seconds(Date.now());
      const signature = createHmac('sha256', webhookSecret).update(`${time}.${body}`).digest('hex');
      return { 'stripe-signature': `t=${time},v1=${signature}`, 'user-agent': 'Stripe/1.0' };
    },
  };
}

function refundEvent(deps: PresentDeps, refund: Operation, request: FromRequest): Event {
  const type: RefundEvent = refund.status === 'failed' ? 'refund.failed' : 'refund.updated';
  return { type, object: presentRefund(deps, refund), request };
}

function paymentEvent(deps: PresentDeps, operation: Operation, request: FromRequest): Event {
  if (operation.status === 'reversed')
    return { type: 'charge.refunded', object: presentCharge(deps, operation, false), request };
  const object = presentPayment(deps, operation, []);
  const type =
    object['status'] === 'succeeded'
      ? 'payment_intent.succeeded'
      : object['status'] === 'canceled'
        ? 'payment_intent.canceled'
        : 'payment_intent.payment_failed';
  return { type, object, request };
}
