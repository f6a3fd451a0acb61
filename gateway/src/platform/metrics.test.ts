// What Prometheus reads of a node.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMetrics } from './metrics.ts';

test('two nodes of one process have metrics of their own', async () => {
  const [one, other] = [createMetrics(), createMetrics()];
  for (const [metrics, value] of [
    [one, 1],
    [other, 2],
  ] as const)
    metrics.counter({ name: 'jokko_things_total', help: 'Things.', read: () => value });
  assert.match((await one.render()).text, /^jokko_things_total 1$/m);
  assert.match((await other.render()).text, /^jokko_things_total 2$/m);
});

test('what is read is the total: asking twice counts nothing twice', async () => {
  const metrics = createMetrics();
  metrics.counter({
    name: 'jokko_attempts_total',
    help: 'Attempts.',
    labels: ['outcome'],
    read: () => [{ labels: { outcome: 'delivered' }, value: 3 }],
  });
  await metrics.render();
  assert.match((await metrics.render()).text, /^jokko_attempts_total\{outcome="delivered"\} 3$/m);
});

test('what was not measured since the last reading is left out, and never no number', async () => {
  const metrics = createMetrics();
  await metrics.render();
  const { text } = await metrics.render();
  assert.doesNotMatch(text, / Nan$/m);
  assert.doesNotMatch(text, /^nodejs_eventloop_lag_min_seconds \d{3}/m);
});

test('durations are told in seconds, with the metrics of the process', async () => {
  const metrics = createMetrics();
  const observe = metrics.duration({ name: 'jokko_wait_seconds', help: 'Waits.', labels: ['of'] });
  observe({ of: 'commit' }, 20);
  const { type, text } = await metrics.render();
  assert.match(type, /^text\/plain/);
  assert.match(text, /^jokko_wait_seconds_bucket\{le="0.025",of="commit"\} 1$/m);
  assert.match(text, /^jokko_wait_seconds_sum\{of="commit"\} 0.02$/m);
  assert.match(text, /^process_resident_memory_bytes \d+$/m);
  assert.match(text, /^nodejs_eventloop_lag_seconds /m);
});
