// Proves that messages share requests under our references, and that a lost answer is decided by
// the logs or by the same id once more.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HttpResult, SmsPart, SmsSubmitOutcome } from '@jokko/connectors/kit';
import {
  createScriptedCarrier,
  jsonAnswer,
  lostAnswer,
  openBound,
  type ScriptedCarrier,
} from '@jokko/connectors/kit/conformance';
import { holdTime } from '../../../acceptance/harness/held-time.ts';
import type { InfobipConfig } from '../config.ts';
import { infobipConnector } from '../index.ts';
import { readAnswer } from '../read-answer.ts';
import { answered, balance, config, entry, logs, partOf } from './kit.ts';

interface Sent {
  messages: { destinations: [{ messageId: string }] }[];
}

const one = partOf(1);
const elsewhere = { ...entry(1, 26), destination: '221779999999' };

test('messages of one turn share a request, each under our reference', async () => {
  const context = createScriptedCarrier(config, [balance, answered(entry(2, 26), entry(1, 52, 5))]);
  const { session } = await openBound(infobipConnector, context);
  const parts = [one, partOf(2, { text: 'Fête', from: '38000' }), partOf(3, { from: 'Écobank' })];
  assert.deepEqual(await Promise.all(parts.map((part) => session.submit(part))), [
    { kind: 'refused', reason: 'bad_number', code: 'STATUS_52' },
    { kind: 'accepted', id: '7091659672946-2', parts: 1 },
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
    options: { includeSmsCountInResponse: true },
  });
  await session.close(0);
});

test('a status id that nobody has listed goes by its group; of a duplicate the logs are asked', () => {
  for (const [id, group, meaning] of [
    [23, 5, 'duplicate'],
    [9_999, 5, 'refused'],
    [9_999, 1, 'accepted'],
    [9_999, 77, 'unknown'],
  ] as const) {
    const context = { connector: 'infobip', log: () => {}, quote: (words: string) => words };
    const answer = answered(entry(1, id, group));
    assert.ok(answer.kind === 'answer');
    const [reading] = readAnswer(answer, [one], context) ?? [];
    assert.equal(reading?.takenBefore === true ? 'duplicate' : reading?.outcome.kind, meaning);
  }
});

test('a lost answer: the logs decide, and what they never had is sent once more under its id', async (t) => {
  const time = holdTime(t);
  const taken = { kind: 'accepted', id: one.ourRef, parts: 1 };
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
      unknown,
      ['logs', 'logs', 'messages', 'logs'],
    ],
    [
      'absent, a duplicate whose logs cannot be asked',
      [logs(), logs(), answered(entry(1, 23, 5)), jsonAnswer(500, {})],
      unknown,
      ['logs', 'logs', 'messages', 'logs'],
    ],
    [
      'the logs tell of a duplicate only',
      [logs(entry(1, 23, 5)), logs(entry(1, 23, 5))],
      unknown,
      ['logs', 'logs'],
    ],
    ['the logs cannot be asked', [lostAnswer, jsonAnswer(500, {})], unknown, ['logs', 'logs']],
    [
      'another installation on the account has used the id',
      [logs(elsewhere), logs(elsewhere)],
      unknown,
      ['logs', 'logs'],
    ],
    ['strange logs', [logs(), jsonAnswer(200, { results: 'none' })], unknown, ['logs', 'logs']],
  ];
  for (const [name, answers, expected, paths] of rows) {
    const context = createScriptedCarrier(config, [balance, lostAnswer, balance, ...answers]);
    const { session } = await openBound(infobipConnector, context);
    const outcome = session.submit(one);
    await time.pass(122_000);
    assert.deepEqual(await outcome, expected, name);
    assert.deepEqual(
      context.requests.slice(3).map(({ url }) => /(\w+)(?:\?|$)/.exec(url)?.[1]),
      paths,
      name,
    );
    const repeated = context.requests.filter(({ url }) => url.endsWith('/messages'));
    assert.equal(new Set(repeated.map(({ body }) => body)).size, 1, 'the same bytes');
    await session.close(0);
  }
});

/** Submits all in one turn, and closes the session before anything is looked up. */
async function submitAll(
  context: ScriptedCarrier<InfobipConfig>,
  parts: readonly SmsPart[],
): Promise<SmsSubmitOutcome['kind'][]> {
  const { session } = await openBound(infobipConnector, context);
  const outcomes = parts.map((part) => session.submit(part));
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
  await session.close(0);
  return (await Promise.all(outcomes)).map(({ kind }) => kind);
}
const submissionsOf = ({ requests }: ScriptedCarrier<InfobipConfig>) =>
  requests.filter(({ method }) => method === 'POST');

test('for what is wrong with one message of a request that one is refused, and the others go out', async () => {
  const violations = (...properties: string[]): HttpResult =>
    jsonAnswer(400, {
      errorCode: 'E400',
      violations: properties.map((property) => ({ property, violation: 'is wrong' })),
    });
  const numbers = [1, 2, 3];
  const taken = (...of: number[]) => answered(...of.map((number) => entry(number, 26)));
  const rows: [name: string, answers: HttpResult[], outcomes: string, sent: string[]][] = [
    [
      'one is named',
      [violations('messages[1].destinations[0].to'), taken(1, 3)],
      'accepted refused accepted',
      ['123', '13'],
    ],
    [
      'several are named, and one twice',
      [violations('messages[0].content', 'messages[2].sender', 'messages[0].sender'), taken(2)],
      'refused accepted refused',
      ['123', '2'],
    ],
    [
      'all are named',
      [violations(...numbers.map((at) => `messages[${at - 1}]`))],
      'refused refused refused',
      ['123'],
    ],
    [
      'none is named',
      [violations(), taken(1), violations(), taken(3)],
      'accepted refused accepted',
      ['123', '1', '2', '3'],
    ],
    [
      'one is meant and not named',
      [violations('messages[].content.text'), taken(1), taken(2), violations()],
      'accepted accepted refused',
      ['123', '1', '2', '3'],
    ],
    [
      'one was not named',
      [violations('messages[0]'), violations('messages[1]'), taken(2), violations()],
      'refused accepted refused',
      ['123', '23', '2', '3'],
    ],
    [
      'the answer to the others is lost',
      [violations('messages[1]'), lostAnswer],
      'unknown refused unknown',
      ['123', '13'],
    ],
    [
      'the request itself is wrong',
      [violations('options.schedule')],
      'refused refused refused',
      ['123'],
    ],
    ['somebody between us refuses', [jsonAnswer(400, {})], 'refused refused refused', ['123']],
  ];
  for (const [name, answers, outcomes, sent] of rows) {
    const context = createScriptedCarrier(config, [balance, ...answers]);
    const kinds = await submitAll(
      context,
      numbers.map((number) => partOf(number)),
    );
    assert.equal(kinds.join(' '), outcomes, name);
    const bodies = submissionsOf(context).map(({ body }) => JSON.parse(String(body)) as Sent);
    assert.deepEqual(
      bodies.map(({ messages }) =>
        messages.map(({ destinations: [{ messageId }] }) => messageId.at(-1)).join(''),
      ),
      sent,
      name,
    );
  }
});

test('of messages that go alone no more leave once the carrier is busy or silent', async () => {
  for (const [answer, word] of [
    [jsonAnswer(429, { errorCode: 'E429' }), 'busy'],
    [lostAnswer, 'unknown'],
  ] as const) {
    const answers = [balance, jsonAnswer(400, { errorCode: 'E400' })];
    const context = createScriptedCarrier(config, answers);
    const { http } = context;
    context.http = (request) =>
      http(request).then((told) => (submissionsOf(context).length > 1 ? answer : told));
    const parts = Array.from({ length: 25 }, (_, at) => partOf(1, { ourRef: `70-${at}` }));
    const kinds = await submitAll(context, parts);
    assert.deepEqual(kinds, [
      ...Array<string>(10).fill(word),
      ...Array<string>(15).fill('not_sent'),
    ]);
    assert.equal(submissionsOf(context).length, 1 + 10);
  }
});

test('three hundred lost answers all end, within the questions that the logs take in a minute', async (t) => {
  const time = holdTime(t);
  const most = 120;
  let asked: number[] = [];
  let refusals = 0;
  /** One program more asks as often as it may. */
  let others = most - 1;
  const context = createScriptedCarrier({ ...config, window: 300 }, []);
  context.http = ({ url, method }) => {
    if (method === 'POST') return Promise.resolve(lostAnswer);
    if (!url.includes('/logs')) return Promise.resolve(balance);
    asked = [...asked.filter((atMs) => time.now() - atMs < 60_000), time.now()];
    if (asked.length + others > most) {
      refusals++;
      if (refusals === 4) others = 0;
      return Promise.resolve(jsonAnswer(429, { errorCode: 'E429' }));
    }
    const ids = new URL(url).searchParams.getAll('messageId');
    return Promise.resolve(logs(...ids.map((id) => ({ ...entry(1, 26), messageId: id }))));
  };
  const { session } = await openBound(infobipConnector, context);
  const refs = Array.from({ length: 300 }, (_, at) => `7091659672946-${at}`);
  const parts = refs.map((ourRef) => partOf(1, { ourRef }));
  const taken = new Set<string>();
  for (const part of parts)
    void session
      .submit(part)
      .then((outcome) => outcome.kind === 'accepted' && taken.add(outcome.id));
  await time.pass(121_000);
  assert.equal(taken.size, parts.length);
  assert.ok(refusals > 0, 'the logs were asked more often than they allow');
  await session.close(0);
});

test('what Infobip refuses for now is refused for good: its id is used up, and the logs tell the same of it', async () => {
  for (const id of [20, 21, 100]) {
    const context = createScriptedCarrier(config, [
      balance,
      answered(entry(1, id, 5)),
      answered(entry(1, 23, 5)),
      logs(entry(1, id, 5)),
    ]);
    const { session } = await openBound(infobipConnector, context);
    const refusal = { kind: 'refused', reason: 'other', code: `STATUS_${id}` };
    assert.deepEqual(await session.submit(one), refusal);
    // As another connection of the account would.
    assert.deepEqual(await session.submit(one), refusal, 'under the id of a refused message');
    assert.deepEqual([session.state, session.free > 0], ['bound', true], 'the others go on');
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
