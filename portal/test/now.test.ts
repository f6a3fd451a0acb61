// Proves that the one clock of a page is the gateway's, and stands still between two ticks, whoever
// begins to look at it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noteServerTime } from '../src/api/server-clock.ts';
import { readNow, watchNow } from '../src/ui/now.ts';

test('the time on a page moves with its ticks, and not with who looks', (t) => {
  t.mock.timers.enable({ apis: ['Date', 'setInterval'], now: 1_000_000 });
  let told = 0;
  const leave = watchNow(() => told++);
  t.mock.timers.tick(7);
  const leaveToo = watchNow(() => {});
  assert.equal(readNow(), 1_000_000);
  t.mock.timers.tick(29_993);
  assert.deepEqual([readNow(), told], [1_030_000, 1]);
  leave();
  leaveToo();
  t.mock.timers.tick(60_000);
  assert.equal(readNow(), 1_030_000, 'nobody looks');
  watchNow(() => {})();
  assert.equal(readNow(), 1_090_000);
});

test('a clock of the gateway that is put forward is shown at once; an answer that took long moves nothing', (t) => {
  t.mock.timers.enable({ apis: ['Date', 'setInterval'], now: 5_000_000 });
  let told = 0;
  const leave = watchNow(() => told++);
  noteServerTime(String(5_000_000 + 3_600_000));
  assert.deepEqual([readNow(), told], [8_600_000, 1]);
  t.mock.timers.tick(1_500);
  noteServerTime(String(5_000_000 + 3_600_000));
  noteServerTime(null);
  noteServerTime('soon');
  assert.deepEqual([readNow(), told], [8_600_000, 1]);
  t.mock.timers.tick(28_500);
  assert.deepEqual([readNow(), told], [8_630_000, 2]);
  leave();
});
