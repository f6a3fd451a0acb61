// Proves that a session keeps window, pace and truthful outcomes: up while the provider accepts
// our key, each message sent once, and unknown where the outcome cannot be known.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HttpResult } from '@jokko/connectors/kit';
import {
  jsonAnswer as json,
  lostAnswer as lost,
  openBound as openSession,
  type ScriptedCarrier,
} from '@jokko/connectors/kit/conformance';
import { holdTime } from '../../../acceptance/harness/held-time.ts';
import type { SmsHttpConfig } from '../config.ts';
import { smsHttpConnector } from '../index.ts';
import { config, known, part, scripted } from './scripted.ts';

const accepted = json(200, {
  messages: [{ reference: part.ourRef, status: 'accepted', id: 'm1' }],
});
const never = (): Promise<HttpResult> => new Promise(() => {});

const openBound = (context: ScriptedCarrier<SmsHttpConfig>) =>
  openSession(smsHttpConnector, context);

test('a message goes out once, with our reference and the address for its receipts', async () => {
  const context = scripted([known, accepted], { noticeUrl: 'https://us.example/notices' });
  const { session, events } = await openBound(context);
  const changes = events.changes;
  assert.equal(session.free, 64);
  assert.deepEqual(await session.submit(part), { kind: 'accepted', id: 'm1' });
  const [introduced, sent] = context.requests;
  assert.deepEqual(
    [introduced?.method, introduced?.url],
    ['PUT', 'https://sms.example/v1/account'],
  );
  assert.deepEqual(
    [sent?.method, sent?.url, sent?.headers?.['X-Api-Key']],
    ['POST', 'https://sms.example/v1/messages', 'key'],
  );
  assert.deepEqual(JSON.parse(String(sent?.body)), {
    from: 'JOKKO',
    text: 'Bonjour',
    validitySeconds: 3_600,
    recipients: [{ to: '+221770000001', reference: 'B1-7-1' }],
    webhook: 'https://us.example/notices',
  });
  assert.ok(events.changes > changes);
  await session.close(0);
  assert.equal(session.state, 'closed');
});

test('a lost answer is looked up by our reference, never sent again', async (t) => {
  const time = holdTime(t);
  const found = scripted([
    known,
    lost,
    json(404, {}),
    json(200, { reference: part.ourRef, id: 'm7' }),
  ]);
  const { session } = await openBound(found);
  const submitted = session.submit(part);
  await time.pass(4_000);
  assert.deepEqual(await submitted, { kind: 'accepted', id: 'm7' });
  assert.deepEqual(
    found.requests.map(({ method }) => method),
    ['PUT', 'POST', 'GET', 'GET'],
  );
  await session.close(0);
  const absent = scripted([known, lost, json(404, {}), json(404, {})]);
  const other = await openBound(absent);
  const unknown = other.session.submit(part);
  await time.pass(4_000);
  assert.deepEqual(await unknown, { kind: 'unknown', cause: 'timeout' });
  assert.equal(absent.requests.filter(({ method }) => method === 'POST').length, 1);
  await other.session.close(0);
});

test('no room: nothing is sent', async () => {
  const context = scripted([known, never, never], { window: 1 });
  const { session } = await openBound(context);
  const first = session.submit(part);
  assert.equal(session.free, 0);
  assert.deepEqual(await session.submit(part), { kind: 'not_sent', cause: 'no room' });
  assert.equal(context.requests.length, 2);
  await session.close(20);
  assert.deepEqual(await first, { kind: 'unknown', cause: 'connection' });
  assert.equal((await session.submit(part)).kind, 'not_sent');
});

test('closing waits for what is under way', async () => {
  let answer: (result: HttpResult) => void = () => {};
  const context = scripted([known, () => new Promise<HttpResult>((resolve) => (answer = resolve))]);
  const { session } = await openBound(context);
  const sending = session.submit(part);
  const closing = session.close(60_000);
  answer(accepted);
  assert.deepEqual(await sending, { kind: 'accepted', id: 'm1' });
  await closing;
});

test('busy: a pause without room, then room again, told by `changed`', async (t) => {
  const time = holdTime(t);
  const context = scripted([
    known,
    json(429, { error: { code: 'busy' } }, { 'retry-after': '1' }),
    accepted,
  ]);
  const { session, events } = await openBound(context);
  assert.equal((await session.submit(part)).kind, 'busy');
  assert.deepEqual([session.state, session.free], ['bound', 0]);
  const changes = events.changes;
  await time.pass(990);
  assert.deepEqual([session.free, events.changes], [0, changes]);
  await time.pass(10);
  assert.ok(session.free > 0, 'room after the pause');
  assert.ok(events.changes > changes, 'told of room');
  assert.equal((await session.submit(part)).kind, 'accepted');
  await session.close(0);
});

test('a rate is kept', async (t) => {
  const time = holdTime(t);
  const context = scripted([known, ...Array.from({ length: 10 }, () => accepted)], {
    ratePerSec: 40,
  });
  const { session } = await openBound(context);
  const sent: number[] = [];
  for (let round = 0; round < 4; round++) {
    let inRound = 0;
    for (; session.free > 0; inRound += 1) void session.submit(part);
    sent.push(inRound);
    await time.pass(25);
  }
  // Two from the full bucket, the others by the rate.
  assert.deepEqual(sent, [2, 1, 1, 1]);
  await session.close(1_000);
});

test('a provider that cannot be reached or refuses the key: down, said why without secrets, tried again', async (t) => {
  const time = holdTime(t);
  const context = scripted([known, json(401, { error: { code: 'unauthorized' } }), lost, known]);
  const { session } = await openBound(context);
  assert.equal((await session.submit(part)).kind, 'busy');
  assert.deepEqual(
    [session.state, session.free, session.detail],
    ['connecting', 0, 'unauthorized'],
  );
  await time.pass(1_000);
  assert.equal(session.detail, 'no connection: timeout', 'the first try in vain');
  await time.pass(2_000);
  assert.equal(session.state, 'bound', 'bound again');
  assert.equal(session.detail, null);
  for (const line of context.lines) assert.doesNotMatch(line, /key|Bonjour|221770000001/);
  await session.close(0);
});

test('the form names every fault at once', () => {
  const { checkConfig, capabilities, configForm } = smsHttpConnector;
  assert.deepEqual(checkConfig(config), []);
  const faulty = {
    baseUrl: 'ftp://x',
    apiKey: '',
    noticeSecret: '',
    noticeUrl: 'x',
    window: 0,
    sessions: 1.5,
    timeoutMs: 5,
    ratePerSec: -1,
  };
  assert.deepEqual(
    checkConfig(faulty).map(({ field }) => field),
    [
      'baseUrl',
      'apiKey',
      'noticeSecret',
      'noticeUrl',
      'window',
      'sessions',
      'ratePerSec',
      'timeoutMs',
    ],
  );
  assert.deepEqual(configForm.map(({ name }) => name).toSorted(), Object.keys(faulty).toSorted());
  assert.deepEqual(capabilities({ ...config, ratePerSec: 5 }), {
    splits: false,
    receipts: true,
    binds: 4,
    window: 64,
    ratePerSec: 5,
  });
});
