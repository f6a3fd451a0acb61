// Proves that each message goes out once in Twilio's form, that every code means what the table
// says, and that a look-up takes no other message's id.

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
import { errorCodes } from '../code-table.ts';
import { twilioConnector } from '../index.ts';
import { readAnswer } from '../read-answer.ts';
import { balance, config, part, queued, sidOf } from './kit.ts';

const failure = (status: number, code: number): HttpResult =>
  jsonAnswer(status, { code, message: 'no', more_info: '', status });
/** `refused bad_number`, `busy throttled`, with a star where the connection is at fault. */
function meaningOf(result: HttpResult, log: () => void = () => {}): string {
  const { outcome, connectionAtFault } = readAnswer(result, log);
  const { kind } = outcome;
  const why = kind === 'refused' ? outcome.reason : kind === 'busy' ? outcome.cause : '';
  return `${kind} ${why}${connectionAtFault ? '*' : ''}`.trim();
}

test('a message is a form, with our reference in the address that Twilio notifies', async () => {
  const context = createScriptedCarrier(config, [balance, queued('1')]);
  const { session } = await openBound(twilioConnector, context);
  assert.deepEqual(await session.submit(part), { kind: 'accepted', id: sidOf('1') });
  const [greeted, sent] = context.requests;
  const account = `https://twilio.example/2010-04-01/Accounts/${config.accountSid}`;
  assert.deepEqual([greeted?.method, greeted?.url], ['GET', `${account}/Balance.json`]);
  assert.deepEqual([sent?.method, sent?.url], ['POST', `${account}/Messages.json`]);
  assert.deepEqual(sent?.headers, {
    Authorization: `Basic ${btoa(`${config.accountSid}:12345`)}`,
    Accept: 'application/json',
    'Content-Type': 'application/x-www-form-urlencoded',
  });
  assert.deepEqual(Object.fromEntries(new URLSearchParams(String(sent?.body))), {
    To: '+221770000001',
    From: 'JOKKO',
    Body: 'Fête à 5€',
    ValidityPeriod: '3600',
    StatusCallback: `https://us.example/sms-providers/X/secret?ref=${part.ourRef}`,
  });
  await session.close(0);
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

test('every code; one that nobody has listed refuses where the status does, with a line', () => {
  const expected: { [code: string]: [status: number, meaning: string] } = {
    20003: [401, 'busy connection_error*'],
    20429: [429, 'busy throttled'],
    21211: [400, 'refused bad_number'],
    21212: [400, 'refused bad_sender'],
    21408: [400, 'refused not_permitted'],
    21606: [400, 'refused bad_sender'],
    21608: [400, 'refused not_permitted'],
    21610: [400, 'refused barred'],
    21611: [400, 'busy queue_full'],
    21612: [400, 'refused not_permitted'],
    21614: [400, 'refused bad_number'],
    21635: [400, 'refused bad_number'],
    30001: [400, 'busy queue_full'],
    30002: [400, 'busy connection_error*'],
    63017: [400, 'busy throttled'],
  };
  assert.deepEqual([...errorCodes.keys()].toSorted(), Object.keys(expected));
  for (const [code, [status, meaning]] of Object.entries(expected))
    assert.equal(meaningOf(failure(status, Number(code))), meaning, code);
  let lines = 0;
  const log = (): void => void (lines += 1);
  assert.equal(meaningOf(failure(400, 29_999), log), 'refused other');
  assert.equal(meaningOf(failure(500, 29_999), log), 'unknown');
  assert.equal(lines, 2);
});

test('what proves nothing is unknown; what did not leave is sent later', () => {
  for (const [result, meaning] of [
    [jsonAnswer(201, {}), 'unknown'],
    [jsonAnswer(201, { sid: 'nonsense' }), 'unknown'],
    [{ kind: 'answer', status: 201, headers: {}, body: Buffer.from('<html>') }, 'unknown'],
    [{ kind: 'answer', status: 502, headers: {}, body: Buffer.from('<html>') }, 'unknown'],
    [{ kind: 'answer', status: 503, headers: {}, body: Buffer.from('<html>') }, 'unknown'],
    [failure(503, 20_503), 'busy connection_error'],
    [failure(500, 20_500), 'unknown'],
    [lostAnswer, 'unknown'],
    [{ kind: 'not_sent', cause: 'ECONNREFUSED' }, 'not_sent *'],
  ] as [HttpResult, string][])
    assert.equal(meaningOf(result), meaning, JSON.stringify(result));
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
const list = (...messages: object[]): HttpResult =>
  jsonAnswer(200, { messages }, { date: new Date(clock).toUTCString() });

test('a lost answer is looked up after two minutes, and taken only when exactly one message fits', async (t) => {
  const time = holdTime(t);
  const rows: [name: string, answer: HttpResult, id: string | null][] = [
    ['the one', list(listed('2'), listed('3', { body: 'Other' })), sidOf('2')],
    ['two that fit', list(listed('2'), listed('3')), null],
    ['none', list(), null],
    ['another number', list(listed('2', { to: '+221770000002' })), null],
    ['another sender', list(listed('2', { from: 'OTHER' })), null],
    ['a message from the phone', list(listed('2', { direction: 'inbound' })), null],
    [
      'one from before it was sent',
      list(listed('2', { date_created: 'Mon, 30 Nov 2026 09:59:50 +0000' })),
      null,
    ],
    ['one that another message has', list(listed('1'), listed('2')), sidOf('2')],
    ['without a time', jsonAnswer(200, { messages: [listed('2')] }), null],
    ['no list', jsonAnswer(500, {}), null],
  ];
  for (const [name, answer, id] of rows) {
    const context = createScriptedCarrier(config, [balance, queued('1'), lostAnswer, answer]);
    const { session } = await openBound(twilioConnector, context);
    await session.submit(part);
    const outcome = session.submit(part);
    await time.pass(119_000);
    assert.equal(context.requests.length, 3, 'not asked yet');
    await time.pass(2_000);
    assert.deepEqual(
      await outcome,
      id === null ? { kind: 'unknown', cause: 'timeout' } : { kind: 'accepted', id },
      name,
    );
    const asked = new URL(context.requests[3]!.url).searchParams;
    assert.deepEqual([asked.get('To'), asked.get('From')], ['+221770000001', 'JOKKO']);
    assert.equal(context.requests.length, 4, 'nothing is sent again');
    await session.close(0);
  }
});

test('an account that Twilio does not know is down, and says why without secrets', async () => {
  const context = createScriptedCarrier(config, [failure(401, 20_003)]);
  const session = twilioConnector.open(context, {
    receipt: () => Promise.resolve(),
    inbound: () => Promise.resolve(),
    late: () => {},
    changed: () => {},
  });
  await new Promise(setImmediate);
  assert.deepEqual([session.state, session.detail], ['connecting', 'HTTP 401: 20003']);
  await session.close(0);
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
