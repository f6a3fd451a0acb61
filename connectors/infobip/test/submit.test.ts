// Proves that messages share requests under our references, that every status id means what the
// table says, and that a lost answer is decided by the logs or by the same id once more.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HttpResult } from '@jokko/connectors/kit';
import {
  createScriptedCarrier,
  jsonAnswer,
  lostAnswer,
  openBound,
} from '@jokko/connectors/kit/conformance';
import { holdTime } from '../../../acceptance/harness/held-time.ts';
import { infobipConnector } from '../index.ts';
import { readAnswer } from '../read-answer.ts';
import { statusIds } from '../status-table.ts';
import { answered, balance, config, entry, logs, partOf } from './kit.ts';

const one = partOf(1);
/** `refused bad_number`, with a star where the connection is at fault. */
function meaningOf(result: HttpResult, log: () => void = () => {}): string {
  const [reading] = readAnswer(result, [one], log);
  if (reading === undefined || reading === 'duplicate') return String(reading);
  const { outcome, connectionAtFault } = reading;
  const { kind } = outcome;
  const why = kind === 'refused' ? outcome.reason : kind === 'busy' ? outcome.cause : '';
  return `${kind} ${why}${connectionAtFault ? '*' : ''}`.trim();
}

test('messages of one turn share a request, each under our reference', async () => {
  const context = createScriptedCarrier(config, [balance, answered(entry(2, 26), entry(1, 52, 5))]);
  const { session } = await openBound(infobipConnector, context);
  const parts = [one, partOf(2, { text: 'Fête', from: '38000' }), partOf(3, { from: 'Écobank' })];
  assert.deepEqual(await Promise.all(parts.map((part) => session.submit(part))), [
    { kind: 'refused', reason: 'bad_number', code: 'STATUS_52' },
    { kind: 'accepted', id: '7091659672946-2' },
    { kind: 'refused', reason: 'bad_sender', code: 'sender' },
  ]);
  const [greeted, sent] = context.requests;
  assert.equal(greeted?.url, 'https://infobip.example/account/1/balance');
  assert.deepEqual([sent?.method, sent?.url], ['POST', 'https://infobip.example/sms/3/messages']);
  assert.equal(sent?.headers?.['Authorization'], 'App key');
  const message = (number: number, sender: string, text: string) => ({
    sender,
    destinations: [{ to: `22177000000${number}`, messageId: `7091659672946-${number}` }],
    content: { text },
    options: { validityPeriod: { amount: 3_600, timeUnit: 'SECONDS' } },
    webhooks: {
      delivery: { url: 'https://us.example/sms-providers/X/secret' },
      contentType: 'application/json',
      callbackData: `7091659672946-${number}`,
    },
  });
  assert.deepEqual(JSON.parse(String(sent?.body)), {
    messages: [message(1, 'JOKKO', 'Bonjour'), message(2, '38000', 'Fête')],
  });
  await session.close(0);
});

test('every status id; one that nobody has listed goes by its group', () => {
  const expected: { [id: number]: string } = {
    2: 'accepted',
    3: 'accepted',
    4: 'accepted',
    5: 'accepted',
    6: 'refused other',
    7: 'accepted',
    8: 'refused bad_number',
    9: 'accepted',
    10: 'refused barred',
    11: 'refused bad_sender',
    12: 'refused no_credit*',
    13: 'refused bad_sender',
    14: 'refused barred',
    15: 'accepted',
    17: 'refused no_credit*',
    18: 'refused not_permitted',
    19: 'refused not_permitted',
    20: 'refused other',
    21: 'refused other',
    24: 'refused bad_text',
    25: 'refused bad_text',
    26: 'accepted',
    29: 'accepted',
    31: 'accepted',
    51: 'refused bad_number',
    52: 'refused bad_number',
    87: 'refused other',
    100: 'refused other',
  };
  assert.deepEqual([...statusIds.keys()].map(Number), Object.keys(expected).map(Number));
  for (const [id, meaning] of Object.entries(expected))
    assert.equal(meaningOf(answered(entry(1, Number(id)))), meaning, id);
  assert.equal(meaningOf(answered(entry(1, 23))), 'duplicate');
  let lines = 0;
  const log = (): void => void (lines += 1);
  assert.equal(meaningOf(answered(entry(1, 9_999, 5)), log), 'refused other');
  assert.equal(meaningOf(answered(entry(1, 9_999, 1)), log), 'accepted');
  assert.equal(meaningOf(answered(entry(1, 9_999, 77)), log), 'unknown');
  assert.equal(lines, 1);
});

test('errors of a whole request, in both spellings; what proves nothing is unknown', () => {
  const version3 = (status: number, errorCode: string): HttpResult =>
    jsonAnswer(status, { errorCode, description: '', action: '', violations: [], resources: [] });
  const version2 = (status: number, messageId: string): HttpResult =>
    jsonAnswer(status, { requestError: { serviceException: { messageId, text: '' } } });
  for (const [result, meaning] of [
    [version3(400, 'E400'), 'refused other'],
    [version3(401, 'E401'), 'busy connection_error*'],
    [version3(403, 'E403'), 'busy connection_error*'],
    [version3(429, 'E429'), 'busy throttled'],
    [version2(400, 'BAD_REQUEST'), 'refused other'],
    [version2(401, 'UNAUTHORIZED'), 'busy connection_error*'],
    [version2(403, 'FORBIDDEN'), 'busy connection_error*'],
    [version2(429, 'TOO_MANY_REQUESTS'), 'busy throttled'],
    [version3(400, 'E499'), 'refused other'],
    [version3(500, 'E500'), 'unknown'],
    [version3(503, 'E503'), 'busy connection_error'],
    [{ kind: 'answer', status: 502, headers: {}, body: Buffer.from('<html>') }, 'unknown'],
    [answered(), 'unknown'],
    [answered({ messageId: one.ourRef }), 'unknown'],
    [answered(entry(2, 26)), 'unknown'],
    [lostAnswer, 'unknown'],
    [{ kind: 'not_sent', cause: 'ECONNREFUSED' }, 'not_sent *'],
  ] as [HttpResult, string][])
    assert.equal(meaningOf(result), meaning, JSON.stringify(result));
});

test('a lost answer: the logs decide, and what they never had is sent once more under its id', async (t) => {
  const time = holdTime(t);
  const taken = { kind: 'accepted', id: one.ourRef };
  const unknown = { kind: 'unknown', cause: 'timeout' };
  const rows: [name: string, answers: HttpResult[], outcome: object, paths: string[]][] = [
    ['found at once', [logs(entry(1, 26))], taken, ['logs']],
    ['found later', [logs(), logs(entry(1, 5, 3))], taken, ['logs', 'logs']],
    [
      'found refused',
      [logs(entry(1, 14, 5))],
      { kind: 'refused', reason: 'barred', code: 'STATUS_14' },
      ['logs'],
    ],
    [
      'absent, taken now',
      [logs(), logs(), answered(entry(1, 26))],
      taken,
      ['logs', 'logs', 'messages'],
    ],
    [
      'absent, yet a duplicate that the logs know now',
      [logs(), logs(), answered(entry(1, 23, 5)), logs(entry(1, 26))],
      taken,
      ['logs', 'logs', 'messages', 'logs'],
    ],
    [
      'absent, a duplicate that the logs do not tell',
      [logs(), logs(), answered(entry(1, 23, 5)), logs()],
      taken,
      ['logs', 'logs', 'messages', 'logs'],
    ],
    ['the logs cannot be asked', [lostAnswer, jsonAnswer(500, {})], unknown, ['logs', 'logs']],
    ['strange logs', [logs(), jsonAnswer(200, { results: 'none' })], unknown, ['logs', 'logs']],
  ];
  for (const [name, answers, expected, paths] of rows) {
    const context = createScriptedCarrier(config, [balance, lostAnswer, ...answers]);
    const { session } = await openBound(infobipConnector, context);
    const outcome = session.submit(one);
    await time.pass(121_000);
    assert.deepEqual(await outcome, expected, name);
    assert.deepEqual(
      context.requests.slice(2).map(({ url }) => /(\w+)(?:\?|$)/.exec(url)?.[1]),
      paths,
      name,
    );
    const repeated = context.requests.filter(({ url }) => url.endsWith('/messages'));
    assert.equal(new Set(repeated.map(({ body }) => body)).size, 1, 'the same bytes');
    await session.close(0);
  }
});

test('no credit refuses the message and stops the connection', async () => {
  const context = createScriptedCarrier(config, [balance, answered(entry(1, 12, 5))]);
  const { session } = await openBound(infobipConnector, context);
  assert.equal((await session.submit(one)).kind, 'refused');
  assert.deepEqual([session.state, session.detail, session.free], ['connecting', 'STATUS_12', 0]);
  await session.close(0);
});

test('the form names what a proof needs; the connection test reads the balance', async () => {
  const { checkConfig, connectionTest } = infobipConnector;
  assert.deepEqual(checkConfig(config), []);
  const faults = (changes: object): string[] =>
    checkConfig({ ...config, ...changes }).map(({ field }) => field);
  assert.deepEqual(faults({ apiKey: '', noticeAuth: 'basic' }), [
    'apiKey',
    'noticeUser',
    'noticeSecret',
  ]);
  assert.deepEqual(faults({ noticeAuth: 'hmac' }), ['noticeSecret', 'noticeHeader']);
  assert.deepEqual(await connectionTest!.call(createScriptedCarrier(config, [balance])), {
    ok: true,
    said: '47.9 EUR',
  });
});
