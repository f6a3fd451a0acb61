// Proves that a callback is only ever a hint, and that malformed ones do no harm.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ourRef } from '@jokko/connectors/kit/conformance';
import { mtnMomoConnector } from '../index.ts';
import { liveConfig, statusOf } from './scripted.ts';

const receive = (method: string, body: unknown) =>
  mtnMomoConnector.receive(liveConfig, {
    method,
    path: '/',
    headers: {},
    body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
    receivedAtMs: 0,
  });

test('a callback by POST or PUT names its attempt and carries no outcome to book', () => {
  for (const method of ['POST', 'PUT']) {
    const { reply, events } = receive(method, statusOf('collect', 'SUCCESSFUL'));
    assert.equal(reply.status, 200);
    assert.deepEqual(events[0]?.match, { ours: ourRef });
    assert.deepEqual([events[0]?.authenticated, events[0]?.outcome], [false, undefined]);
  }
});

test('a contradicting callback has a key of its own, the same one twice has not', () => {
  const keyOf = (status: string) =>
    receive('PUT', statusOf('collect', status)).events[0]?.dedupeKey;
  assert.equal(keyOf('SUCCESSFUL'), keyOf('SUCCESSFUL'));
  assert.notEqual(keyOf('SUCCESSFUL'), keyOf('FAILED'));
});

test('what names no reference of ours is refused', () => {
  for (const body of ['', '{', '[]', 'null', {}, { externalId: 7 }, { externalId: '../../etc' }])
    assert.deepEqual(receive('PUT', body), { reply: { status: 400 }, events: [] });
  assert.equal(receive('GET', statusOf('collect', 'FAILED')).reply.status, 405);
});
