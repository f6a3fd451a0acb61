// Periods by name are days of the user's calendar, also where a clock is put forward or it is
// another day elsewhere.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { periodOf, presetDays, presets } from './day-presets.ts';

test('a preset is the days that it says in the user’s time zone, and those days are that preset', () => {
  const now = Date.parse('2026-03-29T22:30:00Z');
  assert.deepEqual(presetDays('all', now, 'Africa/Dakar'), { from: '', until: '' });
  assert.deepEqual(presetDays('today', now, 'Africa/Dakar'), { from: '2026-03-29', until: '' });
  assert.deepEqual(presetDays('today', now, 'Europe/Paris'), { from: '2026-03-30', until: '' });
  assert.deepEqual(presetDays('yesterday', now, 'Europe/Paris'), {
    from: '2026-03-29',
    until: '2026-03-29',
  });
  assert.deepEqual(presetDays('week', now, 'Africa/Dakar'), { from: '2026-03-23', until: '' });
  assert.deepEqual(presetDays('month', now, 'Africa/Dakar'), { from: '2026-02-28', until: '' });
  for (const preset of presets)
    assert.equal(periodOf(presetDays(preset, now, 'Europe/Paris'), now, 'Europe/Paris'), preset);
  assert.equal(periodOf({ from: '2026-01-01', until: '' }, now, 'Europe/Paris'), 'custom');
});
