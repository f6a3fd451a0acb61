// F31: proves that a second statement of the same days completes the first one without differences
// of its own, and that it hides no second execution.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findDiscrepancy, readSums, withdrawFile } from './index.ts';
import {
  again,
  classesOf,
  db,
  discrepanciesOf,
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
import { byCommand, takeIn, workOff } from './testing/files.ts';

useBooks();

/** The same rows with other times, as a statement writes them that is made later. */
const later = (lines: readonly string[]): string[] =>
  lines.map((text) =>
    [...text.split(',').slice(0, 7), new Date(filledAt.getTime() + 60_000).toISOString()].join(),
  );
/** A statement without references of the provider. */
const withoutTheirs = (lines: readonly string[]): string[] =>
  lines.map((text) => `,${text.split(',').slice(1).join()}`);

async function take(lines: string[]): Promise<number> {
  const { id, begun } = await takeIn(db, { content: file(lines), period: period() });
  assert.deepEqual(begun, { ok: true });
  await workOff(db);
  return id;
}

test('a whole statement after a part of the day closes what was missing, and has no differences', async () => {
  const lines = await restOf([]);
  const part = await take(lines.slice(0, 2));
  assert.equal((await openOf(part)).length, lines.length - 2, 'the others are missing');
  const whole = await take(later(lines));
  assert.deepEqual(await discrepanciesOf(whole), []);
  assert.deepEqual(await openOf(part), []);
  const { sums, totals } = await readSums(db.database, whole);
  assert.deepEqual(
    sums.map((sum) => [sum.class, sum.lines]),
    [
      ['matched', lines.length - 2],
      ['repeated', 2],
    ],
  );
  assert.equal(totals[0]!.addsUp, true);
  assert.equal(totals[0]!.feesExpected, totals[0]!.fees, 'fees of repeated rows are expected, too');
  await again(part);
  await again(whole);
  assert.deepEqual([await openOf(part), await discrepanciesOf(whole)], [[], []]);
  await isWhole();
  assert.equal(await withdrawFile(db.database, { id: whole, by: byCommand }), true);
  await workOff(db);
  assert.equal((await openOf(part)).length, lines.length - 2, 'missing again');
  await isWhole();
});

test('a statement without the provider’s references is completed, too', async () => {
  const lines = withoutTheirs(await restOf([]));
  await take(lines.slice(0, 2));
  const whole = await take(later(lines));
  assert.deepEqual(await discrepanciesOf(whole), []);
  await isWhole();
});

test('what the first statement calls pending and the second one executed is no difference any more', async () => {
  const rest = await restOf(['success']);
  const pending = line({ theirs: 'PEND1', ours: ref('success'), status: 'PENDING' });
  const first = await take([pending, ...rest]);
  assert.deepEqual(await openOf(first), [`status ${ids.success}`]);
  const second = await take([...rest, pending.replace('PENDING', 'SUCCESS')]);
  assert.deepEqual([await openOf(first), await openOf(second)], [[], []]);
  await again(first);
  assert.deepEqual(await openOf(first), [], 'in whatever order they are matched');
  await db.sql(`update reconciliation_file set slow_steps = 15 where id = ${first}`);
  await again(first);
  assert.deepEqual(await openOf(first), [], 'and however few rows a step takes');
  const [closed] = await discrepanciesOf(first);
  const { notes } = (await findDiscrepancy(db.database, closed!.id))!;
  assert.equal(notes.at(-1)!.note, `named_by:${second}:${rest.length + 2}`);
  assert.equal(await withdrawFile(db.database, { id: second, by: byCommand }), true);
  await workOff(db);
  assert.deepEqual(await openOf(first), [`status ${ids.success}`], 'open again without the second');
  await isWhole();
});

test('a second execution under the same reference is no repetition', async () => {
  const rest = await restOf(['success']);
  const once = line({ theirs: 'TWICE', ours: ref('success') });
  await take([...rest, once]);
  const second = await take([...rest, ...later([once]), ...later(later([once]))]);
  assert.deepEqual(
    [...(await classesOf(second))],
    [[rest.length + 3, 'duplicate']],
    'the first of the two rows is the one that the first statement lists',
  );
});

test('a statement of another day does not excuse a late row', async () => {
  const rest = await restOf(['success']);
  const first = await take(rest);
  assert.deepEqual(await openOf(first), [`missing_there ${ids.success}`]);
  const { id } = await takeIn(db, {
    content: file([line({ ours: ref('success') })]),
    period: {
      from: period().until,
      until: new Date(period().until.getTime() + 24 * hourMs),
    },
  });
  await workOff(db);
  assert.deepEqual([await openOf(first), await openOf(id)], [[], [`late ${ids.success}`]]);
});
