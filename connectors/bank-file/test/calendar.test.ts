// Proves when payment files may leave: working hours, cut-off, weekends, holidays, other time
// zones.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { windowAt } from '../calendar.ts';
import type { Calendar } from '../calendar.ts';

const bank: Calendar = {
  everyMinutes: 30,
  opensAt: 8 * 60,
  cutOff: 14 * 60 + 30,
  weekdays: new Set([1, 2, 3, 4, 5]),
  holidays: new Set(['2026-12-25']),
  utcOffsetMinutes: 0,
};

/** Whether a file may leave, and when the next one does. */
function at(time: string, changes: Partial<Calendar> = {}): [boolean, string] {
  const { open, nextMs } = windowAt({ ...bank, ...changes }, Date.parse(`${time}:00Z`));
  return [open, new Date(nextMs).toISOString().slice(0, 16)];
}

test('within the hours the next file is the next moment of the grid', () => {
  assert.deepEqual(at('2026-11-23T08:00'), [true, '2026-11-23T08:30']);
  assert.deepEqual(at('2026-11-23T10:29'), [true, '2026-11-23T10:30']);
});

test('the last file leaves before the cut-off', () => {
  assert.deepEqual(at('2026-11-23T14:10'), [true, '2026-11-23T14:25']);
  assert.deepEqual(at('2026-11-23T14:25'), [true, '2026-11-24T08:00']);
  assert.deepEqual(at('2026-11-23T14:27'), [false, '2026-11-24T08:00']);
});

test('before the hours, at the weekend and on a holiday files wait for the next working day', () => {
  assert.deepEqual(at('2026-11-23T06:00'), [false, '2026-11-23T08:00']);
  assert.deepEqual(at('2026-11-20T18:00'), [false, '2026-11-23T08:00']);
  assert.deepEqual(at('2026-11-22T10:00'), [false, '2026-11-23T08:00']);
  assert.deepEqual(at('2026-12-24T15:00'), [false, '2026-12-28T08:00']);
});

test('the clock is the bank’s', () => {
  assert.deepEqual(at('2026-11-23T07:00', { utcOffsetMinutes: 60 }), [true, '2026-11-23T07:30']);
  assert.deepEqual(at('2026-11-23T13:30', { utcOffsetMinutes: 60 }), [false, '2026-11-24T07:00']);
});

test('every 0 minutes: at once while the bank is open', () => {
  assert.deepEqual(at('2026-11-23T10:17', { everyMinutes: 0 }), [true, '2026-11-23T10:17']);
  assert.deepEqual(at('2026-11-23T20:00', { everyMinutes: 0 }), [false, '2026-11-24T08:00']);
});

test('a calendar without a working day never opens', () => {
  const [open] = at('2026-11-23T10:00', { weekdays: new Set() });
  assert.equal(open, false);
});
