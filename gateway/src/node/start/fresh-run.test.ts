// Which supervisor is recognized, and how often a node begins anew by itself.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beginRun, looksSupervised, nextCount } from './fresh-run.ts';

test('only a certain sign of a supervisor counts', () => {
  const pid = String(process.pid);
  for (const [variables, is] of [
    [{}, false],
    [{ INVOCATION_ID: 'of a desktop', NOTIFY_SOCKET: '/run/x' }, false],
    [{ SYSTEMD_EXEC_PID: '1' }, false],
    [{ SYSTEMD_EXEC_PID: pid }, true],
    [{ KUBERNETES_SERVICE_HOST: '10.0.0.1' }, true],
  ] as const)
    assert.equal(looksSupervised(variables), is || process.send !== undefined);
});

test('runs that end at once follow each other more and more slowly, five times', () => {
  const counts: (number | null)[] = [0];
  const pauses: number[] = [];
  for (let count: number | null = 0; count !== null;) {
    pauses.push(beginRun(false, { JOKKO_FRESH_RUN: String(count) }));
    count = nextCount(count, 5_000);
    counts.push(count);
  }
  assert.deepEqual(counts, [0, 1, 2, 3, 4, 5, null]);
  assert.deepEqual(pauses, [0, 0, 1_000, 2_000, 5_000, 10_000]);
  assert.equal(nextCount(5, 60_000), 1);
});
