// Proves that the mistakes of a connector that was written elsewhere stay its own: what it throws,
// answers or never answers.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Connector, Context, HttpRequest, Intent, Notice } from '@jokko/connectors/kit';
import { connector as biller } from '../../../../examples/connectors/rest-biller/index.ts';
import { holdClock } from '../../platform/testing/held-clock.ts';
import { guardConnector } from './guard.ts';

type Any = Connector;
const config = {
  baseUrl: 'https://api.biller.example/v1',
  apiKey: 'key-of-the-route',
  noticeSecret: 'secret-of-the-route',
  sandbox: false,
  timeoutMs: 100,
};
const ours = '0b9e4a52-6f2c-4d3c-9a52-3c6f6d1a7e10';
const refs = { ours };
const intent: Intent = {
  transactionId: ours,
  kind: 'bill_pay',
  codeService: 'BILLERA_SN_BILL_PAY',
  country: 'SN',
  amount: 13_500_000n,
  currency: 'XOF',
  phone: '+221770000001',
  urls: { notify: 'http://127.0.0.1:9/', success: 'http://a.example/', error: 'http://a.example/' },
  payerWindowMs: 900_000,
  extra: { type: 'bill', accountNumber: '21000000001', billReference: '106' },
};
const notice: Notice = {
  method: 'POST',
  path: '/',
  headers: {},
  body: Buffer.from('{}'),
  receivedAtMs: 0,
};

/** A connector whose members are replaced, behind the guard, and what was logged. */
function guarded(members: { [member: string]: unknown }) {
  const lines: string[] = [];
  const sent: HttpRequest[] = [];
  const log: Context<unknown>['log'] = (level, message, details) =>
    void lines.push(`${level} ${message} ${JSON.stringify(details ?? {})}`);
  const connector = guardConnector({ ...biller, ...members } as unknown as Any, log);
  const context: Context<{ [field: string]: unknown }> = {
    config,
    http(request) {
      sent.push(request);
      return Promise.resolve({ kind: 'lost', cause: 'timeout' });
    },
    now: () => 0,
    log,
    card: () => null,
    token: () => Promise.resolve('token'),
  };
  const prepared = { refs, method: 'POST' as const, path: '/payments', body: '{}' };
  return {
    connector,
    context,
    lines,
    sent,
    execute: () => connector.execute(context, intent, prepared, 'first'),
    query: () => connector.query(context, intent, refs),
  };
}

test('what answers well passes as it is', async () => {
  const { execute, query, connector } = guarded({
    execute: () => Promise.resolve({ kind: 'succeeded', refs: { ours, theirs: 'P1' } }),
    query: () => Promise.resolve({ kind: 'absent', refs }),
  });
  assert.deepEqual(await execute(), { kind: 'succeeded', refs: { ours, theirs: 'P1' } });
  assert.deepEqual(await query(), { kind: 'absent', refs });
  assert.equal(connector.validate(config, intent), null);
  assert.deepEqual(connector.checkConfig(config), []);
});

const nonsense: [string, unknown][] = [
  ['nothing', undefined],
  ['a text', 'succeeded'],
  ['a kind that does not exist', { kind: 'paid', refs }],
  ['an absence after sending', { kind: 'absent', refs }],
  ['a success of another attempt', { kind: 'succeeded', refs: { ours: 'another' } }],
  ['references that are no texts', { kind: 'succeeded', refs: { ours, theirs: 7 } }],
  ['a failure without a reason', { kind: 'failed', refs, executed: 'no' }],
  [
    'a failure that may have been executed',
    { kind: 'failed', refs, error: refusal(), executed: 'maybe' },
  ],
  ['an amount that is no bigint', { kind: 'succeeded', refs, claims: { amount: 1350 } }],
  ['a fee below nothing', { kind: 'succeeded', refs, fee: -1n }],
  ['a link that runs in the page', pendingWith('javascript:alert(1)')],
  ['a function', { kind: 'succeeded', refs, voucher: () => 'code' }],
  ['more than can be kept', { kind: 'succeeded', refs: { ours, theirs: 'x'.repeat(100_000) } }],
];
function refusal() {
  return { catalogue: 'provider_low', provider: 'X', retryable: 'never' };
}
function pendingWith(authUrl: string) {
  return { kind: 'pending', refs, stage: 'payer', challenge: { authUrl, expiresInMs: 1_000 } };
}

for (const [name, answer] of nonsense) {
  test(`${name} is no outcome: unknown, with the way out, and logged`, async () => {
    const { execute, lines } = guarded({ execute: () => Promise.resolve(answer) });
    const outcome = await execute();
    assert.equal(outcome.kind, 'unknown');
    assert.deepEqual(outcome.refs, refs);
    assert.ok(outcome.kind === 'unknown' && outcome.resolve.steps[0] === 'query');
    assert.match(lines.join('\n'), /rest-biller: execute/);
  });
}

test('what throws, at once or later, is unknown', async () => {
  const thrown = (): never => {
    throw new Error('boom');
  };
  for (const execute of [thrown, () => Promise.reject(new Error('boom'))]) {
    const { execute: call, lines } = guarded({ execute });
    assert.equal((await call()).kind, 'unknown');
    assert.match(lines.join('\n'), /threw Error: boom/);
  }
});

test('a call that does not return ends as unknown, and nothing leaves after its end', async () => {
  const clock = holdClock();
  const { promise: freed, resolve: free } = Promise.withResolvers<void>();
  const late: string[] = [];
  const hanging = guarded({
    async execute(context: Context<unknown>) {
      await freed;
      const request: HttpRequest = { method: 'POST', url: 'https://x.example/', timeoutMs: 1 };
      late.push((await context.http(request)).kind);
      return { kind: 'succeeded', refs };
    },
  });
  const ended = clock.run(hanging.execute);
  clock.pass(2 * config.timeoutMs + 1_000);
  assert.equal((await ended).kind, 'unknown');
  free();
  while (late.length === 0) await Promise.resolve();
  assert.deepEqual([late, hanging.sent], [['not_sent'], []]);
});

test('a request waits no longer than the configuration says, and is held back with its call', async () => {
  const { execute, sent } = guarded({
    async execute({ http }: Context<unknown>) {
      await http({ method: 'POST', url: 'https://x.example/', timeoutMs: 3_600_000 });
      return { kind: 'succeeded', refs };
    },
  });
  await execute();
  assert.equal(sent[0]?.timeoutMs, 100);
  assert.equal(sent[0]?.mayLeave?.(), false, 'its call has ended');
});

test('the configuration cannot be changed, and its secrets do not get into the log', async () => {
  const { execute, lines } = guarded({
    execute(context: Context<{ apiKey: string }>) {
      context.log('error', `sent ${context.config.apiKey}`, { key: context.config.apiKey });
      context.config.apiKey = 'another';
      return Promise.resolve({ kind: 'succeeded', refs });
    },
  });
  assert.equal((await execute()).kind, 'unknown');
  assert.equal(config.apiKey, 'key-of-the-route');
  assert.doesNotMatch(lines.join('\n'), /key-of-the-route/);
  assert.match(lines.join('\n'), /sent \*\*\*/);
});

test('an order that cannot be prepared is refused before there is an operation', () => {
  for (const prepare of [
    () => {
      throw new Error('boom');
    },
    () => ({ refs: { ours: 'another' }, method: 'POST', path: '/payments', body: '{}' }),
    () => ({ refs, method: 'GET', path: '/payments', body: '{}' }),
    () => ({ refs, method: 'POST', path: 'https://elsewhere.example/', body: '{}' }),
  ]) {
    const { connector } = guarded({ prepare });
    assert.equal(connector.validate(config, intent)?.alert, 'config');
    assert.throws(() => connector.prepare(config, intent, ours));
  }
});

test('a refusal that is none refuses all the same', () => {
  const { connector } = guarded({ validate: () => ({ why: 'no' }) });
  assert.equal(connector.validate(config, intent)?.provider, 'connector fault');
});

test('a notice that the connector cannot take is not acknowledged', () => {
  const faults = [
    () => {
      throw new Error('boom');
    },
    () => null,
    () => ({
      reply: { status: 204 },
      events: [{ match: {}, authenticated: true, dedupeKey: 'a' }],
    }),
    () => ({
      reply: { status: 204 },
      events: [{ match: { ours }, authenticated: 1, dedupeKey: 'a' }],
    }),
  ];
  for (const receive of faults) {
    const { connector } = guarded({ receive });
    assert.deepEqual(connector.receive(config, notice), { reply: { status: 500 }, events: [] });
  }
});

test('a pure function that holds up the node is reported', () => {
  const clock = holdClock();
  const { connector, lines } = guarded({
    receive() {
      clock.pass(60);
      return { reply: { status: 204 }, events: [] };
    },
  });
  clock.run(() => assert.equal(connector.receive(config, notice).reply.status, 204));
  assert.match(lines.join('\n'), /receive held up the node/);
});

test('capabilities that promise what is not there make the configuration unusable', () => {
  const capabilities = biller.capabilities(config);
  const refusing = (changed: object) =>
    guarded({ capabilities: () => ({ ...capabilities, ...changed }) }).connector.checkConfig(
      config,
    );
  assert.match(refusing({ refund: 'full' })[0]!.message, /prepareRefund/);
  assert.match(refusing({ operations: ['robbery'] })[0]!.message, /operations/);
  assert.match(refusing({ limits: { concurrency: 0, timeoutMs: 1 } })[0]!.message, /limits/);
  assert.match(refusing({ resolution: {} })[0]!.message, /resolution/);
});

test('reads that fail are refused as the gateway expects it of each', async () => {
  const boom = () => Promise.reject(new Error('boom'));
  const { connector, context } = guarded({
    listBills: () => Promise.resolve({ bills: [{ amount: 5, billReference: 'a', infos: [] }] }),
    balance: boom,
    connectionTest: { ...biller.connectionTest, call: boom },
    async *statement() {
      yield { theirs: '1' };
      throw new Error('boom');
    },
  });
  const listed = await connector.listBills!(context, 'X', '1');
  assert.equal('error' in listed && listed.error.alert, 'down');
  await assert.rejects(connector.balance!(context), /boom/);
  assert.equal((await connector.connectionTest!.call(context)).ok, false);
  const rows: unknown[] = [];
  const all = async () => {
    for await (const row of connector.statement!(context, '2026-11-22')) rows.push(row);
  };
  await assert.rejects(all, /boom/);
  assert.equal(rows.length, 1);
});
