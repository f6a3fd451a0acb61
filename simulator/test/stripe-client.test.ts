// Proves that Stripe's own client works against the simulator: payments, keys, errors, 3-D Secure,
// search, refunds, balance, statement and webhooks. Only the address is ours.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import Stripe from 'stripe';
import { startListener, startProvider } from './provider.ts';

const prefix = '/stripe';

async function openClient(t: TestContext, key = 'sk_test_simulator') {
  const provider = await startProvider(t);
  const { hostname, port } = new URL(provider.url);
  const atSimulator: typeof fetch = (input, init) => {
    const url = new URL(String(input));
    url.pathname = prefix + url.pathname;
    return fetch(url, init);
  };
  const stripe = new Stripe(key, {
    host: hostname,
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient(atSimulator),
  });
  return { provider, stripe };
}

function paymentOf(number: string, more: object = {}) {
  const card = { number, exp_month: 9, exp_year: 2039, cvc: '920' };
  return {
    amount: 10_000,
    currency: 'xof',
    confirm: true,
    return_url: 'https://shop.example/back',
    payment_method_data: {
      type: 'card',
      card,
    } as Stripe.PaymentIntentCreateParams.PaymentMethodData,
    metadata: { ref: 'order-1' },
    ...more,
  };
}

test('a payment succeeds at once, is found by search, and tells its fee', async (t) => {
  const { stripe } = await openClient(t);
  const payment = await stripe.paymentIntents.create(paymentOf('4242424242424242'), {
    idempotencyKey: 'order-1',
  });
  assert.deepEqual([payment.status, payment.amount_received], ['succeeded', 10_000]);
  const found = await stripe.paymentIntents.search({
    query: `metadata['ref']:'order-1'`,
    expand: ['data.latest_charge.balance_transaction'],
  });
  const charge = found.data[0]?.latest_charge as Stripe.Charge;
  assert.equal(found.data[0]?.id, payment.id);
  assert.equal((charge.balance_transaction as Stripe.BalanceTransaction).fee, 100);
});

test('a charge tells of its 3-D Secure: not asked for, or attempted since the bank takes no part', async (t) => {
  const { stripe } = await openClient(t);
  const told = async (number: string) => {
    const { status, latest_charge: charge } = await stripe.paymentIntents.create(
      paymentOf(number, { expand: ['latest_charge'] }),
    );
    const { card } = (charge as Stripe.Charge).payment_method_details!;
    return [status, card!.three_d_secure?.result];
  };
  assert.deepEqual(await told('4242424242424242'), ['succeeded', undefined]);
  assert.deepEqual(await told('4000000000002719'), ['succeeded', 'attempt_acknowledged']);
});

test('the same key gives the first answer again; with other parameters it is an error', async (t) => {
  const { stripe } = await openClient(t);
  const options = { idempotencyKey: 'order-2' };
  const first = await stripe.paymentIntents.create(paymentOf('4242424242424242'), options);
  const again = await stripe.paymentIntents.create(paymentOf('4242424242424242'), options);
  assert.equal(again.id, first.id);
  const headers = new Headers(again.lastResponse.headers);
  assert.equal(headers.get('idempotent-replayed'), 'true');
  await assert.rejects(
    stripe.paymentIntents.create(paymentOf('4242424242424242', { amount: 5 }), options),
    Stripe.errors.StripeIdempotencyError,
  );
});

test('declined cards are card errors with their codes', async (t) => {
  const { stripe } = await openClient(t);
  const cases = [
    ['4000000000000002', 'card_declined', 'generic_decline'],
    ['4000000000009995', 'card_declined', 'insufficient_funds'],
    ['4000000000000069', 'expired_card', ''],
    ['4000000000000127', 'incorrect_cvc', ''],
  ] as const;
  for (const [number, code, decline] of cases) {
    const error: unknown = await stripe.paymentIntents
      .create(paymentOf(number))
      .catch((thrown: unknown) => thrown);
    assert.ok(error instanceof Stripe.errors.StripeCardError, number);
    assert.deepEqual([error.code, error.decline_code ?? ''], [code, decline]);
    assert.equal(error.payment_intent?.status, 'requires_payment_method');
  }
});

test('3-D Secure: approved, refused, abandoned, declined afterwards, cancelled', async (t) => {
  const { stripe } = await openClient(t);
  const walk = async (number: string, button: string) => {
    const { id, next_action } = await stripe.paymentIntents.create(paymentOf(number));
    const url = next_action?.redirect_to_url?.url ?? '';
    assert.equal((await fetch(url)).status, 200);
    const back = await fetch(`${url}/${button}`, { method: 'POST', redirect: 'manual' });
    assert.equal(back.headers.get('location'), 'https://shop.example/back');
    const { status, last_payment_error: error } = await stripe.paymentIntents.retrieve(id);
    return [status, error?.code];
  };
  assert.deepEqual(await walk('4000000000003220', 'approve'), ['succeeded', undefined]);
  const declined = ['requires_payment_method', 'card_declined'];
  assert.deepEqual(await walk('4000002760003184', 'refuse'), declined);
  assert.deepEqual(await walk('4000008400001629', 'approve'), declined);
  assert.deepEqual(await walk('4000000000003220', 'abandon'), [
    'requires_payment_method',
    'payment_intent_authentication_failure',
  ]);
  const waits = await stripe.paymentIntents.create(paymentOf('4000000000003220'));
  assert.equal(waits.status, 'requires_action');
  assert.equal((await stripe.paymentIntents.cancel(waits.id)).status, 'canceled');
  await assert.rejects(stripe.paymentIntents.cancel(waits.id), {
    type: 'StripeInvalidRequestError',
  });
});

test('a payment without a card closes its key', async (t) => {
  const { stripe } = await openClient(t);
  const options = { idempotencyKey: 'order-3' };
  const draft = await stripe.paymentIntents.create({ amount: 10_000, currency: 'xof' }, options);
  assert.equal(draft.status, 'requires_payment_method');
  await assert.rejects(
    stripe.paymentIntents.create(paymentOf('4242424242424242'), options),
    Stripe.errors.StripeIdempotencyError,
  );
});

test('refund, balance and statement', async (t) => {
  const { stripe, provider } = await openClient(t);
  const before = await stripe.balance.retrieve();
  const payment = await stripe.paymentIntents.create(paymentOf('4242424242424242'));
  const refund = await stripe.refunds.create({ payment_intent: payment.id, amount: 10_000 });
  await provider.advance(3);
  assert.equal((await stripe.refunds.retrieve(refund.id)).status, 'succeeded');
  const listed = await stripe.refunds.list({ payment_intent: payment.id });
  assert.deepEqual(
    listed.data.map(({ id }) => id),
    [refund.id],
  );
  await assert.rejects(stripe.refunds.create({ payment_intent: payment.id }), {
    code: 'charge_already_refunded',
  });
  const after = await stripe.balance.retrieve();
  assert.equal(
    after.available[0]?.amount,
    before.available[0]!.amount - 100,
    'the fee is not given back',
  );
  const moves: (readonly [string, number, number])[] = [];
  for await (const { type, amount, fee } of stripe.balanceTransactions.list({ limit: 1 }))
    moves.push([type, amount, fee]);
  assert.deepEqual(moves, [
    ['refund', -10_000, 0],
    ['charge', 10_000, 100],
  ]);
});

test('a webhook is verified by the client itself', async (t) => {
  const { stripe } = await openClient(t);
  const listener = await startListener(t);
  const metadata = { ref: 'order-4', notice_url: listener.url };
  const payment = await stripe.paymentIntents.create(paymentOf('5997001234568002', { metadata }));
  assert.equal(payment.status, 'requires_action');
  await fetch(`${payment.next_action?.redirect_to_url?.url}/approve`, {
    method: 'POST',
    redirect: 'manual',
  });
  await listener.until(1);
  const [notice] = listener.received;
  const event = stripe.webhooks.constructEvent(
    notice?.text ?? '',
    notice?.headers['stripe-signature'] ?? '',
    'whsec_simulator',
  );
  assert.equal(event.type, 'payment_intent.succeeded');
  assert.equal(event.pending_webhooks, 1);
  assert.match(event.api_version ?? '', /^\d{4}-\d\d-\d\d\./);
});

test('a wrong key is refused', async (t) => {
  const { stripe } = await openClient(t, 'sk_test_other');
  await assert.rejects(stripe.balance.retrieve(), Stripe.errors.StripeAuthenticationError);
});

test('objects are as full as the client reads them, and every answer names its request', async (t) => {
  const { stripe } = await openClient(t);
  const open = await stripe.paymentIntents.create(paymentOf('4000000000003220'));
  assert.match(open.lastResponse.requestId, /^req_/);
  assert.match(open.client_secret ?? '', new RegExp(`^${open.id}_secret_[0-9a-f]+$`));
  assert.deepEqual([open.amount_capturable, open.canceled_at], [0, null]);
  assert.equal(open.next_action?.redirect_to_url?.return_url, 'https://shop.example/back');
  const reason = { cancellation_reason: 'requested_by_customer' } as const;
  const canceled = await stripe.paymentIntents.cancel(open.id, reason);
  assert.equal(canceled.cancellation_reason, 'requested_by_customer');
  assert.ok(Number.isInteger(canceled.canceled_at));
  assert.equal((await stripe.balance.retrieve()).pending[0]?.amount, 0);
  await assert.rejects(stripe.paymentIntents.create(paymentOf('4000000000009995')), {
    type: 'StripeCardError',
    requestId: /^req_/,
  });
});

test('a part is refunded, and what is more than the rest is refused as the client knows it', async (t) => {
  const { stripe, provider } = await openClient(t);
  const payment = await stripe.paymentIntents.create(paymentOf('4242424242424242'));
  const refund = await stripe.refunds.create({ payment_intent: payment.id, amount: 4_000 });
  await provider.advance(1);
  const expand = ['latest_charge'];
  const { latest_charge } = await stripe.paymentIntents.retrieve(payment.id, { expand });
  const charge = latest_charge as Stripe.Charge;
  assert.deepEqual([charge.amount_refunded, charge.refunded], [4_000, false]);
  await assert.rejects(stripe.refunds.create({ charge: charge.id, amount: 6_001 }), {
    type: 'StripeInvalidRequestError',
    param: 'amount',
    statusCode: 400,
  });
  const rest = await stripe.refunds.create({ charge: charge.id });
  const all: string[] = [];
  for await (const { id } of stripe.refunds.list({ limit: 1 })) all.push(id);
  assert.deepEqual([rest.amount, all], [6_000, [rest.id, refund.id]]);
});
