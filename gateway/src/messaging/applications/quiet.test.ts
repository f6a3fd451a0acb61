// X5: proves that quiet hours are those of the recipient's country and that messages wait until
// their end.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { endOfQuiet } from './quiet.ts';

const night = { from: 20 * 60, until: 8 * 60 };
const noon = { from: 12 * 60, until: 14 * 60 };
const end = (
  now: string,
  quiet: { from: number; until: number },
  timeZone: string,
): string | null => {
  const ms = endOfQuiet(Date.parse(now), quiet, timeZone);
  return ms === null ? null : new Date(ms).toISOString();
};

test('X5 a quiet time that passes midnight, before it, in it and after it', () => {
  assert.equal(end('2026-11-21T19:59:59Z', night, 'Africa/Dakar'), null);
  assert.equal(end('2026-11-21T20:00:00Z', night, 'Africa/Dakar'), '2026-11-22T08:00:00.000Z');
  assert.equal(end('2026-11-22T00:30:12.345Z', night, 'Africa/Dakar'), '2026-11-22T08:00:00.000Z');
  assert.equal(end('2026-11-22T07:59:59.999Z', night, 'Africa/Dakar'), '2026-11-22T08:00:00.000Z');
  assert.equal(end('2026-11-22T08:00:00Z', night, 'Africa/Dakar'), null);
});

test('X5 the hours are the country’s', () => {
  assert.equal(end('2026-11-21T19:30:00Z', night, 'Africa/Douala'), '2026-11-22T07:00:00.000Z');
  assert.equal(end('2026-11-21T12:30:00Z', noon, 'Africa/Dakar'), '2026-11-21T14:00:00.000Z');
  assert.equal(end('2026-11-21T11:30:00Z', noon, 'Africa/Dakar'), null);
});

test('X5 where clocks change in the night, the end is the one that clocks show', () => {
  assert.equal(end('2026-03-28T21:00:00Z', night, 'Europe/Paris'), '2026-03-29T06:00:00.000Z');
  assert.equal(end('2026-10-24T20:00:00Z', night, 'Europe/Paris'), '2026-10-25T07:00:00.000Z');
});

test('X5 property: the end is later, within a day, at its time of day, and not quiet itself', () => {
  const minutes = fc.integer({ min: 0, max: 1_439 });
  const zones = fc.constantFrom('Africa/Dakar', 'Africa/Douala', 'Asia/Kolkata');
  fc.assert(
    fc.property(
      fc.integer({ min: 1.7e12, max: 2e12 }),
      minutes,
      minutes,
      zones,
      (now, from, until, zone) => {
        fc.pre(from !== until);
        const ends = endOfQuiet(now, { from, until }, zone);
        if (ends === null) return;
        assert.ok(ends > now && ends - now <= 86_400_000);
        assert.equal(endOfQuiet(ends, { from, until }, zone), null);
        assert.ok(endOfQuiet(ends - 1, { from, until }, zone) !== null);
      },
    ),
  );
});
