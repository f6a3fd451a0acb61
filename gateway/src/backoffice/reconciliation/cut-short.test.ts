// Proves that a file whose reading ends the thread, or the node, is failed after the second time,
// that one that was cut short once is read to its end, and which errors of a step are lasting.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leaseReading, lockRead, releaseReading } from './lease-reading.ts';
import { findFile } from './index.ts';
import { createReconciler } from './work.ts';
import { db, file, line, openOf, period, restOf, useBooks } from './testing/books.ts';
import { takeIn, watched, workOff } from './testing/files.ts';

useBooks();

const inTime = (): Promise<unknown> =>
  db.sql(`update reconciliation_file set reading_until = now() - interval '1 second'`);
const take = async (lines: string[]): Promise<number> =>
  (await takeIn(db, { content: file(lines), period: period() })).id;
const endOf = async (id: number): Promise<[string, string | null]> => {
  const { state, problem } = (await findFile(db.database, id))!;
  return [state, problem];
};

test('a file that ends each node that reads it fails the third time, and those behind it are worked off', async () => {
  const wrong = await take([line({ theirs: 'wrong' })]);
  const behind = await take([line({ theirs: 'behind' })]);
  for (const node of ['one', 'other']) {
    assert.equal((await leaseReading(db.database, null))?.id, wrong, node);
    await workOff(db);
    assert.deepEqual(await endOf(wrong), ['reading', null], 'while it may still be reading');
    // The node has died with it.
    await inTime();
  }
  await workOff(db);
  assert.deepEqual(await endOf(wrong), ['failed', 'cut_short']);
  assert.deepEqual(await endOf(behind), ['done', null]);
});

test('a file whose thread is ended by its limits is tried once more, and then fails', async () => {
  const id = await take([line({ theirs: 'slow' })]);
  const [one, other] = [0, 0].map((readingMs) => createReconciler(db.database, { readingMs }));
  assert.equal(await one!.runOnce(), true);
  assert.deepEqual(await endOf(id), ['reading', null]);
  assert.equal(await other!.runOnce(), true);
  assert.deepEqual(await endOf(id), ['failed', 'too_big']);
});

test('a node that dies, and one that is stopped, do no harm to a file that can be read', async () => {
  const id = await take(await restOf([]));
  await leaseReading(db.database, null);
  await inTime();
  for (let stops = 0; stops < 3; stops += 1) {
    const stopped = createReconciler(db.database);
    await db.sql(`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'away'; end $$;
      create trigger away before insert on reconciliation_line for each row execute function refuse()`);
    await assert.rejects(stopped.runOnce(), /away/);
    await db.sql('drop trigger away on reconciliation_line; drop function refuse()');
    await stopped.close();
  }
  await workOff(db);
  assert.deepEqual([await endOf(id), await openOf(id)], [['done', null], []]);
});

test('a reading that is let go of does not count, and those before it do', async () => {
  await take(await restOf([]));
  const lease = async () => (await leaseReading(db.database, null))!;
  assert.equal((await lease()).readingsBegun, 1);
  await inTime();
  const second = await lease();
  assert.equal(second.readingsBegun, 2);
  await releaseReading(db.database, second.id, { wasCut: false });
  const third = await lease();
  assert.equal(third.readingsBegun, 2);
  await releaseReading(db.database, third.id, { wasCut: true });
  assert.equal((await lease()).readingsBegun, 3);
});

test('what somebody else has read on meanwhile is not stored again', async () => {
  await take(await restOf([]));
  const leased = (await leaseReading(db.database, null))!;
  assert.equal(await lockRead(db.database, leased), true);
  assert.equal(await lockRead(db.database, { ...leased, position: leased.position + 1 }), false);
});

/** Steps of which this statement throws an error of our own. */
const stepsThrowing = (statement: string) =>
  createReconciler(
    watched(db.database, (name) => {
      if (name === statement) throw new RangeError('Invalid time value');
    }),
  );

test('what our own reading of a row throws ends the file, and what its matching throws is tried again', async () => {
  const unreadable = await take([line({ theirs: 'unreadable' })]);
  const reading = stepsThrowing('insert_reconciliation_lines');
  assert.equal(await reading.runOnce(), true);
  assert.deepEqual(await endOf(unreadable), ['failed', 'unexpected: Invalid time value']);
  const id = await take(await restOf([]));
  const matching = stepsThrowing('classify_reconciliation_lines');
  assert.equal(await matching.runOnce(), true, 'it is read');
  await assert.rejects(matching.runOnce(), /Invalid time value/);
  assert.deepEqual(await endOf(id), ['matching', 'Invalid time value']);
  await workOff(db);
  assert.deepEqual([await endOf(id), await openOf(id)], [['done', null], []]);
  for (const reconciler of [reading, matching]) await reconciler.close();
});
