// Proves what all simulated carriers have in common: faults that a test sets, digits that choose
// the answer, and one book for all of them.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as talking from '../src/africas-talking/credentials.ts';
import { apiKey } from '../src/infobip/credentials.ts';
import { basic as orangeBasic } from '../src/orange-sms/credentials.ts';
import { accountSid, authToken } from '../src/twilio/credentials.ts';
import { isLeftWithoutAnswer, newFolder, startListener, startProvider } from './provider.ts';
import type { CarrierName } from '../src/sms/message.ts';
import type { Provider } from './provider.ts';

const text = 'Bonjour à tous';
const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

/** Sends one message as the carrier's customers do. */
type Send = (url: string, to: string) => Promise<Response>;

const carriers: { readonly [name in CarrierName]: Send } = {
  'africas-talking': (url, to) =>
    fetch(`${url}/africas-talking/version1/messaging`, {
      method: 'POST',
      headers: { apiKey: talking.apiKey },
      body: new URLSearchParams({ username: talking.username, to: `+${to}`, message: text }),
    }),
  infobip: (url, to) =>
    fetch(`${url}/infobip/sms/3/messages`, {
      method: 'POST',
      headers: { authorization: `App ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        messages: [{ sender: 'JOKKO', destinations: [{ to }], content: { text } }],
      }),
    }),
  'orange-sms': async (url, to) => {
    const token = await fetch(`${url}/orange-sms/oauth/v3/token`, {
      method: 'POST',
      headers: { authorization: orangeBasic, accept: 'application/json' },
    });
    if (!token.ok) return token;
    const { access_token } = (await token.json()) as { access_token: string };
    return fetch(`${url}/orange-sms/smsmessaging/v1/outbound/tel:+2210000/requests`, {
      method: 'POST',
      headers: { authorization: `Bearer ${access_token}` },
      body: JSON.stringify({
        outboundSMSMessageRequest: {
          address: `tel:+${to}`,
          senderAddress: 'tel:+2210000',
          outboundSMSTextMessage: { message: text },
        },
      }),
    });
  },
  twilio: (url, to) =>
    fetch(`${url}/twilio/2010-04-01/Accounts/${accountSid}/Messages.json`, {
      method: 'POST',
      headers: { authorization: basic(accountSid, authToken) },
      body: new URLSearchParams({ To: `+${to}`, From: 'JOKKO', Body: text }),
    }),
};

/** They wait until somebody asks for them. */
const keepsReceipts: ReadonlySet<string> = new Set(['infobip']);

const number = (digits: string): string => `22177000${digits}`;

for (const [account, send] of Object.entries(carriers))
  describe(account, () => {
    const behave = (provider: Provider, changes: object) =>
      provider.control('POST', '/sms/behaviour', { account, ...changes });
    const acceptedOf = async (provider: Provider, digits: string): Promise<unknown[]> =>
      (await provider.control('GET', `/sms/book?event=accepted&to=${number(digits)}`)).body;

    test('455 fails with HTTP 500 twice, and is then accepted, once', async (t) => {
      const provider = await startProvider(t);
      const statuses: number[] = [];
      for (let sent = 0; sent < 3; sent += 1)
        statuses.push((await send(provider.url, number('0455'))).status);
      assert.deepEqual(statuses.slice(0, 2), [500, 500]);
      assert.ok(statuses[2]! < 300);
      assert.equal((await acceptedOf(provider, '0455')).length, 1);
    });

    test('answers are lost: after acceptance, before it, by digits and by behaviour', async (t) => {
      const provider = await startProvider(t);
      const lost = async (digits: string): Promise<number> => {
        assert.ok(await isLeftWithoutAnswer(send(provider.url, number(digits))), digits);
        return (await acceptedOf(provider, digits)).length;
      };
      assert.deepEqual([await lost('8003'), await lost('8004')], [1, 0]);
      await behave(provider, { mute: 1 });
      assert.equal(await lost('0001'), 1);
      await behave(provider, { swallow: 1 });
      assert.equal(await lost('0002'), 0);
      const [line] = (await acceptedOf(provider, '8003')) as { answered: boolean; text: string }[];
      assert.deepEqual([line?.answered, line?.text], [false, text]);
    });

    test('each second answer is lost after acceptance, by behaviour', async (t) => {
      const provider = await startProvider(t);
      await behave(provider, { dropEvery: 2 });
      const isAnswered = async (digits: string): Promise<boolean> =>
        !(await isLeftWithoutAnswer(send(provider.url, number(digits))));
      const answered = [
        await isAnswered('0001'),
        await isAnswered('0002'),
        await isAnswered('0003'),
      ];
      assert.deepEqual(answered, [true, false, true]);
      const [line] = (await acceptedOf(provider, '0002')) as { answered: boolean }[];
      assert.equal(line?.answered, false);
    });

    test('a result is told before the answer, and twice, by behaviour', async (t) => {
      const [provider, listener] = await Promise.all([startProvider(t), startListener(t)]);
      await provider.control('POST', '/sms/webhook', { account, webhook: `${listener.url}/told` });
      await behave(provider, { earlyEvery: 1, repeatEvery: 1 });
      await send(provider.url, number('0001'));
      assert.ok(listener.received.length > 0, 'before the answer');
      await listener.until(2);
      const events = (await provider.control('GET', `/sms/book?to=${number('0001')}`)).body as {
        event: string;
      }[];
      assert.equal(events.filter(({ event }) => event === 'receipt').length, 2);
    });

    test('nothing is accepted above the rate, with a full queue, while it is told to fail', async (t) => {
      const provider = await startProvider(t);
      await behave(provider, { queueFull: 1 });
      const full = await send(provider.url, number('0001'));
      assert.ok(full.status >= 400, String(full.status));
      await behave(provider, { httpFail: 1, httpStatus: 502 });
      const failed = await send(provider.url, number('0001'));
      assert.deepEqual([failed.status, await failed.text()], [502, '<h1>told to fail</h1>']);
      await behave(provider, { throttleAbove: 1 });
      // Until two of them fall into one second.
      let accepted = 0;
      for (let throttled = false; !throttled;) {
        const sent = ['1', '2', '3'].map(() => send(provider.url, number('0001')));
        const statuses = (await Promise.all(sent)).map(({ status }) => status);
        accepted += statuses.filter((status) => status < 300).length;
        throttled = statuses.includes(429);
      }
      assert.equal((await acceptedOf(provider, '0001')).length, accepted);
    });

    test('silence: no answer, until it is over', async (t) => {
      const provider = await startProvider(t);
      await behave(provider, { silent: true });
      const controller = new AbortController();
      const asked = fetch(`${provider.url}/${account}/`, { signal: controller.signal });
      await behave(provider, { silent: false });
      const answered = await send(provider.url, number('0001'));
      assert.ok(answered.status < 300);
      controller.abort();
      assert.ok(await isLeftWithoutAnswer(asked));
    });

    test('8005: the receipt is taken before the answer leaves', async (t) => {
      const provider = await startProvider(t, { delayMs: 0 });
      const listener = await startListener(t);
      await provider.control('POST', '/sms/webhook', { account, webhook: listener.url });
      await send(provider.url, number('8005'));
      assert.equal(listener.received.length, 1);
    });

    test('a message from a phone waits for an address, which a restart keeps', async (t) => {
      const folder = newFolder(t);
      const listener = await startListener(t);
      const write = (provider: Provider) =>
        provider.control('POST', '/sms/inbound', {
          account,
          from: number('0001'),
          to: '40404',
          text: 'STOP',
        });
      const first = await startProvider(t, { dataDir: folder });
      await write(first);
      assert.equal((await first.control('GET', '/sms')).body[account].waiting, 1);
      await first.control('POST', '/sms/webhook', { account, webhook: listener.url });
      await listener.until(1);
      await first.close();
      await write(await startProvider(t, { dataDir: folder }));
      await listener.until(2);
    });

    if (keepsReceipts.has(account)) return;
    test('a result that nobody wants to hear of is in the book, once', async (t) => {
      const provider = await startProvider(t, { delayMs: 0 });
      await send(provider.url, number('9001'));
      let state: object = {};
      while (Object.keys(state).length === 0)
        state = (await provider.control('GET', '/sms/reconcile')).body.lastState;
      assert.deepEqual(state, { UNDELIV: 1 });
      const { body } = await provider.control('GET', '/sms');
      assert.deepEqual([body.counts.acknowledged, body[account].waiting], [1, 0]);
    });
  });
