// Proves that only a signed webhook is believed, and what each event means.

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import type { Receipt } from '@jokko/connectors/kit';
import { ourRef } from '@jokko/connectors/kit/conformance';
import { stripeConnector } from '../index.ts';
import { config, paymentIntent, refund } from './scripted.ts';

const nowMs = 1_760_000_000_000;
const seconds = nowMs / 1_000;

function signature(body: string, time = seconds, secret = config.webhookSecret): string {
  const v1 = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  return `t=${time},v1=${v1}`;
}

function receive(body: string, header: string | undefined): Receipt {
  return stripeConnector.receive(config, {
    method: 'POST',
    path: '/',
    headers: header === undefined ? {} : { 'stripe-signature': header },
    body: Buffer.from(body),
    receivedAtMs: nowMs,
  });
}

const eventBody = (type: string, object: unknown): string =>
  JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object } });
const succeeded = eventBody('payment_intent.succeeded', paymentIntent({ status: 'succeeded' }));

test('a signed success may be booked', () => {
  const { reply, events } = receive(succeeded, signature(succeeded));
  assert.equal(reply.status, 200);
  const [event] = events;
  assert.deepEqual(
    [event?.authenticated, event?.dedupeKey, event?.match, event?.outcome?.kind],
    [true, 'evt_1', { ours: ourRef, theirs: 'pi_1' }, 'succeeded'],
  );
  assert.deepEqual(event?.claims, { ours: ourRef, amount: 13_500_000n, currency: 'XOF' });
});

test('forged, altered, outdated and future notices are refused', () => {
  const other = succeeded.replace('1350', '9350');
  const good = signature(succeeded);
  const cases: [string, string | undefined][] = [
    [succeeded, undefined],
    [succeeded, ''],
    [other, good],
    [succeeded, signature(succeeded, seconds, 'whsec_other')],
    [succeeded, signature(succeeded, seconds - 301)],
    [succeeded, signature(succeeded, seconds + 301)],
    [succeeded, good.replace('v1=', 'v0=')],
    [succeeded, `${good},t=1`],
    [succeeded, good.replace(/^t=\d+/, 't=abc')],
    [succeeded, `t=${seconds},v1=`],
  ];
  for (const [body, header] of cases) {
    const { reply, events } = receive(body, header);
    assert.deepEqual([reply.status, events], [401, []], header);
  }
});

test('while a secret is rolled there are two signatures, and one is enough', () => {
  const old = signature(succeeded, seconds, 'whsec_old').split(',')[1];
  const [time, own] = signature(succeeded).split(',');
  for (const header of [`${time},${old},${own}`, `${time},${own},${old}`, `${time}, ${own}`])
    assert.equal(receive(succeeded, header).events.length, 1, header);
});

test('a refund of ours is booked; one of the dashboard, and other events, are no events', () => {
  const ours = eventBody('refund.updated', refund());
  assert.equal(receive(ours, signature(ours)).events[0]?.outcome?.kind, 'succeeded');
  for (const body of [
    eventBody('refund.updated', refund({ metadata: {} })),
    eventBody('customer.created', { id: 'cus_1', object: 'customer' }),
    eventBody('payment_intent.succeeded', paymentIntent({ metadata: {}, status: 'succeeded' })),
  ]) {
    const { reply, events } = receive(body, signature(body));
    assert.deepEqual([reply.status, events], [200, []]);
  }
});

test('a refunded charge is only a reason to ask: our own refunds are told that way too', () => {
  const charge = { object: 'charge', payment_intent: 'pi_1', metadata: { ref: ourRef } };
  const body = eventBody('charge.refunded', { ...charge, refunded: true });
  const [event] = receive(body, signature(body)).events;
  assert.deepEqual(event?.match, { ours: ourRef, theirs: 'pi_1' });
  assert.equal(event?.outcome, undefined);
});
