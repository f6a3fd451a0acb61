// Proves which days the bank can have paid on, and on which our own money can have moved.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stopClock } from '../../node/doctor/testing/postgres.ts';
import { usePostgres } from '../../node/doctor/testing/use-postgres.ts';
import { isDay, isValueDay, moveDayFits } from './day.ts';

const postgres = usePostgres();

test('a day is one of the calendar, from 1900 on', () => {
  for (const day of ['1900-01-01', '2028-02-29', '9999-12-31']) assert.equal(isDay(day), true, day);
  for (const day of ['1899-12-31', '2027-02-29', '2026-13-01', '2026-1-01', '2026-11-21T', ''])
    assert.equal(isDay(day), false, day);
});

test('a settlement is paid from the day on which it was asked for, up to seven days ahead', () => {
  const since = new Date('2026-11-21T23:59:59.999Z');
  const fits = (day: string, now: string): boolean => isValueDay(day, since, new Date(now));
  assert.equal(fits('2026-11-20', '2026-11-22T08:00:00Z'), false);
  assert.equal(fits('2026-11-21', '2026-11-22T08:00:00Z'), true);
  assert.equal(fits('2026-11-29', '2026-11-22T00:00:00Z'), true, 'exactly seven days');
  assert.equal(fits('2026-11-29', '2026-11-21T23:59:59.999Z'), false, 'a moment more');
});

test('our own money has moved at most 366 days ago', async () => {
  const db = await postgres.database();
  const restart = await stopClock(db);
  const daysAgo = async (days: number): Promise<string> => {
    const [row] = await db.database.query<{ day: string }>({
      name: `days_ago_${days}`,
      text: `select to_char(jokko_now() at time zone 'UTC' - interval '${days} days',
        'YYYY-MM-DD') as day`,
    });
    return row!.day;
  };
  for (const [days, fits] of [
    [367, false],
    [366, true],
    [0, true],
    [-7, true],
    [-8, false],
  ] as const)
    assert.equal(await moveDayFits(db.database, await daysAgo(days)), fits, `${days} days ago`);
  await restart();
  await db.close();
});
