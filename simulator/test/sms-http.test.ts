// Proves that the HTTP provider accepts messages, reports their results and forgets no reference.

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { isLeftWithoutAnswer, newFolder, startListener, startProvider, until } from './provider.ts';
import type { Answer, Received, Provider } from './provider.ts';

const number = (digits: string): string => `+22177000${digits}`;

async function send(
  provider: Provider,
  path: string,
  method: string,
  body?: unknown,
  key = 'sandbox-api-key',
): Promise<Answer> {
  const response = await fetch(`${provider.url}/sms/v1${path}`, {
    method,
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
    signal: AbortSignal.timeout(60_000),
  });
  return { status: response.status, body: await response.json() };
}
const order = (digits: string, more: object = {}): object => ({
  from: 'JOKKO',
  text: 'Bonjour à tous',
  recipients: [{ to: number(digits), reference: `r-${digits}` }],
  ...more,
});
const submit = (provider: Provider, body: object): Promise<Answer> =>
  send(provider, '/messages', 'POST', body);

function isGenuine({ headers, text }: Received): boolean {
  const timestamp = headers['x-sms-timestamp'] ?? '';
  return (
    headers['x-sms-signature'] ===
    createHmac('sha256', 'sandbox-notice-secret').update(`${timestamp}.${text}`).digest('hex')
  );
}

test('accepted with an id, receipt signed, state looked up by our reference, repeated without sending again', async (t) => {
  const provider = await startProvider(t, { delayMs: 0 });
  const listener = await startListener(t);
  const { status, body } = await submit(provider, order('0001', { webhook: listener.url }));
  const [message] = body.messages;
  assert.deepEqual([status, message.status, message.to], [200, 'accepted', number('0001')]);
  await listener.until(1);
  const [received] = listener.received;
  assert.ok(isGenuine(received!));
  assert.deepEqual(
    received!.body.receipts.map(({ at: _, ...rest }: { at: string }) => rest),
    [{ id: message.id, reference: 'r-0001', to: number('0001'), state: 'delivered' }],
  );
  const found = await send(provider, '/messages/r-0001', 'GET');
  assert.deepEqual([found.status, found.body.id, found.body.state], [200, message.id, 'delivered']);
  const again = await submit(provider, order('0001'));
  assert.equal(again.body.messages[0].id, message.id);
  const other = await submit(provider, order('0001', { text: 'Other' }));
  assert.deepEqual(
    [other.body.messages[0].status, other.body.messages[0].code],
    ['refused', 'reference_conflict'],
  );
  assert.equal((await provider.control('GET', '/sms/reconcile')).body.accepted, 1);
  assert.equal((await send(provider, '/messages/unknown', 'GET')).status, 404);
});

test('digits: 7NNN refused in words, 9NNN told later, 8002 twice, 8006 an unsigned lie first', async (t) => {
  const provider = await startProvider(t, { delayMs: 0 });
  const listener = await startListener(t);
  const recipients = ['7011', '7010', '7903', '7500', '9101', '8002', '8006'].map((digits) => ({
    to: number(digits),
    reference: digits,
  }));
  const { body } = await submit(provider, order('', { recipients, webhook: listener.url }));
  assert.deepEqual(
    body.messages.map(
      (message: { code?: string; status: string }) => message.code ?? message.status,
    ),
    ['invalid_number', 'invalid_sender', 'barred', 'rejected', 'accepted', 'accepted', 'accepted'],
  );
  const reported = (genuine: boolean): string[] =>
    listener.received
      .filter((received) => isGenuine(received) === genuine)
      .flatMap(
        (received) =>
          received.body.receipts.map(
            (entry: { reference: string; state: string }) => `${entry.reference} ${entry.state}`,
          ) as string[],
      );
  await until(() => reported(true).length === 3 && reported(false).length === 1);
  await provider.advance(1);
  await until(() => reported(true).length === 4);
  assert.deepEqual(reported(true).toSorted(), [
    '8002 delivered',
    '8002 delivered',
    '8006 delivered',
    '9101 expired',
  ]);
  assert.deepEqual(reported(false), ['8006 undeliverable']);
});

test('8003 and 8004 get no answer; the look-up finds the first only, after a restart too', async (t) => {
  const folder = newFolder(t);
  const provider = await startProvider(t, { dataDir: folder, delayMs: 0 });
  const lost = await Promise.all(
    ['8003', '8004'].map((digits) => isLeftWithoutAnswer(submit(provider, order(digits)))),
  );
  assert.deepEqual(lost, [true, true]);
  const statuses = async (asked: Provider): Promise<number[]> =>
    Promise.all(
      ['8003', '8004'].map(
        async (digits) => (await send(asked, `/messages/r-${digits}`, 'GET')).status,
      ),
    );
  assert.deepEqual(await statuses(provider), [200, 404]);
  await provider.close();
  assert.deepEqual(await statuses(await startProvider(t, { dataDir: folder })), [200, 404]);
});

test('8005: the receipt is taken before the answer leaves', async (t) => {
  const provider = await startProvider(t, { delayMs: 0 });
  const listener = await startListener(t);
  await submit(provider, order('8005', { webhook: listener.url }));
  assert.equal(listener.received.length, 1);
});

test('refused as a whole: key, form, rate, full queue, told to fail', async (t) => {
  const provider = await startProvider(t);
  const faulty = [
    {},
    [],
    order('0001', { text: '' }),
    order('0001', { recipients: [] }),
    order('0001', { validitySeconds: 0 }),
    order('0001', { webhook: 'x' }),
  ];
  for (const body of faulty)
    assert.equal((await submit(provider, body)).status, 400, JSON.stringify(body));
  assert.equal((await send(provider, '/messages', 'POST', order('0001'), 'wrong')).status, 401);
  const behave = (changes: object): Promise<Answer> =>
    provider.control('POST', '/sms/behaviour', { account: 'http', ...changes });
  await behave({ queueFull: 1 });
  const full = await submit(provider, order('0001'));
  await behave({ throttleAbove: 1 });
  const many = order('0001', {
    recipients: ['1', '2'].map((reference) => ({ to: number('0001'), reference })),
  });
  const busy = await submit(provider, many);
  assert.deepEqual(
    [full.status, full.body.error.code, busy.status, busy.body.error.code],
    [503, 'queue_full', 429, 'busy'],
  );
  await behave({ throttleAbove: 0, swallow: 1 });
  assert.ok(await isLeftWithoutAnswer(submit(provider, order('0001'))));
  await behave({ mute: 1 });
  assert.ok(await isLeftWithoutAnswer(submit(provider, order('0002'))));
  assert.equal((await provider.control('GET', '/sms')).body.counts.accepted, 1);
});

test('messages from phones go to the address that was set, which a restart keeps', async (t) => {
  const folder = newFolder(t);
  const listener = await startListener(t);
  const first = await startProvider(t, { dataDir: folder });
  assert.equal((await send(first, '/account', 'PUT', { webhook: listener.url })).status, 200);
  await first.close();
  const provider = await startProvider(t, { dataDir: folder });
  await provider.control('POST', '/sms/inbound', {
    account: 'http',
    from: '+221770000001',
    to: '40404',
    text: 'STOP',
  });
  await listener.until(1);
  const [inbound] = listener.received[0]!.body.inbound;
  assert.deepEqual([inbound.from, inbound.to, inbound.text], ['+221770000001', '40404', 'STOP']);
});

test('a message from a phone waits until there is an address for it', async (t) => {
  const provider = await startProvider(t);
  const listener = await startListener(t);
  await provider.control('POST', '/sms/inbound', {
    account: 'http',
    from: '221770000001',
    to: '40404',
    text: 'STOP',
  });
  assert.equal((await provider.control('GET', '/sms')).body.http.waiting, 1);
  await send(provider, '/account', 'PUT', { webhook: listener.url });
  await listener.until(1);
  await until(() => listener.received[0]!.body.inbound[0].text === 'STOP');
});
