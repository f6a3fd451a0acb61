// Proves that simulated Orange Money Web Payment answers as its documentation's examples show.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startListener, startProvider } from './provider.ts';
import type { Body, Provider } from './provider.ts';

const basic = `Basic ${Buffer.from('jokko-webpay:sandbox-webpay-secret').toString('base64')}`;

async function call(provider: Provider, path: string, body: unknown, authorization?: string) {
  const answer = await fetch(`${provider.url}/orange-webpay${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(authorization === undefined ? {} : { authorization }),
    },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as Body };
}

async function open(t: Parameters<typeof startProvider>[0]) {
  const provider = await startProvider(t);
  const token = (await call(provider, '/oauth/v3/token', {}, basic)).body;
  const post = (what: string, body: object) =>
    call(provider, `/orange-money-webpay/dev/v1/${what}`, body, `Bearer ${token.access_token}`);
  return { provider, token, post };
}

/** The example of the documentation, for the test country. */
const order = (id: string, changes: object = {}) => ({
  merchant_key: 'sandbox-merchant-key',
  currency: 'OUV',
  order_id: id,
  amount: 1200,
  return_url: 'http://shop.example/back',
  cancel_url: 'http://shop.example/cancel',
  notif_url: 'http://127.0.0.1:9/notif',
  lang: 'fr',
  reference: 'ref Merchant',
  ...changes,
});

test('a token for ninety days, a page, its payment, and a notice with the token of the order', async (t) => {
  const { provider, token, post } = await open(t);
  assert.deepEqual([token.token_type, token.expires_in], ['Bearer', 7_776_000]);
  const listener = await startListener(t);
  const opened = await post('webpayment', order('MY-ORDER-1', { notif_url: listener.url }));
  assert.deepEqual([opened.status, opened.body.status, opened.body.message], [201, 201, 'OK']);
  const asked = { order_id: 'MY-ORDER-1', amount: 1200, pay_token: opened.body.pay_token };
  assert.equal((await post('transactionstatus', asked)).body.status, 'INITIATED');
  assert.equal((await fetch(opened.body.payment_url)).status, 200);
  assert.equal((await post('transactionstatus', asked)).body.status, 'PENDING');
  await fetch(`${opened.body.payment_url}/approve`, { method: 'POST', redirect: 'manual' });
  const { status, order_id: orderId, txnid } = (await post('transactionstatus', asked)).body;
  assert.deepEqual([status, orderId], ['SUCCESS', 'MY-ORDER-1']);
  await listener.until(1);
  const { notif_token: notifToken } = opened.body;
  assert.deepEqual(listener.received[0]?.body, { status, notif_token: notifToken, txnid });
  assert.deepEqual(await provider.results('MY-ORDER-1'), ['accepted', 'executed']);
});

test('nothing without a good token, the right key, a fresh id and the right token of the order', async (t) => {
  const { provider, post } = await open(t);
  const path = '/orange-money-webpay/dev/v1/webpayment';
  assert.equal((await call(provider, '/oauth/v3/token', {}, 'Basic eDp5')).status, 401);
  assert.equal((await call(provider, path, order('A'))).body.code, 40);
  assert.equal((await call(provider, path, order('A'), 'Bearer x')).body.code, 42);
  for (const changes of [
    { merchant_key: 'x' },
    { amount: 12.5 },
    { currency: 'XOF' },
    { order_id: 'x'.repeat(31) },
  ])
    assert.equal(
      (await post('webpayment', order('A', changes))).status,
      400,
      JSON.stringify(changes),
    );
  const { pay_token: payToken } = (await post('webpayment', order('A'))).body;
  assert.equal((await post('webpayment', order('A'))).status, 400);
  for (const wrong of [{ pay_token: 'x' }, { amount: 1 }, { order_id: 'B' }]) {
    const asked = { order_id: 'A', amount: 1200, pay_token: payToken, ...wrong };
    assert.equal((await post('transactionstatus', asked)).status, 404);
  }
});

test('a page is open for ten minutes; a token ends with its ninety days', async (t) => {
  const { provider, post } = await open(t);
  const { pay_token: payToken } = (await post('webpayment', order('A', { reference: '770008000' })))
    .body;
  await provider.advance(601);
  const asked = { order_id: 'A', amount: 1200, pay_token: payToken };
  assert.equal((await post('transactionstatus', asked)).body.status, 'EXPIRED');
  await provider.advance(7_776_000);
  assert.equal((await post('transactionstatus', asked)).body.code, 42);
});
