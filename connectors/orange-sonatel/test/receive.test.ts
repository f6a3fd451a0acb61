// Proves which notices count as genuine, in both generations, and that a wrong proof is refused.

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { ourRef, sampleIntent } from '@jokko/connectors/kit/conformance';
import { orangeSonatelConnector as connector } from '../index.ts';
import type { OrangeSonatelConfig } from '../index.ts';
import { liveConfig } from './scripted.ts';

const secret = liveConfig.noticeSecret!;
const body = JSON.stringify({ status: 'SUCCESS', transactionId: 'MP1', reference: ourRef });
const nowMs = 1_800_000_000_000;

function sign(text: string, seconds: number, key = secret): string {
  return createHmac('sha256', key).update(`${seconds},${text}`).digest('hex');
}

function receive(
  headers: { [name: string]: string },
  { text = body, method = 'POST', config = liveConfig } = {},
) {
  const notice = { method, path: '/', headers, body: Buffer.from(text), receivedAtMs: nowMs };
  return connector.receive(config, notice);
}
const proven = (headers: { [name: string]: string }, config?: OrangeSonatelConfig) => {
  const { reply, events } = receive(headers, config === undefined ? {} : { config });
  return reply.status === 200 ? events[0]?.authenticated : reply.status;
};
const signature = (value: string) => ({ 'x-sonatel-signature': value });

test('a signature over time, comma and raw body, within five minutes, by any of its values', () => {
  const seconds = nowMs / 1000;
  assert.equal(proven(signature(`t=${seconds},v1=${sign(body, seconds)}`)), true);
  assert.equal(proven(signature(`t=${seconds},v1=00,v1=${sign(body, seconds)}`)), true);
  for (const shift of [-299, 299])
    assert.equal(proven(signature(`t=${seconds + shift},v1=${sign(body, seconds + shift)}`)), true);
  for (const shift of [-301, 301])
    assert.equal(proven(signature(`t=${seconds + shift},v1=${sign(body, seconds + shift)}`)), 401);
  assert.equal(proven(signature(`t=${seconds},v1=${sign(body, seconds, 'another')}`)), 401);
  assert.equal(proven(signature(`t=${seconds + 1},v1=${sign(body, seconds)}`)), 401);
  for (const value of ['', 'v1=00', `t=${seconds}`, `t=x,v1=${sign(body, seconds)}`])
    assert.equal(proven(signature(value)), 401, value);
});

test('without a proof it is a hint, with a key of its own', () => {
  assert.equal(proven({}), false);
  const seconds = nowMs / 1000;
  const genuine = receive(signature(`t=${seconds},v1=${sign(body, seconds)}`));
  assert.notEqual(genuine.events[0]?.dedupeKey, receive({}).events[0]?.dedupeKey);
  assert.deepEqual(genuine.events[0]?.match, { ours: ourRef, theirs: 'MP1' });
  assert.deepEqual(receive({}).events[0]?.match, { ours: ourRef });
});

test('the older generation bears our key; where signatures are configured it counts for nothing', () => {
  const { noticeSecret: _unused, ...rest } = liveConfig;
  const older: OrangeSonatelConfig = { ...rest, noticeKey: 'k-1' };
  assert.equal(proven({ authorization: 'Basic k-1' }, older), true);
  assert.equal(proven({ authorization: 'Basic k-2' }, older), 401);
  assert.equal(proven({}, older), false);
  assert.equal(proven({ authorization: 'Basic k-1' }, { ...liveConfig, noticeKey: 'k-1' }), false);
  assert.equal(proven({ authorization: 'Basic k-1' }, rest), false);
});

test('what cannot be one of our notices is refused', () => {
  for (const text of [
    '',
    '[]',
    '{}',
    '{"reference":"../x","status":"SUCCESS"}',
    `{"reference":"${ourRef}"}`,
  ])
    assert.deepEqual(receive({}, { text }), { reply: { status: 400 }, events: [] }, text);
  assert.equal(receive({}, { method: 'GET' }).reply.status, 405);
});

test('orders that Orange cannot express are refused before anything is sent', () => {
  const refusal = (intent: Parameters<typeof connector.validate>[1], config = liveConfig) =>
    connector.validate(config, intent)?.catalogue ?? null;
  const payout = sampleIntent('payout');
  assert.equal(refusal(payout), null);
  assert.equal(refusal({ ...payout, phone: '+2250700000001' }), 'invalid_phone_number');
  assert.equal(refusal({ ...payout, amount: 13_505_000n }), 'bad_amount');
  assert.equal(refusal({ ...payout, currency: 'XAF' }), 'bad_amount');
  const { partnerNumber: _number, pin: _pin, ...collectsOnly } = liveConfig;
  assert.equal(refusal(payout, collectsOnly), 'execution_error');
  assert.deepEqual(connector.capabilities(collectsOnly).operations, ['collect']);
  assert.equal(connector.capabilities(collectsOnly).balance, false);
});

test('the form is checked as a whole', () => {
  assert.deepEqual(connector.checkConfig(liveConfig), []);
  const bad = { ...liveConfig, baseUrl: 'x', merchantCode: '12', partnerNumber: '77', pin: '' };
  const fields = connector.checkConfig(bad).map(({ field }) => field);
  assert.deepEqual(fields, ['baseUrl', 'merchantCode', 'partnerNumber', 'pin']);
});
