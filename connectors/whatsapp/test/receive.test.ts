// Proves that only what Meta has signed is heard, what each word about a message means, and how
// Meta's check of our address is answered.

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { ourRef } from '@jokko/connectors/kit/conformance';
import { whatsappConnector } from '../index.ts';
import { liveConfig, receive, statusNotice } from './scripted.ts';

test('a signed notice is booked: sent and everything after it is a success', () => {
  for (const status of ['sent', 'delivered', 'read', 'played']) {
    const { reply, events } = receive(statusNotice({ status }));
    assert.equal(reply.status, 200);
    const [event] = events;
    assert.deepEqual(
      [event?.match, event?.authenticated, event?.outcome?.kind, event?.claims],
      [{ ours: ourRef, theirs: 'wamid.HBgLMTIz' }, true, 'succeeded', { ours: ourRef }],
    );
  }
});

test('where success is delivery, sent only goes on', () => {
  const config = { ...liveConfig, successOn: 'delivered' as const };
  const kindOf = (status: string) =>
    receive(statusNotice({ status }), undefined, config).events[0]?.outcome?.kind;
  assert.deepEqual(['sent', 'delivered'].map(kindOf), ['pending', 'succeeded']);
});

test('a failed message says why by its code; a code that is not listed has failed all the same', () => {
  const failureOf = (code: number) => {
    const errors = [{ code, title: 'told', error_data: { details: 'more' } }];
    const outcome = receive(statusNotice({ status: 'failed', errors })).events[0]?.outcome;
    assert.ok(outcome?.kind === 'failed');
    return [outcome.error.catalogueId, outcome.error.provider, outcome.executed];
  };
  assert.deepEqual(failureOf(131026), [12, '131026', 'no']);
  assert.deepEqual(failureOf(131047), [29, '131047', 'no']);
  assert.deepEqual(failureOf(131000), [28, '131000', 'no']);
  assert.deepEqual(failureOf(999_999), [undefined, '999999', 'no']);
});

test('words of one message have their own keys; the same word again has the same', () => {
  const keyOf = (status: object) => receive(statusNotice(status)).events[0]?.dedupeKey;
  assert.equal(keyOf({ status: 'sent' }), keyOf({ status: 'sent', timestamp: '1795000009' }));
  assert.notEqual(keyOf({ status: 'sent' }), keyOf({ status: 'delivered' }));
});

test('a notice without the right signature over its raw bytes is refused', () => {
  const body = statusNotice({ status: 'sent' });
  const signed = (secret: string, text = body) =>
    `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`;
  for (const signature of [
    '',
    'sha256=',
    signed('a guess'),
    signed(liveConfig.appSecret, `${body} `),
    signed(liveConfig.appSecret).replace('sha256=', 'sha1='),
    signed(liveConfig.appSecret).slice(0, -1),
  ]) {
    const { reply, events } = receive(body, signature);
    assert.deepEqual([reply.status, events], [401, []], signature);
  }
});

test('other news of the account are taken and mean nothing', () => {
  const quiet = [
    statusNotice({ status: 'sent' }, '999999999999999'),
    statusNotice({ status: 'sent', biz_opaque_callback_data: undefined }),
    statusNotice({ status: 'deleted' }),
    JSON.stringify({ object: 'whatsapp_business_account', entry: [{ changes: [{ value: {} }] }] }),
    JSON.stringify({ object: 'whatsapp_business_account' }),
  ];
  for (const body of quiet) {
    const { reply, events } = receive(body);
    assert.deepEqual([reply.status, events], [200, []], body);
  }
  assert.equal(receive('{"object":"page"}').reply.status, 400);
  assert.equal(receive('nonsense').reply.status, 400);
});

test('several words in one notice are several events', () => {
  const body = JSON.parse(statusNotice({ status: 'sent' })) as {
    entry: { changes: { value: { statuses: object[] } }[] }[];
  };
  const { statuses } = body.entry[0]!.changes[0]!.value;
  statuses.push({ ...statuses[0], id: 'wamid.other', status: 'delivered' });
  assert.equal(receive(JSON.stringify(body)).events.length, 2);
});

test("Meta's check of the address brings its challenge back, for the right token only", () => {
  const check = (query: { [name: string]: string }) =>
    whatsappConnector.receive(liveConfig, {
      method: 'GET',
      path: '/',
      query,
      headers: {},
      body: Buffer.alloc(0),
      receivedAtMs: 0,
    }).reply;
  const right = {
    'hub.mode': 'subscribe',
    'hub.verify_token': liveConfig.verifyToken,
    'hub.challenge': '1158201444',
  };
  assert.deepEqual(check(right), { status: 200, body: '1158201444', contentType: 'text/plain' });
  assert.equal(check({ ...right, 'hub.verify_token': 'another' }).status, 403);
  assert.equal(check({ ...right, 'hub.mode': 'unsubscribe' }).status, 403);
  assert.equal(check({ ...right, 'hub.challenge': '<script>' }).status, 403);
  assert.equal(check({}).status, 403);
});
