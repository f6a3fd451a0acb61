// F11: proves that each minute is searched for what no statement names, once: where statements
// follow each other, overlap, or come late.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { db, discrepanciesOf, file, ids, line, openOf, ref, useBooks } from './testing/books.ts';
import { findFile } from './index.ts';
import { takeIn, workOff } from './testing/files.ts';

useBooks();
// One payment alone lies in the days of these statements.
beforeEach(() =>
  db.sql(`set session_replication_role = replica;
    update transfer set created_at = '2026-03-01';
    update transfer set created_at = '2026-04-02T23:50Z' where operation_id = ${ids.success}
      and credit like 'provider:%'`),
);

/** A statement of this period, whose one row moved nothing. */
async function statement(from: string, until: string, graceMinutes: number): Promise<number> {
  const { id, begun } = await takeIn(db, {
    content: file([line({ ours: ref('failed'), status: 'FAILED' })]),
    mapping: { graceMinutes },
    period: { from: new Date(from), until: new Date(until) },
  });
  assert.deepEqual(begun, { ok: true });
  await workOff(db);
  return id;
}
const missing = (): string[] => [`missing_there ${ids.success}`];

test('F11 the last minutes of a statement are searched with the statement that follows it', async () => {
  const day = await statement('2026-04-02T00:00Z', '2026-04-03T00:00Z', 30);
  assert.deepEqual(await openOf(day), []);
  const next = await statement('2026-04-03T00:00Z', '2026-04-04T00:00Z', 30);
  assert.deepEqual([await openOf(day), await openOf(next)], [[], missing()]);
});

test('F11 of two statements of a day the one that searched further is followed', async () => {
  const part = await statement('2026-04-02T00:00Z', '2026-04-03T00:00Z', 30);
  const whole = await statement('2026-04-02T00:00Z', '2026-04-03T00:00Z', 0);
  const next = await statement('2026-04-03T00:00Z', '2026-04-04T00:00Z', 0);
  assert.deepEqual(
    [await openOf(part), await openOf(whole), await discrepanciesOf(next)],
    [[], missing(), []],
  );
});

test('F11 minutes that a statement answers for are not searched again for one that comes late', async () => {
  const between = await statement('2026-04-02T23:30Z', '2026-04-03T00:30Z', 30);
  const next = await statement('2026-04-03T00:00Z', '2026-04-04T00:00Z', 30);
  const late = await statement('2026-04-02T00:00Z', '2026-04-03T00:00Z', 30);
  assert.deepEqual(await openOf(between), missing());
  assert.deepEqual([await discrepanciesOf(next), await discrepanciesOf(late)], [[], []]);
});

test('F11 a statement that begins where a late one ends is not searched again', async () => {
  const next = await statement('2026-04-03T00:00Z', '2026-04-04T00:00Z', 0);
  const { doneAt } = (await findFile(db.database, next))!;
  const late = await statement('2026-04-02T00:00Z', '2026-04-03T00:00Z', 0);
  assert.deepEqual([await openOf(late), await discrepanciesOf(next)], [missing(), []]);
  assert.deepEqual((await findFile(db.database, next))!.doneAt, doneAt);
});
