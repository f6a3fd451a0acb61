// Proves that each message goes out in Twilio's form, and that a look-up takes no other message's
// id.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HttpResult, SmsSubmitOutcome } from '@jokko/connectors/kit';
import {
  createScriptedCarrier,
  jsonAnswer,
  lostAnswer,
  openBound,
} from '@jokko/connectors/kit/conformance';
import { holdTime } from '../../../acceptance/harness/held-time.ts';
import { twilioConnector } from '../index.ts';
import { balance, config, part, queued, sidOf } from './kit.ts';

test('a message is a form, with our reference in the address that Twilio notifies', async () => {
  const context = createScriptedCarrier(config, [balance, queued('1')]);
  const { session } = await openBound(twilioConnector, context);
  assert.deepEqual(await session.submit(part), { kind: 'accepted', id: sidOf('1'), parts: 1 });
  const [greeted, sent] = context.requests;
  const account = `https://twilio.example/2010-04-01/Accounts/${config.accountSid}`;
  assert.deepEqual([greeted?.method, greeted?.url], ['GET', `${account}/Balance.json`]);
  assert.deepEqual([sent?.method, sent?.url], ['POST', `${account}/Messages.json`]);
  assert.deepEqual(sent?.headers, {
    Authorization: `Basic ${btoa(`${config.accountSid}:${config.authToken}`)}`,
    Accept: 'application/json',
    'Content-Type': 'application/x-www-form-urlencoded',
  });
  assert.deepEqual(Object.fromEntries(new URLSearchParams(String(sent?.body))), {
    To: '+221770000001',
    From: 'JOKKO',
    Body: 'Fête à 5€',
    ValidityPeriod: '3600',
    StatusCallback: `https://us.example/sms-providers/X/secret?ref=${part.ourRef}#rc=5&rp=all`,
  });
  await session.close(0);
});

test('how many segments Twilio counts is told, where it has counted them', async () => {
  for (const [num_segments, parts] of [
    ['3', 3],
    ['0', undefined],
    [undefined, undefined],
  ] as const) {
    const answer = jsonAnswer(201, { sid: sidOf('1'), status: 'queued', num_segments });
    const context = createScriptedCarrier(config, [balance, answer]);
    const { session } = await openBound(twilioConnector, context);
    const outcome = await session.submit(part);
    assert.equal(outcome.kind === 'accepted' ? outcome.parts : 'none', parts);
    await session.close(0);
  }
});

test('a number has its plus, a short code none; a service chooses the sender itself', async () => {
  const sent = async (from: string, changes: object): Promise<(string | null)[]> => {
    const context = createScriptedCarrier({ ...config, ...changes }, [balance, queued('1')]);
    const { session } = await openBound(twilioConnector, context);
    await session.submit({ ...part, from });
    await session.close(0);
    const form = new URLSearchParams(String(context.requests[1]?.body));
    return [form.get('From'), form.get('MessagingServiceSid')];
  };
  assert.deepEqual(await sent('15005550006', {}), ['+15005550006', null]);
  assert.deepEqual(await sent('38000', {}), ['38000', null]);
  const service = `MG${'b'.repeat(32)}`;
  assert.deepEqual(await sent('JOKKO', { messagingServiceSid: service }), [null, service]);
});

test('a sender or a text that Twilio never takes is refused without a call', async () => {
  const context = createScriptedCarrier(config, [balance]);
  const { session } = await openBound(twilioConnector, context);
  const outcomes: SmsSubmitOutcome[] = [];
  for (const change of [
    { from: 'Twelve chars' },
    { from: 'Écobank' },
    { from: '12' },
    { text: 'x'.repeat(1_601) },
  ])
    outcomes.push(await session.submit({ ...part, ...change }));
  assert.deepEqual(
    outcomes.map((outcome) => outcome.kind === 'refused' && outcome.reason),
    ['bad_sender', 'bad_sender', 'bad_sender', 'bad_text'],
  );
  assert.equal(context.requests.length, 1);
  await session.close(0);
});

const clock = Date.parse('2026-11-30T10:02:20Z');
const listed = (digit: string, changes: object = {}): object => ({
  sid: sidOf(digit),
  to: '+221770000001',
  from: 'JOKKO',
  body: part.text,
  direction: 'outbound-api',
  date_created: 'Mon, 30 Nov 2026 10:00:19 +0000',
  ...changes,
});
const list = (...messages: object[]): HttpResult => page({ messages });
const page = (body: object): HttpResult =>
  jsonAnswer(200, body, { date: new Date(clock).toUTCString() });
const next = { next_page_uri: '/2010-04-01/Accounts/AC/Messages.json?Page=1' };

test('a lost answer is looked up after two minutes, and taken only when exactly one message fits', async (t) => {
  const time = holdTime(t);
  const old = { date_created: 'Mon, 30 Nov 2026 09:59:50 +0000' };
  const rows: [name: string, answer: HttpResult, id: string | null][] = [
    ['the one', list(listed('2'), listed('3', { body: 'Other' })), sidOf('2')],
    ['two that fit', list(listed('2'), listed('3')), null],
    ['none', list(), null],
    ['another number', list(listed('2', { to: '+221770000002' })), null],
    ['another sender', list(listed('2', { from: 'OTHER' })), null],
    ['a message from the phone', list(listed('2', { direction: 'inbound' })), null],
    ['one from before it was sent', list(listed('2', old)), null],
    ['one that another message has', list(listed('1'), listed('2')), sidOf('2')],
    ['more of its time on the next page', page({ messages: [listed('2')], ...next }), null],
    [
      'only older ones on the next page',
      page({ messages: [listed('2'), listed('3', old)], ...next }),
      sidOf('2'),
    ],
    ['without a time', jsonAnswer(200, { messages: [listed('2')] }), null],
    ['no list', jsonAnswer(500, {}), null],
  ];
  for (const [name, answer, id] of rows) {
    const answers = [balance, queued('1'), lostAnswer, balance, answer];
    const context = createScriptedCarrier(config, answers);
    const { session } = await openBound(twilioConnector, context);
    await session.submit(part);
    const outcome = session.submit(part);
    await time.pass(119_000);
    assert.equal(context.requests.length, 4, 'not asked yet');
    await time.pass(2_000);
    assert.deepEqual(
      await outcome,
      id === null
        ? { kind: 'unknown', cause: 'timeout' }
        : { kind: 'accepted', id, inferred: true },
      name,
    );
    const asked = new URL(context.requests[4]!.url).searchParams;
    assert.deepEqual([asked.get('To'), asked.get('From')], ['+221770000001', 'JOKKO']);
    assert.equal(context.requests.length, 5, 'nothing is sent again');
    await session.close(0);
  }
});

test('of two lost answers to equal messages, none takes the one message that is listed', async (t) => {
  const time = holdTime(t);
  const other = { ...part, text: 'Other' };
  const parts = [part, { ...part, ourRef: `${part.ourRef}0` }, other];
  const found = list(listed('2'), listed('3', { body: 'Other' }));
  const answers = [balance, lostAnswer, lostAnswer, lostAnswer, balance, found, found, found];
  const context = createScriptedCarrier(config, answers);
  const { session } = await openBound(twilioConnector, context);
  const outcomes = Promise.all(parts.map((each) => session.submit(each)));
  await time.pass(121_000);
  const unknown = { kind: 'unknown', cause: 'timeout' };
  const taken = { kind: 'accepted', id: sidOf('3'), inferred: true };
  assert.deepEqual(await outcomes, [unknown, unknown, taken]);
  await session.close(0);
});

test('what Twilio refuses for now, and has a message of, is refused for good and pauses nothing', async () => {
  for (const code of [30_001, 30_003, 30_008, 63_017]) {
    const failed = jsonAnswer(201, { sid: sidOf('1'), status: 'failed', error_code: code });
    const context = createScriptedCarrier(config, [balance, failed]);
    const { session } = await openBound(twilioConnector, context);
    const refusal = { kind: 'refused', reason: 'other', code: String(code) };
    assert.deepEqual(await session.submit(part), refusal);
    assert.deepEqual([session.state, session.free > 0], ['bound', true]);
    await session.close(0);
  }
});

test('the connection test tells the balance', async () => {
  assert.deepEqual(
    await twilioConnector.connectionTest!.call(createScriptedCarrier(config, [balance])),
    { ok: true, said: '12.5 USD' },
  );
});

test('the form names every fault at once', () => {
  const { checkConfig } = twilioConnector;
  assert.deepEqual(checkConfig(config), []);
  assert.deepEqual(
    checkConfig({ ...config, accountSid: 'x', authToken: '', apiKey: `SK${'0'.repeat(32)}` }).map(
      ({ field }) => field,
    ),
    ['accountSid', 'authToken', 'apiKeySecret'],
  );
});
