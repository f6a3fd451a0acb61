// Proves that a notification is booked only when its signature proves who sent it.

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { ourRef } from '@jokko/connectors/kit/conformance';
import fc from 'fast-check';
import type { Notice } from '@jokko/connectors/kit';
import { receive } from '../receive.ts';
import { config, operation } from './scripted.ts';

const nowMs = 1_795_000_000_000;
const body = bodyOf({ noticeId: 'SB17-s', operation: operation({ status: 'succeeded' }) });

function bodyOf(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}
function sign(bytes: Buffer, timestampMs = nowMs, secret = config.noticeSecret): Notice['headers'] {
  const signature = createHmac('sha256', secret)
    .update(`${timestampMs}.`)
    .update(bytes)
    .digest('hex');
  return { 'x-sandbox-timestamp': String(timestampMs), 'x-sandbox-signature': signature };
}
function take(notice: Partial<Notice>) {
  return receive(config, {
    method: 'POST',
    path: '/',
    headers: sign(body),
    body,
    receivedAtMs: nowMs,
    ...notice,
  });
}

test('a signed notice may be booked: who, what, and how much', () => {
  const { reply, events } = take({});
  const claims = { ours: ourRef, amount: 13_500_000n, currency: 'XOF' };
  assert.equal(reply.status, 204);
  assert.deepEqual(events, [
    {
      match: { ours: ourRef, theirs: 'SB00000000017' },
      authenticated: true,
      dedupeKey: 'signed:SB17-s',
      claims,
      outcome: { kind: 'succeeded', refs: { ours: ourRef, theirs: 'SB00000000017' }, claims },
    },
  ]);
});

test('an unsigned notice is a hint without an outcome, and its key cannot hide the genuine one', () => {
  const event = take({ headers: {} }).events[0];
  assert.equal(event?.authenticated, false);
  assert.equal(event?.outcome, undefined);
  assert.ok(event?.dedupeKey.startsWith('unsigned:'));
});

test('forged, altered, outdated and half-signed notices are refused', () => {
  const good = sign(body);
  const refused: Partial<Notice>[] = [
    { headers: sign(body, nowMs, 'another secret') },
    { body: bodyOf({ noticeId: 'SB17-s', operation: operation({ status: 'failed' }) }) },
    { headers: sign(body, nowMs - 300_001) },
    { headers: sign(body, nowMs + 300_001) },
    { headers: { ...good, 'x-sandbox-timestamp': String(nowMs + 1) } },
    { headers: { 'x-sandbox-signature': good['x-sandbox-signature'] } },
    { headers: { 'x-sandbox-timestamp': String(nowMs) } },
    { headers: { ...good, 'x-sandbox-signature': '' } },
    { headers: { ...good, 'x-sandbox-signature': 'zz'.repeat(32) } },
    { headers: { ...good, 'x-sandbox-timestamp': '1e12' } },
  ];
  for (const notice of refused)
    assert.deepEqual(take(notice), { reply: { status: 401 }, events: [] }, JSON.stringify(notice));
  assert.equal(take({ headers: sign(body, nowMs - 300_000) }).events.length, 1);
});

test('the same notice twice has one key, another notice another', () => {
  assert.equal(
    take({}).events[0]?.dedupeKey,
    take({ headers: sign(body, nowMs + 1000) }).events[0]?.dedupeKey,
  );
  const other = bodyOf({ noticeId: 'SB17-r', operation: operation({ status: 'reversed' }) });
  const event = take({ body: other, headers: sign(other) }).events[0];
  assert.equal(event?.dedupeKey, 'signed:SB17-r');
  assert.equal(event?.outcome?.kind, 'reversed');
});

test('a signed notice with a status nobody listed leaves the outcome to the status query', () => {
  const odd = bodyOf({ noticeId: 'n', operation: operation({ status: 'sleeping' }) });
  const event = take({ body: odd, headers: sign(odd) }).events[0];
  assert.equal(event?.authenticated, true);
  assert.equal(event?.outcome, undefined);
});

test('garbage is answered 4xx and gives no event', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.boolean(), (raw, signed) => {
      const garbage = Buffer.from(raw);
      const { reply, events } = take({ body: garbage, headers: signed ? sign(garbage) : {} });
      return reply.status >= 400 && reply.status < 500 && events.length === 0;
    }),
  );
  for (const value of [
    {},
    [],
    null,
    { operation: {} },
    { noticeId: 'n', operation: operation({ status: 'succeeded', amount: '1,350' }) },
  ]) {
    const odd = bodyOf(value);
    assert.deepEqual(
      take({ body: odd, headers: sign(odd) }),
      { reply: { status: 400 }, events: [] },
      JSON.stringify(value),
    );
  }
  assert.equal(take({ method: 'GET' }).reply.status, 405);
});
