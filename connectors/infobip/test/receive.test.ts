// Proves that a report counts when it is proven or the logs say the same, that fetched reports are
// kept until they are stored.

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import type { SmsReceived, SmsReceipt } from '@jokko/connectors/kit';
import { createScriptedCarrier, jsonAnswer, openBound } from '@jokko/connectors/kit/conformance';
import { holdTime } from '../../../acceptance/harness/held-time.ts';
import type { InfobipConfig } from '../config.ts';
import { infobipConnector } from '../index.ts';
import { readReport } from '../receive.ts';
import { balance, config, logs, partOf, statusOf } from './kit.ts';

const report = (number: number, id: number, groupId: number, errorId = 0) => ({
  bulkId: 'b',
  messageId: partOf(number).ourRef,
  to: partOf(number).to,
  sentAt: '2026-11-30T10:00:00.000+0000',
  status: statusOf(id, groupId),
  error: { groupId: 0, id: errorId, permanent: false },
  callbackData: partOf(number).ourRef,
});
const receipt = (number: number, state: SmsReceipt['state'], errorCode: string | null = null) => ({
  id: partOf(number).ourRef,
  alternatives: [],
  state,
  errorCode,
  msisdn: partOf(number).to,
  ourRef: partOf(number).ourRef,
});

function take(
  body: unknown,
  changes: Partial<InfobipConfig> = {},
  headers: { [name: string]: string } = {},
  method = 'POST',
): SmsReceived {
  return infobipConnector.receive!(
    { config: { ...config, ...changes } },
    { method, path: '/', headers, body: Buffer.from(JSON.stringify(body)), receivedAtMs: 0 },
  );
}
const refusal = (status: number) => ({ reply: { status }, receipts: [], inbound: [] });

test('without a proof a report is a reason to ask the logs, whose word counts', async () => {
  const taken = take({ results: [report(1, 5, 3), report(2, 5, 3), report(3, 5, 3)] });
  assert.deepEqual([taken.reply.status, taken.receipts], [200, []]);
  assert.deepEqual(
    taken.unproven,
    [1, 2, 3].map((number) => receipt(number, 'delivered')),
  );
  const context = createScriptedCarrier(config, [
    logs(report(1, 9, 2, 27), { ...report(2, 26, 1), to: undefined, destination: partOf(2).to }),
  ]);
  assert.deepEqual(await infobipConnector.confirm!(context, taken.unproven!), [
    receipt(1, 'undeliverable', '27'),
    receipt(2, 'enroute'),
  ]);
  assert.equal(
    context.requests[0]?.url,
    'https://infobip.example/sms/3/logs?messageId=7091659672946-1&messageId=7091659672946-2&messageId=7091659672946-3&limit=3',
  );
  const silent = createScriptedCarrier(config, [jsonAnswer(429, {})]);
  assert.equal(await infobipConnector.confirm!(silent, taken.unproven!), null);
});

test('many reports are confirmed whole, in few questions: the logs answer with 50 unless they are told how many', async (t) => {
  const time = holdTime(t);
  const unproven = Array.from({ length: 400 }, (_, number) => receipt(number, 'delivered'));
  const context = createScriptedCarrier({ ...config }, []);
  const asked: number[] = [];
  let isAway = false;
  context.http = ({ url }) => {
    assert.ok(url.length <= 8_000, 'longer than every server takes');
    const { searchParams } = new URL(url);
    const ids = searchParams.getAll('messageId');
    asked.push(ids.length);
    const limit = Number(searchParams.get('limit') ?? 50);
    const told = ids.slice(0, limit).map((id) => report(Number(id.split('-')[1]), 5, 3));
    return Promise.resolve(isAway && asked.length > 3 ? jsonAnswer(503, {}) : logs(...told));
  };
  const confirmed = infobipConnector.confirm!(context, unproven);
  await time.pass(2_000);
  assert.deepEqual(await confirmed, unproven);
  assert.deepEqual([asked.length, asked[0]! + asked[1]!], [2, 400]);
  isAway = true;
  const failed = infobipConnector.confirm!(context, unproven);
  await time.pass(2_000);
  assert.equal(await failed, null);
});

test('what the logs cannot tell within seconds is told at once to come again, for all connections of an account', async (t) => {
  const time = holdTime(t);
  const context = createScriptedCarrier({ ...config }, []);
  let asked = 0;
  context.http = () => {
    asked += 1;
    return Promise.resolve(logs());
  };
  const same = { ...context, config: { ...config } };
  const notice = (from: number) =>
    Array.from({ length: 1_000 }, (_, at) => ({ id: `70-${from + at}` }) as SmsReceipt);
  const early = [0, 1, 2, 3, 4, 5].map((number) =>
    infobipConnector.confirm!(number % 2 === 0 ? context : same, notice(number * 1_000)),
  );
  assert.equal(await infobipConnector.confirm!(same, notice(6_000)), null);
  await time.pass(12_000);
  assert.deepEqual(await Promise.all(early), Array<[]>(6).fill([]));
  assert.equal(asked, 15);
});

test('Basic authentication or a signature proves a report; a false one is refused', () => {
  const body = { results: [report(1, 5, 3)] };
  const digest = createHmac('sha256', 's').update(JSON.stringify(body)).digest();
  const basic = { noticeAuth: 'basic', noticeUser: 'u', noticeSecret: 's' } as const;
  const hmac = { noticeAuth: 'hmac', noticeSecret: 's', noticeHeader: 'X-Signature' } as const;
  const rows: [Partial<InfobipConfig>, { [name: string]: string }, boolean][] = [
    [basic, { authorization: `Basic ${btoa('u:s')}` }, true],
    [basic, { authorization: `Basic ${btoa('u:x')}` }, false],
    [basic, {}, false],
    [hmac, { 'x-signature': digest.toString('hex') }, true],
    [hmac, { 'x-signature': `sha256=${digest.toString('hex')}` }, true],
    [hmac, { 'x-signature': digest.toString('base64') }, true],
    [
      hmac,
      { 'x-signature': digest.toString('hex').replace(/^./, (c) => (c === '0' ? '1' : '0')) },
      false,
    ],
    [hmac, {}, false],
    ...(['md5', 'sha1', 'sha512'] as const).flatMap((name): typeof rows => {
      const signature = (secret: string, form: 'hex' | 'base64') =>
        createHmac(name, secret).update(JSON.stringify(body)).digest(form);
      return [
        [hmac, { 'x-signature': signature('s', 'hex') }, true],
        [hmac, { 'x-signature': `${name}=${signature('s', 'hex')}` }, true],
        [hmac, { 'x-signature': signature('s', 'base64') }, true],
        [hmac, { 'x-signature': signature('t', 'hex') }, false],
        [hmac, { 'x-signature': signature('s', 'hex').slice(2) }, false],
      ];
    }),
  ];
  for (const [changes, headers, isGood] of rows) {
    const taken = take(body, changes, headers);
    if (!isGood) assert.deepEqual(taken, refusal(401));
    else assert.deepEqual([taken.receipts, taken.unproven], [[receipt(1, 'delivered')], undefined]);
  }
});

test('a status id that nobody has listed goes by its group, else it is unknown', () => {
  assert.deepEqual(
    [1, 2, 3, 4, 5, 77].map((group) => readReport(report(1, 9_999, group))?.state),
    ['enroute', 'undeliverable', 'delivered', 'expired', 'rejected', 'unknown'],
  );
  const duplicate = readReport(report(1, 23, 5))?.state;
  assert.equal(duplicate, 'enroute', 'a refused repetition is not the end of the message');
});

test('a notice of more reports than Infobip sends, or of too many bytes, is refused unread', () => {
  const results = (count: number, padding = '') =>
    take({ results: Array.from({ length: count }, () => ({ ...report(1, 5, 3), padding })) });
  assert.equal(results(200).unproven?.length, 200);
  assert.deepEqual(results(201), refusal(400));
  assert.equal(results(1, 'x'.repeat(261_000)).unproven?.length, 1);
  assert.deepEqual(results(1, 'x'.repeat(262_144)), refusal(400));
});

test('what is no notice is refused; entries that say nothing are left out', () => {
  assert.deepEqual(take({}), refusal(400));
  assert.deepEqual(take({ results: [] }, {}, {}, 'PUT'), refusal(405));
  const taken = take({ results: [{}, 'x', { messageId: 'm' }, { status: {} }] });
  assert.deepEqual(taken, { reply: { status: 200 }, receipts: [], unproven: [], inbound: [] });
});

test('reports are fetched where the configuration says so, and kept until they are stored', async (t) => {
  const time = holdTime(t);
  const pulling = { ...config, pullReports: true };
  const context = createScriptedCarrier(pulling, [
    balance,
    logs(report(1, 5, 3), report(2, 15, 4)),
    logs(),
    logs(),
    logs(),
  ]);
  const { session, events } = await openBound(infobipConnector, context);
  const { receipt: store } = events;
  let failures = 1;
  events.receipt = (told) =>
    failures-- > 0 ? Promise.reject(new Error('the database is away')) : store(told);
  await time.pass(10_100);
  assert.deepEqual(events.receipts, [receipt(2, 'expired')]);
  await time.pass(1_100);
  assert.deepEqual(events.receipts, [receipt(2, 'expired'), receipt(1, 'delivered')]);
  assert.equal(context.requests.length, 3, 'nothing was fetched before all was stored');
  await time.pass(10_100);
  assert.equal(context.requests.length, 5);
  await session.close(0);
  await time.pass(20_000);
  assert.equal(context.requests.length, 5, 'a closed session fetches nothing');
});

test('while a page is full the next one is fetched at once', async (t) => {
  const time = holdTime(t);
  const page = (from: number, count: number) =>
    logs(...Array.from({ length: count }, (_, at) => report(from + at, 5, 3)));
  const context = createScriptedCarrier({ ...config, pullReports: true }, [
    balance,
    ...[page(0, 500), logs(), page(500, 500), logs(), page(1_000, 3), logs()],
  ]);
  const { session, events } = await openBound(infobipConnector, context);
  await time.pass(12_000);
  assert.equal(events.receipts.length, 1_003);
  assert.equal(context.requests.length, 1 + 6, 'the backlog is over');
  await session.close(0);
});

test('a session that closes tries once more to store what it has fetched', async (t) => {
  const time = holdTime(t);
  const context = createScriptedCarrier({ ...config, pullReports: true }, [
    balance,
    logs(report(1, 5, 3)),
    logs(),
  ]);
  const { session, events } = await openBound(infobipConnector, context);
  const { receipt: store } = events;
  let failures = 1;
  events.receipt = (told) =>
    failures-- > 0 ? Promise.reject(new Error('the database is away')) : store(told);
  await time.pass(10_100);
  assert.deepEqual(events.receipts, []);
  await session.close(0);
  assert.deepEqual(events.receipts, [receipt(1, 'delivered')]);
});

test('messages from phones are fetched with the reports, and kept until they are stored', async (t) => {
  const time = holdTime(t);
  const message = { messageId: 'in1', from: '221770000001', to: '38000', text: 'STOP' };
  const context = createScriptedCarrier({ ...config, pullReports: true }, [
    balance,
    jsonAnswer(500, {}),
    logs(message),
    jsonAnswer(500, {}),
    logs(),
  ]);
  const { session, events } = await openBound(infobipConnector, context);
  const { inbound: store } = events;
  let failures = 1;
  events.inbound = (told) =>
    failures-- > 0 ? Promise.reject(new Error('the database is away')) : store(told);
  await time.pass(10_100);
  assert.deepEqual(events.messages, []);
  await time.pass(1_100);
  assert.deepEqual(events.messages, [
    { from: '221770000001', to: '38000', text: 'STOP', dedupeKey: 'in1' },
  ]);
  await time.pass(10_100);
  assert.deepEqual(
    context.requests.slice(1).map(({ url }) => new URL(url).pathname),
    ['/sms/3/reports', '/sms/1/inbox/reports', '/sms/3/reports', '/sms/1/inbox/reports'],
  );
  const failed = context.lines.filter((line) => line.startsWith('reports could not be fetched'));
  assert.equal(failed.length, 1, 'said once');
  await session.close(0);
});
