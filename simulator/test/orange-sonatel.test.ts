// Proves that simulated Orange Sonatel answers as its documentation says.

import assert from 'node:assert/strict';
import { constants, createHmac, createPublicKey, publicEncrypt } from 'node:crypto';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { startListener, startProvider } from './provider.ts';
import type { Body } from './provider.ts';

async function open(t: TestContext) {
  const provider = await startProvider(t);
  const base = `${provider.url}/orange-sonatel`;
  const getToken = (secret: string) =>
    fetch(`${base}/oauth/v1/token`, {
      method: 'POST',
      body: new URLSearchParams({
        client_id: 'jokko-sonatel',
        client_secret: secret,
        grant_type: 'client_credentials',
      }),
    });
  const token = (await (await getToken('sandbox-sonatel-secret')).json()) as Body;
  const call = async (method: string, path: string, body?: object, headers: object = {}) => {
    const answer = await fetch(base + path, {
      method,
      headers: { authorization: `Bearer ${token.access_token}`, ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: (text === '' ? null : JSON.parse(text)) as Body };
  };
  const encryptedPin = async (pin: string) => {
    const { key } = (await call('GET', '/api/account/v1/publicKeys')).body;
    const parsed = createPublicKey({
      key: Buffer.from(key as string, 'base64'),
      format: 'der',
      type: 'spki',
    });
    const padding = constants.RSA_PKCS1_PADDING;
    return publicEncrypt({ key: parsed, padding }, Buffer.from(pin)).toString('base64');
  };
  return { provider, token, getToken, call, encryptedPin };
}

const amount = { value: 1000, unit: 'XOF' };
const cashIn = (encryptedPinCode: string, reference: string, id = '770000001') => ({
  partner: { idType: 'MSISDN', id: '771234567', encryptedPinCode },
  customer: { idType: 'MSISDN', id },
  amount,
  reference,
  receiveNotification: true,
});

test('a cash-in with the encrypted PIN; the notice bears key and signature', async (t) => {
  const { provider, token, call, encryptedPin } = await open(t);
  assert.deepEqual([token.token_type, token.expires_in], ['Bearer', 300]);
  const listener = await startListener(t);
  const headers = { 'x-callback-url': listener.url, 'x-api-key': 'our-key' };
  const order = cashIn(await encryptedPin('2021'), 'R-1');
  const taken = await call('POST', '/api/eWallet/v1/cashins', order, headers);
  assert.deepEqual(
    [taken.status, taken.body.status, taken.body.reference],
    [200, 'PENDING', 'R-1'],
  );
  await provider.advance(2);
  await listener.until(1);
  const [notice] = listener.received;
  assert.deepEqual([notice?.body.status, notice?.body.amount], ['SUCCESS', amount]);
  assert.equal(notice?.headers['authorization'], 'Basic our-key');
  const [, seconds, signature] =
    /^t=(\d+),v1=(\w+)$/.exec(notice?.headers['x-sonatel-signature'] ?? '') ?? [];
  const hmac = createHmac('sha256', 'sandbox-sonatel-notices');
  assert.equal(signature, hmac.update(`${seconds},${notice?.text}`).digest('hex'));
  const found = await call('GET', '/api/eWallet/v1/transactions?reference=R-1');
  assert.deepEqual([found.body.length, found.body[0].status], [1, 'SUCCESS']);
  const { transactionId } = taken.body;
  const told = await call('GET', `/api/eWallet/v1/transactions/${transactionId}/status`);
  assert.deepEqual(told.body, { status: 'SUCCESS' });
});

test('wrong secret, wrong PIN, revoked key, used reference, unknown number: the documented codes', async (t) => {
  const { provider, getToken, call, encryptedPin } = await open(t);
  assert.equal((await getToken('x')).status, 401);
  const code = async (order: object) =>
    (await call('POST', '/api/eWallet/v1/cashins', order)).body.code as number;
  const good = await encryptedPin('2021');
  assert.equal(await code(cashIn(await encryptedPin('1111'), 'R-1')), 2011);
  assert.equal(await code(cashIn('AAAA', 'R-1')), 4003);
  assert.equal(await code(cashIn(good, 'R-1', '+221770000001')), 2001);
  assert.equal(await code(cashIn(good, 'R-1')), undefined);
  assert.equal(await code(cashIn(good, 'R-1')), 4099);
  const balance = { idType: 'MSISDN', id: '771234567', encryptedPinCode: good };
  const told = await call('POST', '/api/eWallet/v1/account/retailer/balance', balance);
  assert.equal(told.body.unit, 'XOF');
  await provider.advance(301);
  assert.equal((await call('GET', '/api/account/v1/publicKeys')).status, 401, 'tokens end');
});

test('a key is revoked after a day', async (t) => {
  const { provider, call, encryptedPin, getToken } = await open(t);
  const old = await encryptedPin('2021');
  await provider.advance(24 * 3_600);
  const { access_token: fresh } = (await (await getToken('sandbox-sonatel-secret')).json()) as Body;
  const headers = { authorization: `Bearer ${fresh}` };
  const refused = await call('POST', '/api/eWallet/v1/cashins', cashIn(old, 'R-1'), headers);
  assert.equal(refused.body.code, 4003);
});

test('a one-time code pays; the wrong one is told as such', async (t) => {
  const { provider, call } = await open(t);
  const pay = (otp: string) =>
    call('POST', '/api/eWallet/v1/payments/onestep', {
      customer: { idType: 'MSISDN', id: '770000001', otp, walletType: 'PRINCIPAL' },
      partner: { idType: 'CODE', id: '123456' },
      amount,
      reference: 'R-1',
    });
  assert.equal((await pay('000000')).body.code, 2012);
  const { otp } = (await call('POST', '/api/eWallet/v1/payments/otp', {})).body;
  assert.equal((await pay(otp as string)).status, 200);
  await provider.advance(2);
  assert.deepEqual(await provider.results('R-1'), ['accepted', 'executed']);
});

test('a QR code has links for its apps, is paid on its page, and ends', async (t) => {
  const { provider, call } = await open(t);
  const make = (reference: string, customer = '770000001') =>
    call('POST', '/api/eWallet/v4/qrcode', {
      code: '123456',
      name: 'Shop',
      amount,
      validity: 900,
      reference,
      metadata: { customer },
      callbackSuccessUrl: 'http://shop.example/paid',
      callbackCancelUrl: 'http://shop.example/cancel',
      restrictions: { isSingleUse: true },
    });
  const status = async (reference: string) => {
    const { body } = await call('GET', `/api/eWallet/v1/transactions?reference=${reference}`);
    return [body[0].status, body[0].code] as [string, number | undefined];
  };
  const { body } = await make('R-1');
  assert.deepEqual(Object.keys(body.deepLinks as object), ['MAXIT', 'OM']);
  assert.deepEqual(await status('R-1'), ['PRE_INITIATED', undefined]);
  assert.equal((await fetch(body.deepLinks.OM as string)).status, 200);
  await fetch(`${body.deepLink}/approve`, { method: 'POST', redirect: 'manual' });
  assert.deepEqual(await status('R-1'), ['SUCCESS', undefined]);
  await make('R-2', '770008000');
  await provider.advance(299);
  assert.deepEqual(await status('R-2'), ['PRE_INITIATED', undefined]);
});
