// Proves that receipts and inbound messages are trusted only when the provider's signature proves
// them.

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Notice } from '@jokko/connectors/kit';
import { receive } from '../receive.ts';
import { config } from './scripted.ts';

const nowMs = 1_795_000_000_000;
const bodyOf = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
const body = bodyOf({
  receipts: [
    { id: 'm1', reference: 'r1', to: '+221770000001', state: 'delivered' },
    { id: 'm2', reference: 'r2', to: '+221770000002', state: 'undeliverable', error: '042' },
    { id: 'm3', reference: 'r3', to: 'hidden', state: 'astray' },
    { state: 'delivered' },
    7,
  ],
  inbound: [
    { id: 'in1', from: '+221770000009', to: '40404', text: 'STOP' },
    { from: 'nobody', to: '40404', text: '' },
  ],
});

function sign(bytes: Buffer, timestampMs = nowMs, secret = config.noticeSecret): Notice['headers'] {
  const signature = createHmac('sha256', secret)
    .update(`${timestampMs}.`)
    .update(bytes)
    .digest('hex');
  return { 'x-sms-timestamp': String(timestampMs), 'x-sms-signature': signature };
}
const take = (notice: Partial<Notice>) =>
  receive(config, {
    method: 'POST',
    path: '/',
    headers: sign(body),
    body,
    receivedAtMs: nowMs,
    ...notice,
  });

test('a signed push: receipts and inbound messages, without the entries that say nothing', () => {
  const { inbound, ...told } = take({});
  assert.deepEqual(
    { ...told, inbound: inbound.map(({ dedupeKey: _, ...message }) => message) },
    {
      reply: { status: 204 },
      receipts: [
        { id: 'm1', alternatives: [], state: 'delivered', errorCode: null, msisdn: '221770000001' },
        {
          id: 'm2',
          alternatives: [],
          state: 'undeliverable',
          errorCode: '042',
          msisdn: '221770000002',
        },
        { id: 'm3', alternatives: [], state: 'unknown', errorCode: null, msisdn: null },
      ],
      inbound: [{ from: '221770000009', to: '40404', text: 'STOP' }],
    },
  );
});

test('a message that comes again is the same; another one under its id is not', () => {
  const keyOf = (message: object): string | null => {
    const body = bodyOf({
      inbound: [{ id: 'in1', from: '+221770000009', to: '40404', ...message }],
    });
    return take({ body, headers: sign(body) }).inbound[0]!.dedupeKey;
  };
  const stop = keyOf({ text: 'STOP' });
  assert.equal(keyOf({ text: 'STOP' }), stop);
  const others = [keyOf({ text: 'OUI' }), keyOf({ text: 'STOP', from: '+221770000008' })];
  assert.equal(new Set([stop, ...others]).size, 3);
  assert.ok(keyOf({ text: 'STOP', id: 'x'.repeat(5_000) })!.length < 255);
});

test('unsigned, forged, altered and outdated pushes are refused', () => {
  const good = sign(body);
  const refused: Partial<Notice>[] = [
    { headers: {} },
    { headers: sign(body, nowMs, 'another secret') },
    { body: bodyOf({ receipts: [] }) },
    { headers: sign(body, nowMs - 300_001) },
    { headers: sign(body, nowMs + 300_001) },
    { headers: { ...good, 'x-sms-timestamp': String(nowMs + 1) } },
    { headers: { ...good, 'x-sms-signature': 'zz'.repeat(32) } },
    { headers: { 'x-sms-signature': good['x-sms-signature'] } },
  ];
  for (const notice of refused)
    assert.deepEqual(take(notice), { reply: { status: 401 }, receipts: [], inbound: [] });
  assert.equal(take({ headers: sign(body, nowMs - 300_000) }).receipts.length, 3);
  assert.equal(take({ method: 'GET' }).reply.status, 405);
});

test('garbage is answered 4xx, or says nothing', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.uint8Array({ maxLength: 200 }),
        fc.json().map((text) => Buffer.from(text)),
      ),
      fc.boolean(),
      (raw, signed) => {
        const garbage = Buffer.from(raw);
        const { reply, receipts, inbound } = take({
          body: garbage,
          headers: signed ? sign(garbage) : {},
        });
        return receipts.length + inbound.length === 0 && (reply.status >= 400 || signed);
      },
    ),
  );
  assert.equal(take({ body: bodyOf({}), headers: sign(bodyOf({})) }).reply.status, 400);
});
