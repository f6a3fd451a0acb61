// The simulated Airtel Money takes the requests of the documentation and answers in its shapes.

import assert from 'node:assert/strict';
import { constants, publicEncrypt } from 'node:crypto';
import { test, type TestContext } from 'node:test';
import { simulatorPublicKey } from '@jokko/connectors/kit/conformance';
import { client, disbursementPin } from '../src/airtel/credentials.ts';
import { startListener, startProvider } from './provider.ts';
import type { Answer } from './provider.ts';

async function open(t: TestContext) {
  const provider = await startProvider(t);
  const base = `${provider.url}/airtel`;
  const call = async (
    method: string,
    path: string,
    body?: object,
    token?: string,
  ): Promise<Answer> => {
    const headers = {
      'x-country': 'UG',
      'x-currency': 'UGX',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    };
    const payload = body === undefined ? null : JSON.stringify(body);
    const answer = await fetch(base + path, { method, headers, body: payload });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
  };
  const asked = { client_id: client.id, client_secret: client.secret };
  const given = await call('POST', '/auth/oauth2/token', {
    ...asked,
    grant_type: 'client_credentials',
  });
  assert.equal(given.body.expires_in, 180);
  const token = given.body.access_token as string;
  return { provider, call, token };
}

const payment = (id: string, msisdn = '752604392') => ({
  reference: 'Testing transaction',
  subscriber: { country: 'UG', currency: 'UGX', msisdn },
  transaction: { amount: 1000, country: 'UG', currency: 'UGX', id },
});

test('a payment is in process, then TS, and its callback goes to the portal’s address', async (t) => {
  const { provider, call, token } = await open(t);
  const listener = await startListener(t);
  await call('POST', '/portal/callback', { url: listener.url });
  const taken = await call('POST', '/merchant/v1/payments/', payment('random-unique-id'), token);
  assert.deepEqual(
    [taken.status, taken.body.status.response_code, taken.body.status.success],
    [200, 'DP00800001006', true],
  );
  const asked = '/standard/v1/payments/random-unique-id';
  const statusOf = async () => (await call('GET', asked, undefined, token)).body.data.transaction;
  assert.equal((await statusOf()).status, 'TIP');
  await provider.advance(3);
  const done = await statusOf();
  assert.deepEqual([done.status, done.id], ['TS', 'random-unique-id']);
  await listener.until(1);
  const { transaction } = listener.received[0]!.body;
  assert.deepEqual(
    [transaction.id, transaction.status_code, transaction.airtel_money_id],
    ['random-unique-id', 'TS', done.airtel_money_id],
  );
});

test('an id is taken once, an unknown one is 1025, and a number has no country code', async (t) => {
  const { provider, call, token } = await open(t);
  await call('POST', '/merchant/v1/payments/', payment('only-once'), token);
  const again = await call('POST', '/merchant/v1/payments/', payment('only-once'), token);
  assert.deepEqual([again.status, again.body.status.success], [400, false]);
  await provider.advance(3);
  assert.deepEqual(await provider.results('only-once'), ['accepted', 'executed']);
  const missing = await call('GET', '/standard/v1/payments/never-seen', undefined, token);
  assert.equal(missing.body.status.response_code, 'DP00800001025');
  const plus = await call(
    'POST',
    '/merchant/v1/payments/',
    payment('with-plus', '+256752604392'),
    token,
  );
  assert.equal(plus.status, 400);
});

test('a token lives 180 seconds, a stranger gets none, and a payout without the right PIN is refused', async (t) => {
  const { provider, call, token } = await open(t);
  const stranger = { client_id: 'x', client_secret: 'y', grant_type: 'client_credentials' };
  assert.equal((await call('POST', '/auth/oauth2/token', stranger)).status, 401);
  const order = {
    payee: { msisdn: '752604392' },
    reference: 'Testing',
    pin: 'not encrypted',
    transaction: { amount: 1000, id: 'payout-1' },
  };
  assert.equal((await call('POST', '/standard/v1/disbursements/', order, token)).status, 400);
  await provider.advance(180);
  const late = await call('GET', '/standard/v1/users/balance', undefined, token);
  assert.equal(late.status, 401);
});

test('disbursements have response codes of their own: refused, failed, repeated, not found', async (t) => {
  const { call, token } = await open(t);
  const key = { key: simulatorPublicKey, padding: constants.RSA_PKCS1_PADDING };
  const pin = publicEncrypt(key, Buffer.from(disbursementPin)).toString('base64');
  const path = '/standard/v1/disbursements/';
  const payOut = async (id: string, msisdn: string) => {
    const order = { payee: { msisdn }, reference: 'Testing', pin, transaction: { amount: 5, id } };
    return (await call('POST', path, order, token)).body.status;
  };
  const codes = [];
  // Number invalid, refused, the float is low, our account, no listed cause; then the first id
  // again.
  for (const [at, id] of [1, 108, 53, 19, 29, 1].entries())
    codes.push(
      (await payOut(`payout-${at % 5}`, `75${String(7000 + id).padStart(7, '0')}`)).response_code,
    );
  const missing = await call('GET', `${path}never-seen`, undefined, token);
  assert.deepEqual(
    [...codes, missing.body.status.response_code].map((code: string) => code.slice(-4)),
    ['1012', '1013', '1005', '1016', '1005', '1017', '1015'],
  );
});
