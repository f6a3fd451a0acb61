// Proves that an SMS connector that does everything wrong loses no message, accepts none, and tells
// no secret.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  smsConnectorProblems,
  type SmsConnector,
  type SmsContext,
  type SmsEvents,
  type SmsPart,
  type SmsReceipt,
  type SmsSession,
} from '@jokko/connectors/kit';
import { guardSmsConnector } from './guard-sms.ts';

const config = { token: 'secret-of-the-test' };
const part: SmsPart = {
  from: 'JOKKO',
  to: '221770000001',
  text: 'Bonjour',
  encoding: 'gsm7',
  validitySeconds: 3_600,
  ourRef: '1-1',
};
const notice = { method: 'POST', path: '/', headers: {}, body: Buffer.from(''), receivedAtMs: 0 };
const delivered: SmsReceipt = {
  id: 'a',
  alternatives: [],
  state: 'delivered',
  errorCode: null,
  msisdn: null,
};

const session = (changes: object = {}): SmsSession => ({
  state: 'bound',
  detail: null,
  free: 2,
  submit: () => Promise.resolve({ kind: 'accepted', id: 'a' }),
  close: () => Promise.resolve(),
  ...changes,
});

/** With one member that differs. */
function made(changes: object = {}) {
  const lines: string[] = [];
  const stored: SmsReceipt[] = [];
  const connector = {
    name: 'troll',
    configForm: [
      { name: 'token', type: 'secret', label: { fr: 'Jeton', en: 'Token' }, required: true },
    ],
    checkConfig: () => [],
    capabilities: () => ({ splits: false, receipts: true, binds: 1, window: 2, ratePerSec: null }),
    open: () => session(),
    receive: () => ({ reply: { status: 200 }, receipts: [delivered], inbound: [] }),
    confirm: () => Promise.resolve([delivered]),
    find: () => Promise.resolve([delivered]),
    findById: () => Promise.resolve([delivered]),
    connectionTest: {
      target: () => ({ host: '127.0.0.1', port: 1, tls: null }),
      call: () => Promise.resolve({ ok: true, said: 'ok' }),
    },
    ...changes,
  } as unknown as SmsConnector;
  assert.deepEqual(smsConnectorProblems(connector), []);
  const context: SmsContext<typeof config> = {
    config,
    http: () =>
      Promise.resolve({ kind: 'answer', status: 200, headers: {}, body: Buffer.from('') }),
    log: (_level, message) => void lines.push(message),
  };
  const events: SmsEvents = {
    receipt: (receipt) => Promise.resolve(void stored.push(receipt)),
    inbound: () => Promise.resolve(),
    late: () => {},
    changed: () => {},
  };
  const guarded = guardSmsConnector(connector, (_level, message) => void lines.push(message));
  return { guarded, context, events, lines, stored };
}

function opened(changes: object): { session: SmsSession; lines: string[] } {
  const { guarded, context, events, lines } = made({ open: () => session(changes) });
  return { session: guarded.open(context, events), lines };
}
const throwing = (): never => {
  throw new Error(`no: ${config.token}`);
};

test('what is no outcome is unknown, and is never taken for accepted', async () => {
  for (const [submit, cause] of [
    [() => Promise.resolve({ kind: 'accepted' }), 'garbled'],
    [() => Promise.resolve({ kind: 'accepted', id: '' }), 'garbled'],
    [() => Promise.resolve({ kind: 'refused', reason: 'mood', code: 'x' }), 'garbled'],
    [() => Promise.resolve({ kind: 'busy', cause: 'throttled', code: 'x' }), 'garbled'],
    [() => Promise.resolve(undefined), 'garbled'],
    [() => Promise.reject(new Error('no')), 'connection'],
    [throwing, 'connection'],
  ] as const) {
    const { session: guarded, lines } = opened({ submit });
    assert.deepEqual(await guarded.submit(part), { kind: 'unknown', cause });
    assert.equal(lines.length, 1);
    assert.ok(!lines[0]!.includes(config.token));
  }
  assert.deepEqual(await opened({}).session.submit(part), { kind: 'accepted', id: 'a' });
});

test('what a session says is free counts a part in the turn in which it was submitted', async () => {
  let tokens = 1;
  const paced = {
    ...session(),
    get free() {
      return tokens;
    },
    submit() {
      tokens -= 1;
      return Promise.resolve({ kind: 'accepted', id: 'a' });
    },
  };
  const { guarded: connector, context, events } = made({ open: () => paced });
  const guarded = connector.open(context, events);
  const submitted = guarded.submit(part);
  assert.equal(guarded.free, 0);
  assert.equal((await submitted).kind, 'accepted');
});

test('no more are under way than the window, whatever it claims; close ends what hangs', async () => {
  let submitted = 0;
  const { session: guarded } = opened({
    free: 1_000,
    submit: () => new Promise(() => void (submitted += 1)),
    close: () => Promise.reject(new Error('no')),
  });
  assert.equal(guarded.free, 2);
  const parts = [1, 2, 3].map(() => guarded.submit(part));
  assert.equal(guarded.free, 0);
  assert.deepEqual(await parts[2], { kind: 'not_sent', cause: 'no room' });
  await guarded.close(0);
  assert.deepEqual(await parts[0], { kind: 'unknown', cause: 'connection' });
  assert.deepEqual(await parts[1], { kind: 'unknown', cause: 'connection' });
  assert.deepEqual([guarded.state, guarded.free, submitted], ['closed', 0, 2]);
});

test('a session that tells nonsense has no room and shows no secret', () => {
  const { session: guarded } = opened({ state: 'happy', free: NaN, detail: `is ${config.token}` });
  assert.deepEqual([guarded.state, guarded.free, guarded.detail], ['connecting', 0, 'is ***']);
  const broken = { get: throwing };
  const silent = Object.defineProperties(session(), {
    state: broken,
    free: broken,
    detail: broken,
  });
  const { guarded: connector, context, events } = made({ open: () => silent });
  const other = connector.open(context, events);
  assert.deepEqual([other.state, other.free, other.detail], ['connecting', 0, null]);
});

test('what is no text and no number breaks nothing, wherever it is told or thrown', async () => {
  for (const odd of [Symbol('odd'), Object.create(null), { toString: throwing }] as unknown[]) {
    const told = opened({ state: odd, free: odd, detail: odd }).session;
    assert.deepEqual([told.state, told.free], ['connecting', 0]);
    assert.ok(told.detail === null || told.detail === 'Symbol(odd)');
    assert.equal(opened({ free: odd }).session.free, 0);
    const reject = () => Promise.reject(odd as Error);
    const { session: guarded } = opened({ submit: reject, close: reject });
    for (let count = 0; count < 3; count += 1)
      assert.deepEqual(await guarded.submit(part), { kind: 'unknown', cause: 'connection' });
    assert.equal(guarded.free, 2, 'each has left its place in the window');
    await guarded.close(0);
    const { guarded: connector, context } = made({
      confirm: reject,
      find: reject,
      findById: reject,
      receive() {
        throw odd;
      },
    });
    assert.equal(connector.receive!({ config }, notice).reply.status, 500);
    assert.equal(await connector.confirm!(context, [delivered]), null);
    assert.equal(await connector.find!(context, ['1-0']), null);
    assert.equal(await connector.findById!(context, ['x']), null);
  }
});

test('a connector that opens nothing has a session without room', async () => {
  const { guarded, context, events, lines } = made({ open: throwing });
  const none = guarded.open(context, events);
  assert.deepEqual([none.state, none.free], ['connecting', 0]);
  assert.equal((await none.submit(part)).kind, 'not_sent');
  await none.close(0);
  assert.ok(lines.length > 0 && !lines.join().includes(config.token));
});

test('nothing leaves after the end of a session', async () => {
  let own: SmsContext<typeof config> | undefined;
  const { guarded, context, events } = made({
    open(given: SmsContext<typeof config>) {
      own = given;
      return session();
    },
  });
  const open = guarded.open(context, events);
  const request = { method: 'POST', url: 'http://127.0.0.1:1', timeoutMs: 1 } as const;
  assert.equal((await own!.http(request)).kind, 'answer');
  await open.close(0);
  assert.equal((await own!.http(request)).kind, 'not_sent');
  assert.ok(Object.isFrozen(own!.config));
});

test('a notice that it cannot take is answered 500, so that it comes again', () => {
  for (const receive of [
    throwing,
    () => ({ reply: { status: 200 } }),
    () => ({ reply: { status: 200 }, receipts: [{ id: 'a', state: 'lost' }], inbound: [] }),
    () => ({ reply: { status: 7 }, receipts: [], inbound: [] }),
  ])
    assert.deepEqual(made({ receive }).guarded.receive!({ config }, notice), {
      reply: { status: 500 },
      receipts: [],
      inbound: [],
    });
  assert.deepEqual(made().guarded.receive!({ config }, notice).receipts, [delivered]);
});

test('the message that a receipt may be, and its part of a longer one, are checked as messages are', () => {
  const message = { from: '221770000001', to: '38000', text: 'id:1 stat:DELIVRD', dedupeKey: null };
  const part = { ...message, concatenation: { reference: 0, total: 2, number: 1 } };
  const receiving = (orMessage: unknown) =>
    made({
      receive: () => ({
        reply: { status: 200 },
        receipts: [{ ...delivered, orMessage }],
        inbound: [],
      }),
    }).guarded.receive!({ config }, notice);
  for (const good of [message, part])
    assert.deepEqual(receiving(good).receipts, [{ ...delivered, orMessage: good }]);
  for (const bad of [
    null,
    'id:1',
    {},
    { ...message, to: 38_000 },
    { ...message, text: 'x'.repeat(10_001) },
    { ...message, concatenation: null },
    { ...message, concatenation: { reference: 1, total: 2 } },
    { ...message, concatenation: { reference: 1, total: 2, number: 0.5 } },
  ])
    assert.equal(receiving(bad).reply.status, 500, JSON.stringify(bad));
});

test('what it cannot confirm or find is asked again; a false receipt of a session is not stored', async () => {
  for (const ask of [throwing, () => Promise.resolve('yes'), () => Promise.resolve([{}])]) {
    const { guarded, context } = made({ confirm: ask, find: ask, findById: ask });
    assert.equal(await guarded.confirm!(context, [delivered]), null);
    assert.equal(await guarded.find!(context, ['1-0']), null);
    assert.equal(await guarded.findById!(context, ['x']), null);
  }
  let own: SmsEvents | undefined;
  const { guarded, context, events, stored } = made({
    open(_: unknown, given: SmsEvents) {
      own = given;
      return session();
    },
  });
  guarded.open(context, events);
  assert.deepEqual(await guarded.confirm!(context, [delivered]), [delivered]);
  assert.deepEqual(await guarded.find!(context, ['1-0']), [delivered]);
  assert.deepEqual(await guarded.findById!(context, ['x']), [delivered]);
  await own!.receipt(delivered);
  await assert.rejects(own!.receipt({ ...delivered, state: 'lost' } as never));
  assert.deepEqual(stored, [delivered]);
});

test('a configuration of a connector that does not know its own mind cannot be saved', async () => {
  const capabilities = () => ({
    splits: false,
    receipts: true,
    binds: 0,
    window: 2,
    ratePerSec: 0,
  });
  for (const changes of [{ capabilities }, { capabilities: throwing }, { checkConfig: throwing }])
    assert.equal(made(changes).guarded.checkConfig(config).length, 1);
  assert.deepEqual(made().guarded.checkConfig(config), []);
  const test = { target: () => ({}), call: throwing };
  const { guarded, context } = made({ connectionTest: test });
  assert.equal((await guarded.connectionTest!.call(context)).ok, false);
});

test('what is no balance is one that could not be read', async () => {
  const balanceOf = async (balance: () => unknown) => {
    const { guarded, context, lines } = made({ balance });
    const told = await guarded.balance!(context);
    assert.doesNotMatch(lines.join(), /secret-of-the-test/);
    return told;
  };
  const good = { ok: true, currency: 'EUR', available: -1n };
  assert.deepEqual(await balanceOf(() => Promise.resolve(good)), good);
  const unread = { ok: false, why: 'no answer', said: 'timeout' };
  assert.deepEqual(await balanceOf(() => Promise.resolve(unread)), unread);
  const nonsense = [
    ...[null, 0, {}, { ...good, available: 1 }, { ...good, currency: 'euro' }],
    ...[{ ok: false }, { ...unread, why: 3 }, { ...good, ok: 'yes' }],
  ];
  for (const told of nonsense)
    assert.equal((await balanceOf(() => Promise.resolve(told))).ok, false);
  const thrown = await balanceOf(() => {
    throw new Error('secret-of-the-test');
  });
  assert.equal(thrown.ok, false);
  const telling = await balanceOf(() => Promise.resolve({ ...unread, said: config.token }));
  assert.deepEqual(telling, { ...unread, said: '***' });
  assert.equal(made().guarded.balance, undefined);
});
