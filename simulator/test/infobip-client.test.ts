// Proves that Infobip's own client, which speaks versions 1 and 2, works against the simulator; and
// version 3 by the fields of its OpenAPI description.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { AuthType, Infobip } from '@infobip-api/sdk';
import { apiKey, password, username } from '../src/infobip/credentials.ts';
import { isLeftWithoutAnswer, newFolder, startListener, startProvider } from './provider.ts';
import type { Answer, Body, Provider } from './provider.ts';

const number = (digits: string): string => `22177000${digits}`;

function openClient(
  url: string,
  credentials: object = { authType: AuthType.ApiKey, apiKey },
): Body {
  return new Infobip({ baseUrl: `${url}/infobip`, ...credentials } as never).channels.sms;
}

async function open(t: TestContext) {
  const provider = await startProvider(t, { delayMs: 0 });
  return { provider, client: openClient(provider.url) };
}

async function call(
  provider: Pick<Provider, 'url'>,
  path: string,
  body?: object,
  key = apiKey,
): Promise<Answer> {
  const response = await fetch(`${provider.url}/infobip${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `App ${key}`, 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

const message = (recipients: readonly string[], more: object = {}): object => ({
  sender: 'JOKKO',
  destinations: recipients.map((digits) => ({ to: number(digits), messageId: `m-${digits}` })),
  content: { text: 'Bonjour à tous' },
  ...more,
});
const send = (provider: Pick<Provider, 'url'>, ...messages: object[]): Promise<Answer> =>
  call(provider, '/sms/3/messages', { messages });

/** Until something was fetched, since reports come by themselves. */
async function fetched(fetchOnce: () => Promise<Body[]>, count: number): Promise<Body[]> {
  const all: Body[] = [];
  while (all.length < count) all.push(...(await fetchOnce()));
  return all;
}

test('the logs of version 3 name the destination, and take so many questions a minute', async (t) => {
  const { provider } = await open(t);
  await send(provider, message(['0001']));
  const ask = () => call(provider, '/sms/3/logs?messageId=m-0001');
  const { results } = (await ask()).body;
  assert.deepEqual(
    results.map(({ messageId, destination, to }: Body) => [messageId, destination, to]),
    [['m-0001', number('0001'), undefined]],
  );
  await provider.control('POST', '/sms/behaviour', { account: 'infobip', logsPerMinute: 1 });
  // At most one of three falls into another minute.
  const statuses = [(await ask()).status, (await ask()).status, (await ask()).status];
  assert.ok(statuses.includes(429), String(statuses));
  await provider.control('POST', '/sms/behaviour', { account: 'infobip', logsPerMinute: 0 });
  assert.equal((await ask()).status, 200);
});

test("Infobip's own client sends, fetches reports once, and reads logs, parts and messages from phones", async (t) => {
  const { client, provider } = await open(t);
  const text = 'ê'.repeat(71);
  const { status, data } = await client.send({
    messages: [{ from: 'JOKKO', destinations: [{ to: number('0001'), messageId: 'm-1' }], text }],
  });
  const [sent] = data.messages;
  assert.equal(status, 200);
  assert.deepEqual(
    [sent.to, sent.messageId, sent.smsCount, sent.status.id, sent.status.groupName],
    [number('0001'), 'm-1', 2, 26, 'PENDING'],
  );
  const reports = await fetched(
    async () => (await client.reports.get({ bulkId: data.bulkId })).data.results as Body[],
    1,
  );
  assert.deepEqual(
    reports.map((report) => [
      report.messageId,
      report.status.name,
      report.smsCount,
      report.error.id,
    ]),
    [['m-1', 'DELIVERED_TO_HANDSET', 2, 0]],
  );
  assert.deepEqual((await client.reports.get({})).data.results, []);
  const logs = (await client.logs.get({ messageId: 'm-1' })).data.results;
  assert.deepEqual([logs.length, logs[0].text, logs[0].status.id], [1, text, 5]);
  const preview = (await client.preview({ text })).data;
  assert.equal(preview.previews[0].messageCount, 2);
  const written = { account: 'infobip', from: number('0001'), to: '40404', text: 'STOP' };
  await provider.control('POST', '/sms/inbound', written);
  const inbox = await fetched(async () => (await client.get(10)).data.results as Body[], 1);
  assert.deepEqual([inbox[0].from, inbox[0].keyword], [number('0001'), 'STOP']);
});

test('Basic authentication, a wrong key, and errors in both forms', async (t) => {
  const { provider } = await open(t);
  const basic = { authType: AuthType.Basic, username, password };
  const order = () => ({ messages: [{ destinations: [{ to: number('0001') }], text: 'x' }] });
  assert.equal((await openClient(provider.url, basic).send(order())).status, 200);
  const wrong = { authType: AuthType.ApiKey, apiKey: 'wrong' };
  const { response } = await openClient(provider.url, wrong).send(order());
  assert.deepEqual(
    [response.status, response.data.requestError.serviceException.messageId],
    [401, 'UNAUTHORIZED'],
  );
  const stranger = await call(provider, '/sms/3/messages', {}, 'wrong');
  assert.deepEqual([stranger.status, stranger.body.errorCode], [401, 'E401']);
  const faulty = [
    message([]),
    message(['0001'], { content: {} }),
    message(['0001'], { options: { validityPeriod: { amount: 49, timeUnit: 'HOURS' } } }),
    message(['0001'], { destinations: [{ to: number('0001'), messageId: 'x'.repeat(201) }] }),
    message(['0001'], { webhooks: { delivery: { url: 'nowhere' } } }),
  ];
  for (const each of faulty) {
    const { status, body } = await send(provider, each);
    assert.deepEqual([status, body.errorCode, body.violations.length], [400, 'E400', 1]);
  }
  const long = { to: number('0001'), messageId: 'x'.repeat(201) };
  const cut = await call(provider, '/sms/2/text/advanced', {
    messages: [{ destinations: [long], text: 'x' }],
  });
  assert.equal(cut.body.messages[0].messageId, 'x'.repeat(200));
});

test('version 3: each recipient has its status; an id that was taken is a duplicate', async (t) => {
  const { provider } = await open(t);
  const digits = ['0001', '7011', '7010', '7902', '7219', '8021', '0454'];
  const { status, body } = await send(provider, message(digits));
  assert.equal(status, 200);
  assert.deepEqual(
    body.messages.map((each: Body) => [each.destination, each.status.groupName, each.status.id]),
    [26, 52, 13, 12, 19, 199, 52].map((id, index) => [
      number(digits[index]!),
      id === 26 ? 'PENDING' : 'REJECTED',
      id,
    ]),
  );
  assert.deepEqual(body.messages[0].details, { messageCount: 1 });
  const again = await send(provider, message(['0001']));
  assert.equal(again.body.messages[0].status.name, 'REJECTED_DUPLICATE_MESSAGE_ID');
  const reconciled = (await provider.control('GET', '/sms/reconcile')).body;
  assert.deepEqual([reconciled.accepted, reconciled.acceptedTwiceCount], [1, 0]);
});

test('reports are pushed together, with our data; an unknown status, a stranger and a double among them', async (t) => {
  const { provider } = await open(t);
  const listener = await startListener(t);
  const webhooks = { delivery: { url: listener.url }, callbackData: 'ours' };
  const digits = ['0450', '0451', '0452', '9603', '8020', '8006', '8002'];
  await send(provider, message(digits, { webhooks }));
  const results = (): Body[] => listener.received.flatMap(({ body }) => body.results as Body[]);
  await listener.until(2);
  await provider.advance(1);
  while (results().length < 9) await listener.until(listener.received.length + 1);
  assert.deepEqual(
    results()
      .map((report) => `${report.messageId} ${report.status.id} ${report.error.id}`)
      .toSorted(),
    [
      'm-0450 9 0',
      'm-0451 15 0',
      'm-0452 6 0',
      'm-8002 5 0',
      'm-8002 5 0',
      'm-8006 5 0',
      'm-8020 198 198',
      'm-9603 9 603',
      'xm-8006 9 0',
    ],
  );
  const [report] = results();
  assert.deepEqual([report.callbackData, report.sender, report.messageCount], ['ours', 'JOKKO', 1]);
  assert.match(report.doneAt, /^20[0-9-]{8}T[0-9:.]{12}\+0000$/);
});

test('messages from phones are pushed to the address of the account', async (t) => {
  const { provider } = await open(t);
  const listener = await startListener(t);
  const account = 'infobip';
  await provider.control('POST', '/sms/webhook', { account, webhook: listener.url });
  const written = { account, from: number('0001'), to: '40404', text: 'Où est-il ?' };
  await provider.control('POST', '/sms/inbound', written);
  await listener.until(1);
  const { results, messageCount, pendingMessageCount } = listener.received[0]!.body;
  assert.deepEqual(
    [results[0].from, results[0].to, results[0].text, messageCount, pendingMessageCount],
    [number('0001'), '40404', 'Où est-il ?', 1, 0],
  );
});

test('a lost answer is found in the logs by its id, after a restart too; what was dropped is not', async (t) => {
  const dataDir = newFolder(t);
  const first = await startProvider(t, { dataDir });
  for (const digits of ['8003', '8004'])
    assert.ok(await isLeftWithoutAnswer(send(first, message([digits]))));
  await first.close();
  const provider = await startProvider(t, { dataDir });
  const path = '/sms/3/logs?messageId=m-8003&messageId=m-8004';
  const { body } = await call(provider, path);
  assert.deepEqual(
    body.results.map((log: Body) => [log.messageId, log.sender, log.content.text]),
    [['m-8003', 'JOKKO', 'Bonjour à tous']],
  );
  await provider.advance(48 * 3_600 + 1);
  assert.deepEqual((await call(provider, path)).body.results, []);
});

test('the balance, with credit and without', async (t) => {
  const { provider } = await open(t);
  const balance = async (): Promise<unknown> => (await call(provider, '/account/1/balance')).body;
  assert.deepEqual(await balance(), { balance: 1000, currency: 'EUR' });
  await provider.control('POST', '/sms/behaviour', { account: 'infobip', noCredit: true });
  assert.deepEqual(await balance(), { balance: 0, currency: 'EUR' });
  const { body } = await send(provider, message(['0001']));
  assert.equal(body.messages[0].status.name, 'REJECTED_NOT_ENOUGH_CREDITS');
});
