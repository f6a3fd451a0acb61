// Proves that the simulated Orange SMS API takes what its documentation describes, and answers as
// the bodies that clients have kept.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { basic } from '../src/orange-sms/credentials.ts';
import { isLeftWithoutAnswer, startListener, startProvider } from './provider.ts';
import type { Answer, Body, Provider } from './provider.ts';

const account = 'orange-sms';
const sender = 'tel:+2210000';
const phone = (digits: string): string => `tel:+22177000${digits}`;

async function call(
  provider: Provider,
  path: string,
  init: RequestInit & { headers: { [name: string]: string } },
): Promise<Answer> {
  const response = await fetch(`${provider.url}/orange-sms${path}`, init);
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : (JSON.parse(text) as Body) };
}

const askToken = (provider: Provider, headers: object = {}): Promise<Answer> =>
  call(provider, '/oauth/v3/token', {
    method: 'POST',
    headers: { authorization: basic, accept: 'application/json', ...headers },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });

async function open(t: TestContext) {
  const provider = await startProvider(t, { delayMs: 0 });
  const { body } = await askToken(provider);
  const authorization = `Bearer ${body.access_token}`;
  const send = (digits: string, changes: object = {}, path = 'tel%3A%2B2210000') =>
    call(provider, `/smsmessaging/v1/outbound/${path}/requests`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({
        outboundSMSMessageRequest: {
          address: phone(digits),
          senderAddress: sender,
          senderName: 'JOKKO',
          outboundSMSTextMessage: { message: 'Bonjour à tous' },
          ...changes,
        },
      }),
    });
  const get = (path: string, method = 'GET') =>
    call(provider, path, { method, headers: { authorization } });
  return { provider, authorization, send, get };
}

const idOf = ({ body }: Answer): string =>
  (body.outboundSMSMessageRequest.resourceURL as string).split('/').at(-1) ?? '';

test('a token says in a text how long it lives; then it has expired', async (t) => {
  const { provider, send } = await open(t);
  const { status, body } = await askToken(provider);
  assert.deepEqual([status, body.token_type, body.expires_in], [200, 'Bearer', '3600']);
  assert.equal((await askToken(provider, { accept: 'text/html' })).status, 406);
  assert.equal((await askToken(provider, { authorization: 'Basic eDp5' })).status, 401);
  assert.equal((await send('0001')).status, 201);
  await provider.advance(3_600);
  const expired = await send('0001');
  assert.deepEqual([expired.status, expired.body.code], [401, 42]);
  const path = '/sms/admin/v1/contracts';
  const stranger = await call(provider, path, { headers: { authorization: 'Bearer x' } });
  const nobody = await call(provider, path, { headers: {} });
  assert.deepEqual([stranger.body.code, nobody.body.code], [41, 40]);
});

test('tokens are asked for fifty times a minute at most', async (t) => {
  const { provider } = await open(t);
  const statuses: number[] = [];
  for (let asked = 1; asked <= 50; asked += 1) statuses.push((await askToken(provider)).status);
  assert.deepEqual([statuses.at(-2), statuses.at(-1)], [200, 429]);
  await provider.advance(60);
  assert.equal((await askToken(provider)).status, 200);
});

test('a message in all spellings, and its notice to the subscribed address', async (t) => {
  const { provider, authorization, send, get } = await open(t);
  const listener = await startListener(t);
  const subscribed = await call(provider, `/smsmessaging/v1/outbound/${sender}/subscriptions`, {
    method: 'POST',
    headers: { authorization },
    body: JSON.stringify({
      deliveryReceiptSubscription: { callbackReference: { notifyURL: listener.url } },
    }),
  });
  assert.equal(subscribed.status, 201);
  const sent = await send('0001');
  const { resourceURL, ...rest } = sent.body.outboundSMSMessageRequest;
  assert.equal(sent.status, 201);
  assert.deepEqual(rest, {
    address: [phone('0001')],
    senderAddress: sender,
    senderName: 'JOKKO',
    outboundSMSTextMessage: { message: 'Bonjour à tous' },
  });
  assert.match(resourceURL, /\/outbound\/tel:\+2210000\/requests\/[0-9a-f-]{36}$/);
  await listener.until(1);
  assert.deepEqual(listener.received[0]?.body, {
    deliveryInfoNotification: {
      callbackData: idOf(sent),
      deliveryInfo: { address: phone('0001'), deliveryStatus: 'DeliveredToTerminal' },
    },
  });
  assert.equal((await send('0002', { address: [phone('0002')] }, sender)).status, 201);
  const several = await send('0003', { address: [phone('0003'), phone('0004')] });
  assert.equal(several.body.requestError.serviceException.messageId, 'SVC0002');
  const subscription = '/smsmessaging/v1/outbound/subscriptions/sub-1';
  const { body } = await get(subscription);
  assert.equal(body.deliveryReceiptSubscription.callbackReference.notifyURL, listener.url);
  assert.equal((await get(subscription, 'DELETE')).status, 204);
  assert.equal((await get(subscription)).status, 404);
});

test('results by digits: a failure that is taken back, a list, a word of no table, a stranger', async (t) => {
  const { provider, send } = await open(t);
  const listener = await startListener(t);
  await provider.control('POST', '/sms/webhook', { account, webhook: listener.url });
  const tell = async (digits: string, count: number): Promise<string[]> => {
    const before = listener.received.length;
    const id = idOf(await send(digits));
    await listener.until(before + 1);
    await provider.advance(1);
    await listener.until(before + count);
    return listener.received.slice(before).map(({ body }) => {
      const { callbackData, deliveryInfo } = body.deliveryInfoNotification;
      const list = Array.isArray(deliveryInfo);
      const { deliveryStatus } = list ? deliveryInfo[0] : deliveryInfo;
      return `${deliveryStatus}${list ? ' in a list' : ''}${callbackData === id ? '' : ' of another'}`;
    });
  };
  assert.deepEqual(await tell('8024', 2), ['DeliveryImpossible', 'DeliveredToTerminal']);
  assert.deepEqual(await tell('8022', 2), ['DeliveredToNetwork in a list', 'DeliveredToTerminal']);
  assert.deepEqual(await tell('8020', 1), ['MoonInWrongPhase']);
  assert.deepEqual(await tell('0451', 1), ['DeliveryImpossible']);
  assert.deepEqual(await tell('9401', 1), ['DeliveryUncertain']);
  assert.deepEqual(await tell('8006', 2), ['DeliveryImpossible of another', 'DeliveredToTerminal']);
});

test('refusals of both families', async (t) => {
  const { send, get } = await open(t);
  const reasonOf = ({ status, body }: Answer): unknown => {
    const { serviceException, policyException } = body.requestError ?? {};
    return [status, body.code ?? (serviceException ?? policyException).messageId];
  };
  const byDigits = ['7011', '7010', '7001', '7902', '7098', '7088', '7020', '8021', '0454'];
  assert.deepEqual((await Promise.all(byDigits.map((digits) => send(digits)))).map(reasonOf), [
    [400, 'SVC0004'],
    [400, 'SVC0002'],
    [400, 'SVC0280'],
    [403, 'POL0001'],
    [403, 50],
    [429, 53],
    [503, 5],
    [400, 'SVC9999'],
    [400, 'SVC0004'],
  ]);
  const expired = (await send('7902')).body.requestError.policyException;
  assert.match(expired.variables[0], /^Expired contract/);
  const wrong = [
    await send('0001', {}, 'tel%3A%2B2220000'),
    await send('0001', { senderAddress: 'tel:+2230000' }),
    await send('0001', { senderName: 'longer than 11' }),
    await send('0001', { outboundSMSTextMessage: {} }),
  ];
  assert.deepEqual(wrong.map(reasonOf), Array(4).fill([400, 'SVC0002']));
  assert.deepEqual(reasonOf(await get('/smsmessaging/v1/nowhere')), [404, 60]);
});

test('contracts: a unit for each part, also of what got no answer; none without credit', async (t) => {
  const { provider, send, get } = await open(t);
  const units = async (): Promise<unknown> => {
    const [contract] = (await get('/sms/admin/v1/contracts?country=SEN')).body;
    return [contract.country, contract.availableUnits, contract.status];
  };
  assert.deepEqual(await units(), ['SEN', 100_000, 'ACTIVE']);
  await send('0001', { outboundSMSTextMessage: { message: 'ê'.repeat(71) } });
  assert.ok(await isLeftWithoutAnswer(send('8003')));
  assert.ok(await isLeftWithoutAnswer(send('8004')));
  assert.deepEqual(await units(), ['SEN', 99_997, 'ACTIVE']);
  await provider.control('POST', '/sms/behaviour', { account, noCredit: true });
  assert.deepEqual(await units(), ['SEN', 0, 'EXPIRED']);
  assert.equal((await send('0001')).status, 403);
});

test('messages from phones', async (t) => {
  const { provider } = await open(t);
  const listener = await startListener(t);
  await provider.control('POST', '/sms/webhook', { account, webhook: listener.url });
  const written = { account, from: '221770000001', to: '40404', text: 'STOP' };
  await provider.control('POST', '/sms/inbound', written);
  await listener.until(1);
  const { inboundSMSMessage } = listener.received[0]!.body.inboundSMSMessageNotification;
  const { senderAddress, destinationAddress, message } = inboundSMSMessage;
  assert.deepEqual(
    [senderAddress, destinationAddress, message],
    ['tel:+221770000001', 'tel:+40404', 'STOP'],
  );
});
