// Proves that numbers of one text share a request, and what contradicts itself is unknown. The
// conformance suite tries the codes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HttpResult, SmsPart } from '@jokko/connectors/kit';
import {
  createScriptedCarrier,
  jsonAnswer,
  openBound,
  samplePart,
} from '@jokko/connectors/kit/conformance';
import type { AfricasTalkingConfig } from '../config.ts';
import { africasTalkingConnector } from '../index.ts';

const config: AfricasTalkingConfig = {
  username: 'shop',
  apiKey: 'key',
  baseUrl: 'https://at.example',
};
const user = jsonAnswer(200, { UserData: { balance: 'KES 1785.50' } });
const partTo = (number: number, changes: Partial<SmsPart> = {}): SmsPart => ({
  ...samplePart,
  to: `25471100000${number}`,
  ourRef: `1-${number}`,
  ...changes,
});
const recipient = (number: number, statusCode: number, messageId = `ATXid_${number}`) => ({
  statusCode,
  number: `+25471100000${number}`,
  status: 'Word',
  cost: 'KES 0.8000',
  messageId,
});
const told = (recipients: object[], message = 'Sent to 1/1 Total Cost: KES 0.8000', status = 201) =>
  jsonAnswer(status, { SMSMessageData: { Message: message, Recipients: recipients } });

test('numbers of one text, sender and validity share a request; each has its own outcome', async () => {
  const context = createScriptedCarrier(config, [
    user,
    told([recipient(2, 403, 'None'), recipient(1, 101)]),
    told([recipient(3, 102)]),
    told([recipient(1, 100, 'ATXid_again')]),
  ]);
  const { session } = await openBound(africasTalkingConnector, context);
  const parts = [partTo(1), partTo(2), partTo(3, { text: 'Other' }), partTo(4, { from: 'É' })];
  const outcomes = await Promise.all(parts.map((part) => session.submit(part)));
  assert.deepEqual(outcomes, [
    { kind: 'accepted', id: 'ATXid_1' },
    { kind: 'refused', reason: 'bad_number', code: '403' },
    { kind: 'accepted', id: 'ATXid_3' },
    { kind: 'refused', reason: 'bad_sender', code: 'sender' },
  ]);
  const [greeted, sent, other] = context.requests;
  assert.equal(greeted?.url, 'https://at.example/version1/user?username=shop');
  assert.deepEqual([sent?.method, sent?.url], ['POST', 'https://at.example/version1/messaging']);
  assert.equal(sent?.headers?.['apiKey'], 'key');
  assert.deepEqual(Object.fromEntries(new URLSearchParams(String(sent?.body))), {
    username: 'shop',
    to: '+254711000001,+254711000002',
    message: 'Bonjour',
    from: 'JOKKO',
    bulkSMSMode: '1',
    enqueue: '1',
    retryDurationInHours: '1',
  });
  assert.equal(new URLSearchParams(String(other?.body)).get('message'), 'Other');
  await session.close(0);
});

test('an answer without recipients is judged by its words, also where they are those of the text', async () => {
  for (const [text, message, kind] of [
    ['1', 'Sent to 1/1 Total Cost: KES 0.8000', 'unknown'],
    ['Sent', 'Sent to 1/1 Total Cost: KES 0.8000', 'unknown'],
    ['Balance', 'InsufficientBalance', 'busy'],
    ['Bonjour', 'Bonjour is no text', 'refused'],
  ] as const) {
    const context = createScriptedCarrier(config, [user, told([], message)]);
    const { session } = await openBound(africasTalkingConnector, context);
    const outcome = await session.submit(partTo(1, { text }));
    assert.equal(outcome.kind, kind, `${text}: ${message}`);
    assert.ok(!JSON.stringify([outcome, context.lines]).includes('Bonjour'));
    await session.close(0);
  }
});

test('the same text twice to one number goes in two requests', async () => {
  const context = createScriptedCarrier(config, [
    user,
    told([recipient(1, 101, 'first'), recipient(2, 101)]),
    told([recipient(1, 101, 'second')]),
  ]);
  const { session } = await openBound(africasTalkingConnector, context);
  const outcomes = await Promise.all(
    [partTo(1), partTo(1), partTo(2)].map((part) => session.submit(part)),
  );
  assert.deepEqual(
    outcomes.map((outcome) => outcome.kind === 'accepted' && outcome.id),
    ['first', 'second', 'ATXid_2'],
  );
  await session.close(0);
});

test('the sandbox has a host of its own; the connection test reads the balance', async () => {
  const urlOf = async (changes: Partial<AfricasTalkingConfig>): Promise<string | undefined> => {
    const context = createScriptedCarrier({ ...config, ...changes }, [user]);
    assert.deepEqual(await africasTalkingConnector.connectionTest!.call(context), {
      ok: true,
      said: '1785.5 KES',
    });
    return context.requests[0]?.url.split('/version1')[0];
  };
  assert.equal(await urlOf({ baseUrl: '' }), 'https://api.africastalking.com');
  assert.equal(
    await urlOf({ baseUrl: '', username: 'sandbox' }),
    'https://api.sandbox.africastalking.com',
  );
  assert.equal(await urlOf({}), 'https://at.example');
  assert.deepEqual(
    africasTalkingConnector
      .checkConfig({ username: '', apiKey: '', baseUrl: 'x' })
      .map(({ field }) => field),
    ['username', 'apiKey', 'baseUrl'],
  );
});

test('an empty list refuses all of a request only where a word says so', async () => {
  const rows: [HttpResult, string][] = [
    [told([], 'InvalidSenderId'), 'refused'],
    [told([], 'Sent to 0/1 Total Cost: 0'), 'refused'],
    [told([], 'Sent to 1/1 Total Cost: KES 0.8000'), 'unknown'],
    [told([], ''), 'unknown'],
    [jsonAnswer(201, { SMSMessageData: { Recipients: [] } }), 'unknown'],
  ];
  for (const [answer, kind] of rows) {
    const context = createScriptedCarrier(config, [user, answer]);
    const { session } = await openBound(africasTalkingConnector, context);
    assert.equal((await session.submit(partTo(1))).kind, kind, JSON.stringify(answer));
    await session.close(0);
  }
});

test('an id contradicts a refusal; 409 outside of its form is the ban by night', async () => {
  const plain: HttpResult = {
    kind: 'answer',
    status: 409,
    headers: {},
    body: Buffer.from('DoNotDisturbRejection'),
  };
  const rows: [HttpResult, string][] = [
    [told([recipient(1, 499, 'ATXid_1')]), 'unknown'],
    [told([recipient(1, 101, 'None')]), 'unknown'],
    [told([recipient(1, 409, 'None')], '', 409), 'busy'],
    [plain, 'busy'],
  ];
  for (const [answer, kind] of rows) {
    const context = createScriptedCarrier(config, [user, answer]);
    const { session } = await openBound(africasTalkingConnector, context);
    assert.equal((await session.submit(partTo(1))).kind, kind, JSON.stringify(answer));
    await session.close(0);
  }
});
