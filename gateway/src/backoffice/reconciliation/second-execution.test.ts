// F31: proves that what a second statement tells anew is never taken for a repetition of the first
// one: second executions, payments that share a reference, and successes that are taken back.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  again,
  classesOf,
  db,
  file,
  filledAt,
  hourMs,
  ids,
  isWhole,
  line,
  openOf,
  period,
  ref,
  restOf,
  useBooks,
} from './testing/books.ts';
import { takeIn, testMapping, workOff, type TestFile } from './testing/files.ts';

useBooks();

const minuteMs = 60_000;
const after = (ms: number): Date => new Date(filledAt.getTime() + ms);
/** The day that follows `period()`. */
const nextDay = () => ({
  from: period().until,
  until: new Date(period().until.getTime() + 24 * hourMs),
});

async function take(lines: string[], rest: Partial<TestFile> = {}): Promise<number> {
  const { id, begun } = await takeIn(db, { content: file(lines), period: period(), ...rest });
  assert.deepEqual(begun, { ok: true });
  await workOff(db);
  return id;
}
/** A payout of the books that succeeded, as the provider lists it. */
const payout = (at = filledAt): string => line({ theirs: 'PAYOUT', ours: ref('success'), at });

test('a second execution is one difference in a statement that lists the newest row first', async () => {
  const rest = await restOf(['success']);
  const first = await take([...rest, payout()]);
  const second = await take([payout(after(minuteMs)), payout(), ...rest]);
  assert.deepEqual([...(await classesOf(second))], [[3, 'duplicate']]);
  await again(first);
  await again(second);
  assert.deepEqual(await openOf(first), []);
  assert.deepEqual([...(await classesOf(second))], [[3, 'duplicate']]);
  const third = await take([payout(), payout(after(minuteMs)), ...rest]);
  assert.deepEqual([...(await classesOf(third))], [], 'both have been told by now');
  await isWhole();
});

test('a second execution at the very same time is one difference, with and without references', async () => {
  const rest = await restOf(['success', 'resumed']);
  const bare = line({ ours: ref('resumed') }).replace(/^[^,]*/, '');
  const first = await take([...rest, payout(), bare]);
  const second = await take([...rest, payout(), payout(), bare, bare]);
  const place = rest.length + 1;
  assert.deepEqual([...(await classesOf(first))], []);
  assert.deepEqual(
    [...(await classesOf(second))],
    [
      [place + 2, 'duplicate'],
      [place + 4, 'duplicate'],
    ],
  );
  await isWhole();
});

test('a second execution on a day that only one of two statements is of is a difference', async () => {
  const rest = await restOf(['success']);
  const day = await take([...rest, payout()]);
  const { from } = period();
  const week = await take([payout(after(30 * hourMs))], {
    period: { from, until: new Date(from.getTime() + 7 * 24 * hourMs) },
  });
  assert.deepEqual(await openOf(day), []);
  assert.equal((await classesOf(week)).get(2), 'duplicate');
});

test('a second execution is a difference where statements of two days give no times', async () => {
  const rest = await restOf(['success']);
  const columns = { mapping: { columns: { ...testMapping.columns, time: null } } };
  await take([...rest, payout()], columns);
  const next = await take([payout()], { ...columns, period: nextDay() });
  assert.deepEqual([...(await classesOf(next))], [[2, 'duplicate']]);
});

test('a payment that shares its reference with another of the same amount is looked at', async () => {
  const rest = await restOf(['success']);
  const batch = (name: 'success' | 'failed', at = filledAt): string =>
    line({ theirs: 'BATCH-7', ours: ref(name), at });
  await take([...rest, batch('success')]);
  const second = await take([...rest, batch('failed', after(minuteMs)), batch('success')]);
  assert.deepEqual(await openOf(second), [`missing_here ${ids.failed}`]);
});

test('a success that the provider takes back in another statement stays a difference', async () => {
  const rest = await restOf(['success']);
  const first = await take([...rest, payout()]);
  const second = await take([payout().replace('SUCCESS', 'FAILED')], { period: nextDay() });
  assert.deepEqual(await openOf(second), [`status ${ids.success}`]);
  await again(first);
  assert.deepEqual(await openOf(second), [`status ${ids.success}`], 'in whatever order');
});
