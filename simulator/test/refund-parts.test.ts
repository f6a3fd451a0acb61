// Proves that a payment is given back in parts, never for more than itself, and that book, balance
// and statement agree about it, over Stripe.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { newFolder, startListener, startProvider } from './provider.ts';
import type { Provider } from './provider.ts';

const key = 'sk_test_simulator';

/** As Stripe's client sends it: the body form-encoded. */
async function stripe(
  provider: Provider,
  method: string,
  path: string,
  form: { [name: string]: string } = {},
  headers: { [name: string]: string } = {},
) {
  const answer = await fetch(`${provider.url}/stripe/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...headers },
    ...(method === 'POST' ? { body: new URLSearchParams(form) } : {}),
  });
  // oxlint-disable-next-line typescript/no-explicit-any
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as any };
}

const pay = async (provider: Provider, noticeUrl?: string) =>
  (
    await stripe(
      provider,
      'POST',
      '/payment_intents',
      {
        amount: '10000',
        currency: 'xof',
        confirm: 'true',
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': '4242424242424242',
        'payment_method_data[card][exp_month]': '9',
        'payment_method_data[card][exp_year]': '2039',
        'payment_method_data[card][cvc]': '920',
        'metadata[ref]': 'order-1',
        ...(noticeUrl === undefined ? {} : { 'metadata[notice_url]': noticeUrl }),
      },
      { 'idempotency-key': 'order-1' },
    )
  ).body.id as string;

/** The fee of a payment of 10,000. */
const fee = 100;

const chargeOf = async (provider: Provider, id: string) =>
  (await stripe(provider, 'GET', `/payment_intents/${id}?expand[]=latest_charge`)).body
    .latest_charge;

const float = async (provider: Provider) =>
  (await stripe(provider, 'GET', '/balance')).body.available.find(
    ({ currency }: { currency: string }) => currency === 'xof',
  ).amount as number;

async function open(t: TestContext) {
  const dataDir = newFolder(t);
  return { dataDir, provider: await startProvider(t, { dataDir }) };
}

test('parts add up to the payment, and the last one reverses it', async (t) => {
  const { dataDir, provider } = await open(t);
  const before = await float(provider);
  const id = await pay(provider);
  const first = await stripe(provider, 'POST', '/refunds', {
    payment_intent: id,
    amount: '4000',
    reason: 'requested_by_customer',
  });
  assert.deepEqual(
    [first.status, first.body.amount, first.body.status, first.body.reason],
    [200, 4_000, 'pending', 'requested_by_customer'],
  );
  await provider.advance(1);
  const part = await chargeOf(provider, id);
  assert.deepEqual([part.amount_refunded, part.refunded], [4_000, false]);
  assert.equal(await float(provider), before + 6_000 - fee);
  assert.deepEqual(await provider.results('order-1'), ['executed']);
  await provider.close();
  // Over a restart: the parts are read from the book.
  const again = await startProvider(t, { dataDir });
  const { error } = (
    await stripe(again, 'POST', '/refunds', { payment_intent: id, amount: '6001' })
  ).body;
  assert.deepEqual([error.param, error.code], ['amount', undefined]);
  assert.match(error.message, /\(6001 XOF\) is greater than unrefunded amount on charge \(6000 /);
  const rest = await stripe(again, 'POST', '/refunds', { charge: id.replace('pi_', 'ch_') });
  assert.equal(rest.body.amount, 6_000);
  const { body } = await stripe(again, 'POST', '/refunds', { payment_intent: id, amount: '1' });
  assert.equal(body.error.code, 'charge_already_refunded');
  await again.advance(1);
  const whole = await chargeOf(again, id);
  assert.deepEqual([whole.amount_refunded, whole.refunded], [10_000, true]);
  assert.equal(await float(again), before - fee, 'the fee is not given back');
  assert.deepEqual(await again.results('order-1'), ['executed', 'reversed']);
  const listed = await stripe(again, 'GET', `/refunds?payment_intent=${id}`);
  assert.deepEqual(
    listed.body.data.map(({ id: each }: { id: string }) => each),
    [rest.body.id, first.body.id],
  );
  const moves = await stripe(again, 'GET', '/balance_transactions');
  assert.deepEqual(
    moves.body.data.map(({ amount }: { amount: number }) => amount),
    [-6_000, -4_000, 10_000],
  );
});

test('a refund over the payment is refused, and two at once cannot both have it', async (t) => {
  const { provider } = await open(t);
  const id = await pay(provider);
  const over = await stripe(provider, 'POST', '/refunds', { payment_intent: id, amount: '10001' });
  assert.equal(over.status, 400);
  assert.match(over.body.error.message, /greater than charge amount \(10000 XOF\)/);
  const both = await Promise.all(
    ['r-1', 'r-2'].map((name) =>
      stripe(
        provider,
        'POST',
        '/refunds',
        { payment_intent: id, amount: '6000' },
        { 'idempotency-key': name },
      ),
    ),
  );
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 400]);
  // The same key is the same refund, and not a second one.
  const name = both[0]?.status === 200 ? 'r-1' : 'r-2';
  const form = { payment_intent: id, amount: '6000' };
  const repeated = await stripe(provider, 'POST', '/refunds', form, { 'idempotency-key': name });
  assert.equal(repeated.body.id, both.find(({ status }) => status === 200)?.body.id);
  // What is under way cannot be taken back by somebody else as well.
  assert.equal((await provider.control('POST', '/behaviour', { reverse: 'order-1' })).status, 409);
  await provider.advance(1);
  assert.equal((await provider.control('POST', '/behaviour', { reverse: 'order-1' })).status, 200);
  assert.equal((await chargeOf(provider, id)).amount_refunded, 10_000);
  const statement = await (await fetch(`${provider.url}/control/statement`)).text();
  const rows = statement.trim().split('\r\n').slice(1);
  const shown = rows.map((row) => row.split(',')).map((row) => [row[4], row[5], row[7]]);
  assert.deepEqual(shown, [
    ['10000', '100', 'SUCCESS'],
    ['6000', '60', 'SUCCESS'],
    ['4000', '40', 'REVERSED'],
  ]);
});

test('events tell of a payment at once, of a refund made and done, and of its charge', async (t) => {
  const { provider } = await open(t);
  const listener = await startListener(t);
  const id = await pay(provider, listener.url);
  await listener.until(1);
  const form = {
    payment_intent: id,
    amount: '4000',
    'metadata[ref]': 'back-1',
    'metadata[notice_url]': listener.url,
  };
  const made = await stripe(provider, 'POST', '/refunds', form, { 'idempotency-key': 'back-1' });
  await listener.until(2);
  await provider.advance(1);
  await listener.until(4);
  const told = listener.received.map(({ body }) => body);
  assert.deepEqual(
    told.slice(0, 2).map(({ type }) => type),
    ['payment_intent.succeeded', 'refund.created'],
  );
  assert.deepEqual(
    told
      .slice(2)
      .map(({ type }) => type)
      .toSorted(),
    ['charge.refunded', 'refund.updated'],
  );
  assert.equal(new Set(told.map((event) => event.id)).size, told.length);
  assert.deepEqual(told[1].request, {
    id: made.headers.get('request-id'),
    idempotency_key: 'back-1',
  });
  const [charge] = told.filter(({ type }) => type === 'charge.refunded');
  assert.deepEqual(
    [charge.request, charge.livemode, charge.data.object.amount_refunded],
    [{ id: null, idempotency_key: null }, false, 4_000],
  );
});

test('errors name their page and their entry in the log; declines their codes', async (t) => {
  const { provider } = await open(t);
  const missing = await stripe(provider, 'GET', '/payment_intents/pi_none');
  const { error } = missing.body;
  assert.match(error.doc_url, /^https:\/\/docs\.stripe\.com\/error-codes#resource-missing$/);
  assert.ok(error.request_log_url.endsWith(missing.headers.get('request-id')));
  for (const [number, code, decline, network, advice] of [
    ['4000000000000002', 'card_declined', 'generic_decline', '05', 'try_again_later'],
    ['4000000000009987', 'card_declined', 'lost_card', '41', 'do_not_try_again'],
    ['4000000000009979', 'card_declined', 'stolen_card', '43', 'do_not_try_again'],
    ['4000000000006975', 'card_declined', 'card_velocity_exceeded', '65', 'try_again_later'],
    ['4000000000000119', 'processing_error', undefined, undefined, 'try_again_later'],
  ]) {
    const { status, body } = await stripe(provider, 'POST', '/payment_intents', {
      amount: '10000',
      currency: 'xof',
      confirm: 'true',
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': number ?? '',
      'payment_method_data[card][exp_month]': '9',
      'payment_method_data[card][exp_year]': '2039',
      'payment_method_data[card][cvc]': '920',
    });
    assert.equal(status, 402);
    const { code: told, decline_code, network_decline_code, advice_code } = body.error;
    assert.deepEqual(
      [told, decline_code, network_decline_code, advice_code],
      [code, decline, network, advice],
    );
  }
});
