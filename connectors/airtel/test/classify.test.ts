// Checks requests, answers that are no refusals, repetitions, notices and the configuration.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytes, json, ourRef, sampleIntent } from '@jokko/connectors/kit/conformance';
import type { HttpResult } from '@jokko/connectors/kit';
import { airtelConnector } from '../index.ts';
import type { AirtelConfig } from '../index.ts';
import { ask, liveConfig, scripted, send, told } from './scripted.ts';

const unclear: [string, HttpResult][] = [
  ['a read time-out', { kind: 'lost', cause: 'timeout' }],
  ['HTTP 500 with a listed code', json(500, told('payout', '1008'))],
  ['HTTP 400 of a proxy', bytes(400, '<html>')],
  ['a 200 that is a page', bytes(200, '<html>')],
  ['a 200 without a status', json(200, { data: {} })],
];
for (const [name, answer] of unclear) {
  test(`${name} leaves the outcome unknown`, async () => {
    const outcome = await send(scripted([answer]), 'payout');
    assert.ok(outcome.kind === 'unknown', outcome.kind);
    assert.deepEqual(outcome.resolve.steps, ['query', 'replaySameBytes', 'manual']);
  });
}

test('a collection carries the number without its country code, and our id', async () => {
  const context = scripted([json(200, told('collect', '1006', 'SUCCESS'))]);
  const outcome = await send(context, 'collect');
  assert.equal(outcome.kind === 'pending' && outcome.stage, 'payer');
  const [token, request] = context.requests;
  assert.equal(JSON.parse(String(token?.body)).grant_type, 'client_credentials');
  assert.equal(request?.url, 'http://provider.example/airtel/merchant/v1/payments/');
  assert.deepEqual(
    [request?.headers?.['X-Country'], request?.headers?.['X-Currency']],
    ['SN', 'XOF'],
  );
  assert.deepEqual(JSON.parse(String(request?.body)), {
    reference: 'Payment',
    subscriber: { country: 'SN', currency: 'XOF', msisdn: '770000001' },
    transaction: { amount: 1350, country: 'SN', currency: 'XOF', id: ourRef },
  });
});

test('the PIN is not stored: it goes out encrypted', async () => {
  const intent = sampleIntent('payout');
  const prepared = airtelConnector.prepare(liveConfig, intent, ourRef);
  assert.equal('pin' in JSON.parse(prepared.body), false);
  const context = scripted([json(200, told('payout', '1001', 'TS'))]);
  const outcome = await airtelConnector.execute(context, intent, prepared, 'first');
  assert.equal(outcome.kind, 'succeeded');
  const { pin } = JSON.parse(String(context.requests[1]?.body)) as { pin: string };
  assert.match(pin, /^[A-Za-z0-9+/]{342}==$/);
});

test('a repetition that is refused, by whatever code, is decided by the status query', async () => {
  const done = json(200, told('payout', '1001', 'TS'));
  for (const refusal of [json(400, told('payout', null)), json(200, told('payout', '1008'))]) {
    assert.equal((await send(scripted([refusal, done]), 'payout', 'replay')).kind, 'succeeded');
  }
  const missing = json(404, told('payout', '1025'));
  const refused = await send(scripted([json(400, told('payout', null)), missing]), 'payout');
  assert.equal(refused.kind, 'unknown');
});

test('a 401 that a new token does not heal is a credentials failure', async () => {
  const no = json(401, { error: 'invalid_token' });
  const again = json(200, { access_token: 't2', expires_in: 180 });
  const outcome = await send(scripted([no, again, no]), 'collect');
  assert.equal(outcome.kind === 'failed' && outcome.error.alert, 'credentials');
});

test('a transaction names us, and only a code of the provider says that it does not know the id', async () => {
  const found = await ask(scripted([json(200, told('payout', '1001', 'TS'))]), 'payout');
  assert.deepEqual(found, {
    kind: 'succeeded',
    refs: { ours: ourRef, theirs: 'MP1' },
    claims: { ours: ourRef },
  });
  for (const answer of [json(404, {}), bytes(404, 'no'), json(404, told('payout', null))])
    assert.equal((await ask(scripted([answer]), 'payout')).kind, 'unknown');
});

test('what the provider cannot express is refused before anything is sent', () => {
  const { validate } = airtelConnector;
  const half = sampleIntent('payout', { amount: 13_505_000n });
  assert.equal(validate(liveConfig, half)?.catalogue, 'bad_amount');
  const abroad = { ...sampleIntent('payout'), phone: '+242060000001' };
  assert.equal(validate(liveConfig, abroad)?.catalogue, 'invalid_phone_number');
  assert.equal(validate(liveConfig, sampleIntent('collect', { link: 'qr' }))?.alert, 'config');
  const { pin: _pin, publicKey: _key, ...withoutPin } = liveConfig;
  assert.equal(validate(withoutPin, sampleIntent('payout'))?.alert, 'config');
  assert.deepEqual(airtelConnector.capabilities(withoutPin).operations, ['collect']);
});

test('a callback is a hint, and garbage does no harm', () => {
  const receive = (method: string, body: string) =>
    airtelConnector.receive(liveConfig, {
      method,
      path: '/',
      headers: {},
      body: Buffer.from(body),
      receivedAtMs: 0,
    });
  const transaction = { id: ourRef.toUpperCase(), status_code: 'TS', airtel_money_id: 'MP1' };
  const [event] = receive('POST', JSON.stringify({ transaction })).events;
  assert.deepEqual(event?.match, { ours: ourRef, theirs: 'MP1' });
  assert.deepEqual([event?.authenticated, event?.outcome], [false, undefined]);
  for (const body of ['', '{', '[]', '{"transaction":[]}', '{"transaction":{"id":"../x"}}'])
    assert.deepEqual(receive('POST', body), { reply: { status: 400 }, events: [] });
});

test('each fault of a configuration is named by its field', () => {
  const problemsOf = (change: Partial<AirtelConfig>) =>
    airtelConnector.checkConfig({ ...liveConfig, ...change }).map(({ field }) => field);
  assert.deepEqual(problemsOf({}), []);
  assert.deepEqual(problemsOf({ country: 'cg', callingCode: '+242', clientSecret: '' }), [
    'clientSecret',
    'country',
    'callingCode',
  ]);
  assert.deepEqual(problemsOf({ publicKey: 'not a key' }), ['publicKey']);
  assert.deepEqual(problemsOf({ publicKey: '' }), ['publicKey']);
  assert.deepEqual(problemsOf({ pin: '' }), ['pin']);
  assert.deepEqual(problemsOf({ reference: 'é' }), ['reference']);
});
