// Proves what leaves for Stripe: form encoding, the idempotency key, the card only on the wire, and
// what happens when the card is gone.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { json, ourRef } from '@jokko/connectors/kit/conformance';
import { stripeConnector } from '../index.ts';
import { card, config, execute, intent, list, paymentIntent, scripted } from './scripted.ts';

const prepared = stripeConnector.prepare(config, intent, ourRef);

test('the stored body holds no card, and cannot be confirmed', () => {
  const form = new URLSearchParams(prepared.body);
  assert.ok(!prepared.body.includes(card.number) && !prepared.body.includes('cvc'));
  assert.equal(form.get('confirm'), null);
  assert.deepEqual(
    [form.get('amount'), form.get('currency'), form.get('metadata[ref]')],
    ['1350', 'xof', ourRef],
  );
});

test('the card joins the stored bytes on their way out, under our reference as the key', async () => {
  const context = scripted([json(200, paymentIntent({ status: 'succeeded' }))]);
  await execute(context);
  const [request] = context.requests;
  assert.equal(request?.url, 'https://api.stripe.com/v1/payment_intents');
  assert.equal(request?.headers?.['Idempotency-Key'], ourRef);
  const body = String(request?.body);
  assert.ok(body.startsWith(`${prepared.body}&`));
  const form = new URLSearchParams(body);
  assert.deepEqual(
    ['number', 'cvc', 'exp_month', 'exp_year'].map((name) =>
      form.get(`payment_method_data[card][${name}]`),
    ),
    [card.number, card.cvc, '09', '39'],
  );
  assert.deepEqual([form.get('confirm'), form.get('return_url')], ['true', intent.urls.success]);
});

test('a replay sends the same bytes; an old answer is asked about again', async () => {
  const waits = paymentIntent({ status: 'processing' });
  const again = json(200, waits);
  const replayed =
    again.kind === 'answer' ? { ...again, headers: { 'idempotent-replayed': 'true' } } : again;
  const now = json(200, paymentIntent({ status: 'succeeded' }));
  const context = scripted([json(200, waits), replayed, now]);
  assert.equal((await execute(context)).kind, 'pending');
  assert.equal((await execute(context, 'replay')).kind, 'succeeded');
  assert.equal(String(context.requests[0]?.body), String(context.requests[1]?.body));
  assert.match(context.requests[2]?.url ?? '', /\/v1\/payment_intents\/pi_1\?/);
});

test('card gone before the first send: failed, and nothing is sent', async () => {
  const context = scripted([], false);
  const outcome = await execute(context);
  assert.ok(outcome.kind === 'failed' && outcome.executed === 'no');
  assert.equal(outcome.error.catalogue, 'partial_3ds_authentification');
});

test('card gone after a send: the key is closed with the stored bytes', async () => {
  const nothing = json(200, list([], 'search_result'));
  const closed = json(200, paymentIntent({ status: 'requires_payment_method' }));
  const context = scripted([nothing, closed], false);
  assert.equal((await execute(context, 'replay')).kind, 'failed');
  assert.equal(context.requests[1]?.body, prepared.body);
  assert.equal(context.requests[1]?.headers?.['Idempotency-Key'], ourRef);
});

test('card gone after a send that did arrive: Stripe refuses other bytes under the key, so it is not failed', async () => {
  const nothing = json(200, list([], 'search_result'));
  const known = json(400, { error: { type: 'idempotency_error', message: 'm' } });
  const found = json(200, list([paymentIntent({ status: 'succeeded' })], 'search_result'));
  assert.equal(
    (await execute(scripted([nothing, known, nothing], false), 'replay')).kind,
    'unknown',
  );
  assert.equal(
    (await execute(scripted([nothing, known, found], false), 'replay')).kind,
    'succeeded',
  );
});

test('no log line holds the card or the key', async () => {
  const context = scripted([json(200, paymentIntent({ status: 'sleeping' }))]);
  await execute(context);
  const log = JSON.stringify(context.lines);
  assert.equal(context.lines.length, 1);
  for (const secret of [card.number, card.cvc, config.secretKey]) assert.ok(!log.includes(secret));
});

test('a payment is searched by our reference, or read by its id; a refund among those of its payment', async () => {
  const context = scripted([
    json(200, list([], 'search_result')),
    json(200, paymentIntent({ status: 'succeeded' })),
    json(200, list([])),
  ]);
  await stripeConnector.query(context, intent, { ours: ourRef });
  await stripeConnector.query(context, intent, { ours: ourRef, theirs: 'pi_1' });
  await stripeConnector.queryRefund!(context, intent, { ours: ourRef, session: 'pi_1' });
  const [search, read, refunds] = context.requests.map(({ url }) => new URL(url));
  assert.equal(search?.searchParams.get('query'), `metadata['ref']:'${ourRef}'`);
  assert.equal(read?.pathname, '/v1/payment_intents/pi_1');
  assert.equal(refunds?.searchParams.get('payment_intent'), 'pi_1');
});

test('a form: what is unusable is named', () => {
  const problems = stripeConnector.checkConfig({
    ...config,
    baseUrl: 'ftp://x',
    secretKey: 'pk_live_1',
    webhookSecret: 'abc',
    timeoutMs: 5,
  });
  assert.deepEqual(
    problems.map(({ field }) => field),
    ['baseUrl', 'secretKey', 'webhookSecret', 'timeoutMs'],
  );
  assert.deepEqual(stripeConnector.checkConfig(config), []);
});
