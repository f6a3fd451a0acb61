// Proves that Twilio's own client works against the simulator: messages, look-up, list, balance,
// errors, and the signatures of its callbacks. Only the address is ours.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import twilio from 'twilio';
import {
  accountSid,
  apiKeySecret,
  apiKeySid,
  authToken,
  messagingServiceSid,
} from '../src/twilio/credentials.ts';
import { isLeftWithoutAnswer, newFolder, startListener, startProvider, until } from './provider.ts';
import type { Received } from './provider.ts';

function openClient(url: string, token = authToken, user = accountSid) {
  class AtSimulator extends twilio.RequestClient {
    override request: InstanceType<typeof twilio.RequestClient>['request'] = (options) =>
      super.request({
        ...options,
        uri: options.uri.replace('https://api.twilio.com', `${url}/twilio`),
      });
  }
  return twilio(user, token, { httpClient: new AtSimulator(), accountSid });
}

async function open(t: TestContext) {
  const provider = await startProvider(t, { delayMs: 0 });
  const listener = await startListener(t);
  return { provider, listener, client: openClient(provider.url) };
}

const from = '+15005550006';
const order = (digits: string, more: object = {}) => ({
  to: `+22177000${digits}`,
  from,
  body: 'Bonjour à tous',
  ...more,
});

const isGenuine = (received: Received, url: string): boolean =>
  twilio.validateRequest(
    authToken,
    received.headers['x-twilio-signature'] ?? '',
    new URL(received.path, url).href,
    received.body as Record<string, unknown>,
  );

test('sent, told by a signed callback with our query, looked up and listed', async (t) => {
  const { client, listener, provider } = await open(t);
  const statusCallback = `${listener.url}?ref=ours%201&x=é`;
  const sent = await client.messages.create(order('0001', { statusCallback }));
  assert.deepEqual(
    [sent.status, sent.numSegments, sent.errorCode, sent.to, sent.dateSent],
    ['queued', '1', null, '+221770000001', null],
  );
  assert.match(sent.sid, /^SM[0-9a-f]{32}$/);
  await listener.until(1);
  const [callback] = listener.received;
  assert.ok(isGenuine(callback!, listener.url));
  assert.ok(!isGenuine({ ...callback!, path: '/notice?ref=another' }, listener.url));
  const { MessageSid, MessageStatus, To, RawDlrDoneDate } = callback!.body;
  assert.deepEqual([MessageSid, MessageStatus, To], [sent.sid, 'delivered', '+221770000001']);
  assert.match(RawDlrDoneDate, /^[0-9]{10}$/);
  const found = await client.messages(sent.sid).fetch();
  assert.deepEqual([found.status, found.body], ['delivered', 'Bonjour à tous']);
  await client.messages.create(order('0002'));
  const listed = await client.messages.list({ to: '+221770000001', from, dateSent: new Date() });
  assert.deepEqual(
    listed.map(({ sid }) => sid),
    [sent.sid],
  );
  assert.equal((await client.messages.list({ pageSize: 1 })).length, 2, 'over two pages');
  const { body } = await provider.control('GET', `/sms/book?id=${sent.sid}`);
  assert.deepEqual(
    body.map(({ event, protocol }: { event: string; protocol?: string }) => [event, protocol]),
    [
      ['accepted', 'twilio'],
      ['receipt', undefined],
      ['acknowledged', undefined],
    ],
  );
});

test('long texts are counted in segments; a service accepts and chooses the sender', async (t) => {
  const { client } = await open(t);
  const long = await client.messages.create(order('0001', { body: 'é'.repeat(161) }));
  const wide = await client.messages.create(order('0001', { body: 'ê'.repeat(140) }));
  assert.deepEqual([long.numSegments, wide.numSegments], ['2', '3']);
  const { from: _, ...bare } = order('0001');
  const served = await client.messages.create({ ...bare, messagingServiceSid });
  assert.deepEqual([served.status, served.messagingServiceSid], ['accepted', messagingServiceSid]);
});

test('refusals are errors with their codes, magic numbers and digits too', async (t) => {
  const { client, provider } = await open(t);
  const codeOf = (parameters: Parameters<typeof client.messages.create>[0]): Promise<unknown> =>
    client.messages.create(parameters).then(
      () => null,
      (error: unknown) => (error as { code: number }).code,
    );
  const cases: [object, number][] = [
    [{ from: '+15005550001' }, 21_212],
    [{ from: '+15005550007' }, 21_606],
    [{ to: '+15005550004' }, 21_610],
    [{ to: '+15005550009' }, 21_614],
    [{ to: '221770000001' }, 21_211],
    [{ from: '12345678' }, 21_212],
    [{ body: 'x'.repeat(1_601) }, 21_617],
    [{ statusCallback: 'nowhere' }, 21_609],
    [{ validityPeriod: 36_001 }, 20_001],
  ];
  for (const [changes, code] of cases) assert.equal(await codeOf(order('0001', changes)), code);
  const byDigits = ['7011', '7010', '7001', '7903', '7098', '7020', '7902', '0454', '8021'];
  assert.deepEqual(
    await Promise.all(byDigits.map((digits) => codeOf(order(digits)))),
    [21_211, 21_606, 21_617, 21_610, 21_408, 21_611, 20_005, 21_211, 29_999],
  );
  await assert.rejects(openClient(provider.url, 'wrong').messages.create(order('0001')), {
    status: 401,
    code: 20_003,
    moreInfo: 'https://www.twilio.com/docs/errors/20003',
  });
  await assert.rejects(client.messages(`SM${'0'.repeat(32)}`).fetch(), { status: 404 });
});

test('an API key calls for the account; its balance', async (t) => {
  const { provider } = await open(t);
  const client = openClient(provider.url, apiKeySecret, apiKeySid);
  const { balance, currency } = await client.balance.fetch();
  assert.deepEqual([balance, currency], ['1000.00', 'USD']);
  assert.equal((await client.api.v2010.accounts(accountSid).fetch()).status, 'active');
  await provider.control('POST', '/sms/behaviour', { account: 'twilio', noCredit: true });
  await assert.rejects(client.messages.create(order('0001')), { status: 403, code: 20_005 });
  assert.equal((await client.balance.fetch()).balance, '0');
});

test('results by digits, one of them under a code of no table; one callback is forged', async (t) => {
  const { client, listener, provider } = await open(t);
  const all = ['0450', '0451', '0452', '9007', '9403', '8020', '8006', '8002'];
  const sids = new Map<string, string>();
  for (const digits of all) {
    const { sid } = await client.messages.create(order(digits, { statusCallback: listener.url }));
    sids.set(sid, digits);
  }
  await listener.until(9);
  await provider.advance(1);
  await listener.until(10);
  const told = listener.received
    .filter((callback) => isGenuine(callback, listener.url))
    .map(
      ({ body }) => `${sids.get(body.MessageSid)} ${body.MessageStatus} ${body.ErrorCode ?? ''}`,
    );
  assert.deepEqual(told.toSorted(), [
    '0450 undelivered 30003',
    '0451 failed 30036',
    '0452 failed 21610',
    '8002 delivered ',
    '8002 delivered ',
    '8006 delivered ',
    '8020 undelivered 39999',
    '9007 undelivered 30007',
    '9403 sent 30003',
  ]);
  const [forged] = listener.received.filter((callback) => !isGenuine(callback, listener.url));
  assert.deepEqual(
    [sids.get(forged?.body.MessageSid), forged?.body.MessageStatus],
    ['8006', 'undelivered'],
  );
});

test('in progress before or after the result, which stays', async (t) => {
  const { client, listener, provider } = await open(t);
  const tell = async (digits: string): Promise<string[]> => {
    const before = listener.received.length;
    const { sid } = await client.messages.create(order(digits, { statusCallback: listener.url }));
    await listener.until(before + 1);
    await provider.advance(1);
    await listener.until(before + 2);
    const { status } = await client.messages(sid).fetch();
    return [...listener.received.slice(before).map(({ body }) => body.MessageStatus), status];
  };
  assert.deepEqual(await tell('8022'), ['sent', 'delivered', 'delivered']);
  assert.deepEqual(await tell('8023'), ['delivered', 'sent', 'delivered']);
  assert.deepEqual(await tell('8024'), ['undelivered', 'delivered', 'delivered']);
});

test('a callback is sent once more where no answer came, not after an error, unless the address asks', async (t) => {
  const { client, listener, provider } = await open(t);
  listener.answers.push(500);
  await client.messages.create(order('0001', { statusCallback: listener.url }));
  await listener.until(1);
  await provider.advance(60);
  listener.answers.push(500);
  await client.messages.create(order('0002', { statusCallback: `${listener.url}#rc=1&rp=all` }));
  await listener.until(2);
  await until(() => listener.answers.length === 0);
  // The second attempt is scheduled once the first one's answer was read.
  for (let tries = 0; tries < 50 && listener.received.length < 3; tries += 1)
    await provider.advance(1);
  await listener.until(3);
  assert.deepEqual(
    listener.received.map(({ body }) => body.To),
    ['+221770000001', '+221770000002', '+221770000002'],
  );
  // Without the fragment, which no request carries.
  assert.ok(listener.received.every((received) => isGenuine(received, listener.url)));
});

test('messages from phones: signed, to the address of the account; STOP ends, START begins again', async (t) => {
  const { client, listener, provider } = await open(t);
  const account = 'twilio';
  await provider.control('POST', '/sms/webhook', { account, webhook: listener.url });
  const write = (text: string) =>
    provider.control('POST', '/sms/inbound', {
      account,
      from: '221770000001',
      to: '15005550006',
      text,
    });
  await write('STOP');
  await listener.until(1);
  const [inbound] = listener.received;
  assert.ok(isGenuine(inbound!, listener.url));
  const { From, To, Body, NumMedia, NumSegments } = inbound!.body;
  assert.deepEqual(
    [From, To, Body, NumMedia, NumSegments],
    ['+221770000001', '+15005550006', 'STOP', '0', '1'],
  );
  await assert.rejects(client.messages.create(order('0001')), { code: 21_610 });
  await write('START');
  assert.equal((await client.messages.create(order('0001'))).status, 'queued');
});

test('what was accepted is found after a restart', async (t) => {
  const dataDir = newFolder(t);
  const first = await startProvider(t, { dataDir, delayMs: 0 });
  assert.ok(await isLeftWithoutAnswer(openClient(first.url).messages.create(order('8003'))));
  await first.close();
  const provider = await startProvider(t, { dataDir });
  const [found] = await openClient(provider.url).messages.list({ to: order('8003').to });
  assert.deepEqual([found?.from, found?.body], [from, 'Bonjour à tous']);
});
