// Requests that made no transaction are counted by account, endpoint and minute, for an hour.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAcceptedCounter } from './accepted-counts.ts';

const minuteMs = 60_000;
const start = Date.parse('2026-11-29T10:00:30Z');

test('each account and endpoint is counted by its minute, and what is older than an hour is gone', () => {
  let now = start;
  const counter = createAcceptedCounter(() => now);
  counter.count(1, 'GET /b');
  counter.count(1, 'GET /b');
  counter.count(2, 'GET /a');
  now += 2 * minuteMs;
  counter.count(1, 'GET /a');
  counter.count(1, 'GET /b');
  assert.deepEqual(counter.read(1), {
    since: new Date('2026-11-29T10:00:00Z'),
    minutes: [0, 1, 2].map((minute) => Date.parse('2026-11-29T10:00:00Z') + minute * minuteMs),
    endpoints: [
      { endpoint: 'GET /a', counts: [0, 0, 1] },
      { endpoint: 'GET /b', counts: [2, 0, 1] },
    ],
  });
  now += 58 * minuteMs;
  const { since, minutes, endpoints } = counter.read(1);
  assert.equal(minutes.length, 60);
  assert.deepEqual(since, new Date('2026-11-29T10:01:00Z'));
  assert.deepEqual(
    endpoints.map(({ counts }) => counts.reduce((sum, count) => sum + count, 0)),
    [1, 1],
    'the two of the first minute have left',
  );
  now += 60 * minuteMs;
  assert.deepEqual(counter.read(1).endpoints, []);
  assert.deepEqual(counter.read(3).endpoints, []);
});

test('a clock that is set back loses nothing and invents nothing', () => {
  let now = start;
  const counter = createAcceptedCounter(() => now);
  now += 5 * minuteMs;
  counter.count(1, 'GET /a');
  now -= 2 * minuteMs;
  counter.count(1, 'GET /a');
  now += 2 * minuteMs;
  assert.deepEqual(counter.read(1).endpoints, [{ endpoint: 'GET /a', counts: [0, 0, 0, 0, 0, 2] }]);
});
