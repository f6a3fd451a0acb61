// Proves that notices signed with an earlier secret are accepted for a time, and nothing else that
// is refused.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Connector, Notice } from '@jokko/connectors/kit';
import { receiveNotice } from './receive-notice.ts';

const nowMs = 1_000_000;
const tried: unknown[] = [];
/** Takes what is signed with its secret; `odd` is no notice at all. */
const connector = {
  receive(config: { secret: string }, { headers, body }: Notice) {
    tried.push(config.secret);
    if (body.toString() === 'odd') return { reply: { status: 400 }, events: [] };
    const isOurs = headers['signature'] === config.secret;
    return { reply: { status: isOurs ? 204 : 401 }, events: [] };
  },
} as unknown as Connector;

const provider = {
  connector,
  config: { secret: 'third' },
  previous: [
    { config: { secret: 'second' }, untilMs: nowMs + 1 },
    { config: { secret: 'first' }, untilMs: nowMs },
  ],
};
const receive = (signature: string, body = 'notice') => {
  tried.length = 0;
  const { receipt, usedPrevious } = receiveNotice(provider, {
    method: 'POST',
    path: '/',
    headers: { signature },
    body: Buffer.from(body),
    receivedAtMs: nowMs,
  });
  return [receipt.reply.status, usedPrevious, tried.join()];
};

test('the present secret alone is tried where it fits', () =>
  assert.deepEqual(receive('third'), [204, false, 'third']));

test('an earlier secret is accepted until its time is over', () => {
  assert.deepEqual(receive('second'), [204, true, 'third,second']);
  assert.deepEqual(receive('first'), [401, false, 'third,second']);
});

test('a forged notice stays refused, and what is no notice is not tried again', () => {
  assert.deepEqual(receive('forged'), [401, false, 'third,second']);
  assert.deepEqual(receive('third', 'odd'), [400, false, 'third']);
});
