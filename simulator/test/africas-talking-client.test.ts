// Proves that Africa's Talking's own client works against the simulator: messages, and those from
// phones. Only the address is ours.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import africasTalking from 'africastalking';
import addresses from 'africastalking/lib/common.js';
import { apiKey, username } from '../src/africas-talking/credentials.ts';
import { newFolder, startListener, startProvider } from './provider.ts';
import type { Answer, Body, Provider } from './provider.ts';

const account = 'africas-talking';
const number = (digits: string): string => `+22177000${digits}`;
const message = 'Bonjour à tous';

/** The client keeps its addresses for the whole process. */
function openClient(provider: Pick<Provider, 'url'>, key = apiKey): Body {
  const client = africasTalking({ username, apiKey: key });
  addresses.SMS_URL = `${provider.url}/africas-talking/version1/messaging`;
  return client.SMS;
}

async function call(
  provider: Pick<Provider, 'url'>,
  path: string,
  init: RequestInit = {},
): Promise<Answer & { text: string }> {
  const headers = { apiKey, accept: 'application/json', ...init.headers };
  const response = await fetch(`${provider.url}/africas-talking/version1${path}`, {
    ...init,
    headers,
  });
  const text = await response.text();
  return { status: response.status, text, body: text.startsWith('{') ? JSON.parse(text) : null };
}

async function open(t: TestContext) {
  const provider = await startProvider(t, { delayMs: 0 });
  const listener = await startListener(t);
  await provider.control('POST', '/sms/webhook', { account, webhook: listener.url });
  return { provider, listener, client: openClient(provider) };
}

test('each recipient has its status and its cost; reports come as forms', async (t) => {
  const { client, listener } = await open(t);
  const to = ['0001', '7010', '7902', '7407', '8021', '0454'].map(number);
  const { SMSMessageData } = await client.send({ to, message, from: 'JOKKO' });
  assert.equal(SMSMessageData.Message, 'Sent to 1/6 Total Cost: KES 0.8000');
  assert.deepEqual(
    SMSMessageData.Recipients.map((each: Body) => [each.number, each.statusCode, each.status]),
    [
      [to[0], 101, 'Success'],
      [to[1], 402, 'InvalidSenderId'],
      [to[2], 405, 'InsufficientBalance'],
      [to[3], 407, 'CouldNotRoute'],
      [to[4], 499, 'MoonInWrongPhase'],
      [to[5], 403, 'InvalidPhoneNumber'],
    ],
  );
  const [taken, refused] = SMSMessageData.Recipients;
  assert.match(taken.messageId, /^ATXid_[0-9a-f]{32}$/);
  assert.deepEqual([taken.cost, refused.cost, refused.messageId], ['KES 0.8000', '0', 'None']);
  await listener.until(1);
  const [report] = listener.received;
  assert.equal(report?.headers['content-type'], 'application/x-www-form-urlencoded');
  assert.deepEqual(report?.body, {
    id: taken.messageId,
    status: 'Success',
    phoneNumber: to[0],
    networkCode: '99999',
    retryCount: '0',
  });
  const enqueued = await client.send({ to: number('0001'), message, enqueue: true });
  assert.deepEqual(enqueued.SMSMessageData.Recipients[0].status, 'Queued');
});

test('results by digits with their reasons, one of them of no table, one about a stranger', async (t) => {
  const { client, listener, provider } = await open(t);
  const to = ['0450', '0451', '0452', '9001', '9405', '8020', '8006', '8002'].map(number);
  await client.send({ to, message });
  await listener.until(9);
  await provider.advance(1);
  await listener.until(10);
  const told = listener.received.map(
    ({ body }) => `${body.phoneNumber.slice(-4)} ${body.status} ${body.failureReason ?? ''}`,
  );
  assert.deepEqual(told.toSorted(), [
    '0450 Failed DeliveryFailure',
    '0451 Expired ',
    '0452 Rejected DeliveryFailure',
    '8002 Success ',
    '8002 Success ',
    '8006 Failed DeliveryFailure',
    '8006 Success ',
    '8020 Failed MoonInWrongPhase',
    '9001 Failed UserIsInactive',
    '9405 Buffered ',
  ]);
  const ids = listener.received
    .filter(({ body }) => body.phoneNumber === number('8006'))
    .map(({ body }) => body.id.length as number);
  assert.deepEqual(ids, [39, 38], 'the first is of a message that nobody sent');
});

test('a whole refusal is 201 without recipients; a wrong key and a wrong user are plain text', async (t) => {
  const { client, provider } = await open(t);
  const { SMSMessageData } = await client.send({
    to: number('0001'),
    message,
    from: 'J'.repeat(12),
  });
  assert.deepEqual(SMSMessageData, { Message: 'InvalidSenderId', Recipients: [] });
  const wrong = await openClient(provider, 'wrong')
    .send({ to: number('0001'), message })
    .catch((error: Body) => error.response);
  const unauthorized = 'The supplied authentication is invalid';
  assert.deepEqual([wrong.status, wrong.data], [401, unauthorized]);
  const stranger = await call(provider, '/user?username=stranger');
  assert.deepEqual([stranger.status, stranger.text], [401, unauthorized]);
  assert.equal((await provider.control('GET', '/sms')).body.counts.accepted, 0);
});

test('the same as JSON to the bulk endpoint; its reports go where its header says', async (t) => {
  const { provider } = await open(t);
  const listener = await startListener(t);
  const { status, body } = await call(provider, '/messaging/bulk', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-sandbox-notify-url': listener.url },
    body: JSON.stringify({
      username,
      phoneNumbers: [number('0001'), '221770000002'],
      message,
      senderId: 'JOKKO',
    }),
  });
  const { Recipients } = body.SMSMessageData;
  assert.equal(status, 201);
  assert.deepEqual(
    Recipients.map((each: Body) => each.statusCode),
    [101, 403],
  );
  await listener.until(1);
  assert.equal(listener.received[0]?.body.id, Recipients[0].messageId);
});

test('messages from phones are pushed and fetched after an id, after a restart too; STOP is told as one', async (t) => {
  const dataDir = newFolder(t);
  const first = await startProvider(t, { dataDir });
  const listener = await startListener(t);
  await first.control('POST', '/sms/webhook', { account, webhook: listener.url });
  const write = (text: string) =>
    first.control('POST', '/sms/inbound', { account, from: '221770000001', to: '40404', text });
  for (const text of ['un', 'deux', 'Stop']) await write(text);
  await listener.until(3);
  const bodies = listener.received.map(({ body }) => body as Body);
  const [un] = bodies.filter(({ text }) => text === 'un');
  assert.deepEqual([un.from, un.to, un.networkCode], [number('0001'), '40404', '99999']);
  assert.ok(
    bodies.some(({ senderId, phoneNumber }) => senderId === '40404' && phoneNumber === un.from),
  );
  await first.close();
  const provider = await startProvider(t, { dataDir });
  const client = openClient(provider);
  const fetched = async (lastReceivedId: number): Promise<string[]> => {
    const { SMSMessageData } = await client.fetchMessages({ lastReceivedId });
    return SMSMessageData.Messages.map(({ text }: Body) => text as string);
  };
  assert.deepEqual(await fetched(0), ['un', 'deux', 'Stop']);
  assert.deepEqual(await fetched(Number(un.id)), ['deux', 'Stop']);
  const { SMSMessageData } = await client.send({ to: number('0001'), message });
  assert.equal(SMSMessageData.Recipients[0].status, 'UserInBlacklist');
});

test('the balance, with credit and without', async (t) => {
  const { provider } = await open(t);
  const balance = async (): Promise<unknown> =>
    (await call(provider, `/user?username=${username}`)).body;
  assert.deepEqual(await balance(), { UserData: { balance: 'KES 1785.50' } });
  await provider.control('POST', '/sms/behaviour', { account, noCredit: true });
  assert.deepEqual(await balance(), { UserData: { balance: 'KES 0.00' } });
});
