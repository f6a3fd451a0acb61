// Proves that a webhook is believed only as far as its secret proves it.

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { ourRef } from '@jokko/connectors/kit/conformance';
import { waveConnector } from '../index.ts';
import { liveConfig, session } from './scripted.ts';
import type { WaveConfig } from '../index.ts';

const atMs = 1_795_000_000_000;
const paid = { checkout_status: 'complete', payment_status: 'succeeded' };
const bodyOf = (data: object, type = 'checkout.session.completed') =>
  JSON.stringify({ id: 'EV_1', type, data });
const sign = (body: string, seconds: number, secret = liveConfig.noticeSecret!) =>
  createHmac('sha256', secret).update(`${seconds}${body}`).digest('hex');

function receive(
  body: string,
  headers: { [name: string]: string },
  config: WaveConfig = liveConfig,
  method = 'POST',
) {
  const notice = { method, path: '/', headers, body: Buffer.from(body), receivedAtMs: atMs };
  return waveConnector.receive(config, notice);
}

test('a signed success names its attempt, what it is about, and its outcome', () => {
  const body = bodyOf(session(paid));
  const header = `t=${atMs / 1000},v1=${sign(body, atMs / 1000)}`;
  const { reply, events } = receive(body, { 'wave-signature': header });
  assert.equal(reply.status, 204);
  assert.deepEqual(events, [
    {
      match: { theirs: 'cos-1', ours: ourRef },
      authenticated: true,
      dedupeKey: 'proven:EV_1',
      claims: { ours: ourRef, amount: 13_500_000n, currency: 'XOF' },
      outcome: { kind: 'succeeded', refs: { ours: ourRef, theirs: 'cos-1' } },
    },
  ]);
});

test('while the secret changes, one of two signatures is enough', () => {
  const body = bodyOf(session(paid));
  const seconds = atMs / 1000;
  const header = `t=${seconds},v1=${sign(body, seconds, 'the next')},v1=${sign(body, seconds)}`;
  assert.equal(receive(body, { 'wave-signature': header }).events[0]?.authenticated, true);
});

test('a wrong, outdated or garbled signature is refused', () => {
  const body = bodyOf(session(paid));
  const seconds = atMs / 1000;
  const good = sign(body, seconds);
  for (const header of [
    `t=${seconds},v1=${sign(body, seconds, 'x')}`,
    `t=${seconds - 301},v1=${sign(body, seconds - 301)}`,
    `t=${seconds + 301},v1=${sign(body, seconds + 301)}`,
    `t=${seconds},v1=${good.slice(1)}`,
    `t=${seconds},v0=${good}`,
    `v1=${good}`,
    `t=,v1=${good}`,
    '',
  ])
    assert.deepEqual(receive(body, { 'wave-signature': header }), {
      reply: { status: 401 },
      events: [],
    });
  const other = bodyOf(session({ ...paid, amount: '9999' }));
  assert.equal(receive(other, { 'wave-signature': `t=${seconds},v1=${good}` }).reply.status, 401);
});

test('a bearer secret proves as much, and a wrong one is refused', () => {
  const config: WaveConfig = { ...liveConfig, noticeAuth: 'bearer' };
  const body = bodyOf(session(paid));
  const proven = receive(body, { authorization: `Bearer ${config.noticeSecret}` }, config);
  assert.equal(proven.events[0]?.outcome?.kind, 'succeeded');
  assert.equal(receive(body, { authorization: 'Bearer x' }, config).reply.status, 401);
});

test('without proof it is a reason to look up; so it is where no secret is configured', () => {
  const body = bodyOf(session(paid));
  for (const config of [liveConfig, { ...liveConfig, noticeAuth: 'none' as const }]) {
    const [event] = receive(body, {}, config).events;
    assert.equal(event?.authenticated, false);
    assert.equal(event?.outcome, undefined);
    assert.match(event?.dedupeKey ?? '', /^bare:/);
  }
});

test('a payment that failed, and a session of somebody else, carry no outcome to book', () => {
  for (const data of [
    session({ payment_status: 'cancelled' }),
    session({ ...paid, client_reference: 'shop-1' }),
  ]) {
    const body = bodyOf(data);
    const header = `t=${atMs / 1000},v1=${sign(body, atMs / 1000)}`;
    const { events } = receive(body, { 'wave-signature': header });
    assert.equal(events[0]?.match.theirs, 'cos-1');
    assert.equal(events[0]?.outcome, undefined);
  }
});

test('the test event and other payments are taken and mean nothing; what is no notice is refused', () => {
  for (const type of ['test.test_event', 'merchant.payment_received', 'b2b.payment_failed'])
    assert.deepEqual(receive(bodyOf({}, type), {}), { reply: { status: 204 }, events: [] });
  assert.equal(receive(bodyOf({ id: 'cos-1' }), {}).reply.status, 400);
  assert.equal(receive(bodyOf(session()), {}, liveConfig, 'GET').reply.status, 405);
});
