// Checks requests, answers that are no refusals, and status queries.

import { defined } from '@jokko/contract';
import assert from 'node:assert/strict';
import { constants, publicEncrypt } from 'node:crypto';
import { test } from 'node:test';
import { bytes, json, ourRef, sampleIntent } from '@jokko/connectors/kit/conformance';
import type { HttpResult } from '@jokko/connectors/kit';
import { mpesaConnector } from '../index.ts';
import type { MpesaConfig } from '../index.ts';
import { intentOf, liveConfig, scripted, send, taken } from './scripted.ts';

const unclear: [string, HttpResult][] = [
  ['a read time-out', { kind: 'lost', cause: 'timeout' }],
  ['HTTP 503', json(503, { errorCode: '500.003.1001', errorMessage: 'down' })],
  ['HTTP 500 of a proxy', bytes(500, '<html>')],
  ['a 200 that is a page', bytes(200, '<html>')],
  ['a 200 without an id', json(200, { ResponseCode: '0' })],
  ['a response code that nobody listed', json(200, { ResponseCode: '1', CheckoutRequestID: 'x' })],
];
for (const [name, answer] of unclear) {
  test(`${name} leaves the outcome unknown, and nothing goes out again`, async () => {
    for (const operation of ['collect', 'payout', 'refund'] as const) {
      const outcome = await send(scripted([answer]), operation);
      assert.ok(outcome.kind === 'unknown', `${operation} ${outcome.kind}`);
      assert.deepEqual(outcome.resolve.steps, ['query', 'waitNotification', 'manual']);
    }
  });
}

test('a push carries password and time of East Africa, and an address of its own', async () => {
  const context = scripted([taken]);
  context.now = () => Date.parse('2026-11-22T22:30:00Z');
  const outcome = await send(context, 'collect');
  assert.deepEqual(outcome, {
    kind: 'pending',
    refs: { ours: ourRef, session: 'ws_CO_1' },
    stage: 'payer',
  });
  const body = JSON.parse(String(context.requests[1]?.body));
  assert.equal(body.Timestamp, '20261123013000');
  const password = Buffer.from(body.Password, 'base64').toString();
  assert.equal(password, '600979sandbox-mpesa-passkey20261123013000');
  assert.equal(body.AccountReference, '3C6F6D1A7E10');
  assert.match(
    body.CallBackURL,
    new RegExp(`^http://127.0.0.1:9/notices/stk/${ourRef}/[\\w-]{22}$`),
  );
  assert.deepEqual(
    [body.Amount, body.PartyA, body.PhoneNumber, body.PartyB],
    [1350, '221770000001', '221770000001', '600979'],
  );
});

test('nothing secret is stored: neither passwords nor addresses of notices', () => {
  for (const operation of ['collect', 'payout'] as const) {
    const { body } = mpesaConnector.prepare(liveConfig, intentOf(operation), ourRef);
    for (const word of ['Password', 'SecurityCredential', 'passkey', '127.0.0.1'])
      assert.ok(!body.includes(word), `${operation} ${word}`);
  }
});

test('the password of the initiator goes out encrypted with PKCS#1 v1.5', async () => {
  const context = scripted([taken]);
  await send(context, 'payout');
  const { SecurityCredential } = JSON.parse(String(context.requests[1]?.body)) as {
    SecurityCredential: string;
  };
  const key = { key: liveConfig.certificate!, padding: constants.RSA_PKCS1_PADDING };
  assert.equal(
    Buffer.from(SecurityCredential, 'base64').length,
    publicEncrypt(key, Buffer.from('x')).length,
  );
});

test('a payout that the provider answers under another id is not ours', async () => {
  const another = json(200, {
    ConversationID: 'AG_1',
    OriginatorConversationID: 'ffffffff-6f2c-4d3c-9a52-3c6f6d1a7e10',
    ResponseCode: '0',
  });
  assert.equal((await send(scripted([another]), 'payout')).kind, 'unknown');
});

test('a refund without the receipt of its payment is refused before anything is sent', async () => {
  const context = scripted([]);
  const intent = intentOf('collect');
  const original = { ours: ourRef, session: 'ws_CO_1' };
  const prepared = mpesaConnector.prepareRefund!(liveConfig, intent, original, ourRef);
  const outcome = await mpesaConnector.executeRefund!(context, intent, prepared, 'first');
  assert.equal(outcome.kind, 'failed');
  assert.equal(context.requests.length, 0);
});

test('the query of a push: waiting, done, another’s, and what cannot be asked', async () => {
  const ask = (answers: HttpResult[], refs = { ours: ourRef, session: 'ws_CO_1' }) =>
    mpesaConnector.query(scripted(answers), intentOf('collect'), refs);
  const busy = (errorMessage: string) => json(500, { errorCode: '500.001.1001', errorMessage });
  assert.equal((await ask([busy('The transaction is being processed')])).kind, 'pending');
  assert.equal((await ask([busy('Wrong credentials')])).kind, 'unknown');
  const done = { ResponseCode: '0', ResultCode: '0', CheckoutRequestID: 'ws_CO_1' };
  assert.deepEqual(await ask([json(200, done)]), {
    kind: 'succeeded',
    refs: { ours: ourRef, session: 'ws_CO_1', theirs: 'ws_CO_1' },
  });
  const another = { ...done, CheckoutRequestID: 'ws_CO_2' };
  assert.equal((await ask([json(200, another)])).kind, 'unknown');
  const context = scripted([]);
  const lost = await mpesaConnector.query(context, intentOf('collect'), { ours: ourRef });
  assert.deepEqual([lost.kind, context.requests.length], ['unknown', 0]);
});

test('the query of a payout only asks for a notice: what is known stays', async () => {
  const ask = (session?: string) => {
    const refs = { ours: ourRef, ...defined({ session }) };
    return mpesaConnector.query(scripted([taken]), intentOf('payout'), refs);
  };
  assert.deepEqual([(await ask('AG_1')).kind, (await ask()).kind], ['pending', 'unknown']);
});

test('what the provider cannot express is refused before anything is sent', () => {
  const { validate } = mpesaConnector;
  const kes = { ...sampleIntent('payout'), currency: 'KES' };
  assert.equal(validate(liveConfig, kes), null);
  assert.equal(validate(liveConfig, sampleIntent('payout'))?.alert, 'config');
  assert.equal(validate(liveConfig, { ...kes, amount: 13_505_000n })?.catalogue, 'bad_amount');
});

test('each fault of a configuration is named by its field', () => {
  const problemsOf = (change: Partial<MpesaConfig>) =>
    mpesaConnector.checkConfig({ ...liveConfig, ...change }).map(({ field }) => field);
  assert.deepEqual(problemsOf({}), []);
  assert.deepEqual(problemsOf({ consumerSecret: '', shortCode: 'abc', till: '1' }), [
    'consumerSecret',
    'shortCode',
    'till',
  ]);
  assert.deepEqual(problemsOf({ certificate: 'no PEM' }), ['certificate']);
  assert.deepEqual(problemsOf({ initiatorPassword: '' }), ['initiatorPassword']);
  const none = { passkey: '', initiatorName: '', initiatorPassword: '', certificate: '' };
  assert.deepEqual(problemsOf(none), ['passkey']);
  const { operations, refund } = mpesaConnector.capabilities({ ...liveConfig, passkey: '' });
  assert.deepEqual([operations, refund], [['payout'], 'none']);
});
