// I-08: proves that reconciliation is correct in whatever order files come, are corrected or are
// withdrawn: the ledger, our own money, every minute, each row once.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runDoctor } from '../../node/doctor/index.ts';
import { findDiscrepancy, readSums, withdrawFile } from './index.ts';
import {
  again,
  book,
  bookFloat,
  classesOf,
  db,
  file,
  discrepanciesOf,
  hourMs,
  ids,
  isWhole,
  line,
  openOf,
  period,
  provider,
  ref,
  restOf,
  useBooks,
} from './testing/books.ts';
import { byCommand, takeIn, workOff } from './testing/files.ts';

useBooks();

test('what a withdrawn file named is missing again', async () => {
  const first = await takeIn(db, { content: file(await restOf(['success'])), period: period() });
  const second = await takeIn(db, {
    content: file([line({ ours: ref('success') })]),
    period: period(),
  });
  await workOff(db);
  assert.deepEqual(await openOf(first.id), []);
  assert.equal(await withdrawFile(db.database, { id: second.id, by: byCommand }), true);
  await workOff(db);
  assert.deepEqual(await openOf(first.id), [`missing_there ${ids.success}`]);
  const [discrepancy] = await discrepanciesOf(first.id);
  assert.deepEqual(
    (await findDiscrepancy(db.database, discrepancy!.id))!.notes.map(({ note }) => note),
    [`named_by:${second.id}:2`, 'missing_again'],
  );
  await isWhole();
});

test('files that come in the wrong order judge every minute', async () => {
  await db.sql(`set session_replication_role = replica; update transfer
    set created_at = now() - interval '70 minutes' where operation_id = ${ids.success};
    update transfer set created_at = now() - interval '2 hours'
      where operation_id is distinct from ${ids.success}`);
  const [dayMs, cut] = [24 * hourMs, Date.now() - hourMs];
  const mapping = { graceMinutes: 30 };
  const later = await takeIn(db, {
    content: file([line({ theirs: 'later', ours: ref('failed'), status: 'FAILED' })]),
    mapping,
    period: { from: new Date(cut), until: new Date(cut + dayMs) },
  });
  await workOff(db);
  const earlier = await takeIn(db, {
    content: file(await restOf(['success'])),
    mapping,
    period: { from: new Date(cut - dayMs), until: new Date(cut) },
  });
  await workOff(db);
  assert.deepEqual(
    [await openOf(earlier.id), await openOf(later.id)],
    [[], [`missing_there ${ids.success}`]],
  );
  await isWhole();
});

test('what users corrected is what is compared, whenever it was booked', async () => {
  const lines = [
    line({ ours: ref('failed') }),
    line({ ours: ref('successUnannounced'), status: 'FAILED' }),
  ];
  const { id } = await takeIn(db, {
    content: file([...(await restOf(['successUnannounced'])), ...lines]),
    period: period(),
  });
  await workOff(db);
  assert.deepEqual(
    (await openOf(id)).map((text) => text.split(' ')[0]),
    ['missing_here', 'status'],
  );
  await book('adjust', 'suspense', provider, 'failed');
  await book('adjust', provider, 'suspense', 'successUnannounced', 1);
  await again(id);
  assert.deepEqual(await openOf(id), []);
  const next = await takeIn(db, {
    content: file([line({ theirs: 'next', status: 'FAILED' })]),
    period: { from: new Date(Date.now() + hourMs / 2), until: new Date(Date.now() + 3 * hourMs) },
  });
  await db.sql(`set session_replication_role = replica; update transfer
    set created_at = now() - interval '10 minutes' where verb = 'adjust';
    update reconciliation_file set period_from = now() - interval '20 minutes'
      where id = ${next.id}`);
  await workOff(db);
  assert.deepEqual(await openOf(next.id), []);
  await isWhole();
});

test('a success that the provider took back is an execution and a refund', async () => {
  const back = line({ ours: ref('success'), direction: 'in', status: 'REVERSED' });
  const { id } = await takeIn(db, {
    content: file([...(await restOf([])), back]),
    period: period(),
  });
  await workOff(db);
  assert.deepEqual(await openOf(id), [`status ${ids.success}`]);
  await db.sql(
    `insert into operation_case (account_id, operation_id, kind, evidence)
      values (1, ${ids.success}, 'reversal_without_cover', 'x')`,
  );
  await book('adjust', provider, 'suspense', 'success');
  await again(id);
  assert.deepEqual(await openOf(id), []);
  assert.equal(
    (await readSums(db.database, id)).totals[0]!.theirs,
    (await readSums(db.database, id)).totals[0]!.ours,
  );
  await isWhole();
});

test('our own money on its way to a provider is compared, too', async () => {
  await bookFloat('BANK-1', '50000000');
  await bookFloat('BANK-2', '-50000000');
  await bookFloat('BANK-3', '50000000');
  const floats = [
    line({ theirs: 'BANK-1', direction: 'in', fee: '0' }),
    line({ theirs: 'X', ours: 'BANK-2', amount: '4000', fee: '0' }),
  ];
  const { id } = await takeIn(db, {
    content: file([...(await restOf([])), ...floats]),
    period: period(),
  });
  await workOff(db);
  const discrepancies = (await discrepanciesOf(id)).map((discrepancy) => [
    discrepancy.class,
    discrepancy.theirs,
    discrepancy.ours,
    discrepancy.evidence.ours?.externalId,
  ]);
  assert.deepEqual(discrepancies, [
    ['amount', -40_000_000n, -50_000_000n, 'BANK-2'],
    ['missing_there', 0n, 50_000_000n, 'BANK-3'],
  ]);
  assert.equal((await readSums(db.database, id)).totals[0]!.addsUp, true);
  const next = await takeIn(db, {
    content: file([line({ theirs: 'BANK-3', direction: 'in', fee: '0' })]),
    period: period(),
  });
  await workOff(db);
  assert.deepEqual([...(await classesOf(next.id)).values()], [], 'it completes the first one');
  assert.equal((await openOf(id)).length, 1);
  await isWhole();
  await db.sql(`update reconciliation_line set float_move_id = null where file_id = ${id}`);
  const [check] = (await runDoctor(db.database)).checks.filter((each) => each.id === 'I-08');
  assert.match(check!.examples.join('\n'), /neither names nor misses float move 1/);
});

test('a file that is withdrawn is looked for in all that knew of it, even while they are worked off; rows of two statements are told once', async () => {
  const lines = await restOf([]);
  const day = await takeIn(db, {
    content: file([...lines, line({ theirs: 'nobody' })]),
    period: period(),
  });
  await workOff(db);
  const week = await takeIn(db, {
    content: file([...lines, line({ ours: ref('success') })]),
    route: 'other-route',
    mapping: { routes: ['gsma-sandbox'] },
    period: period(),
  });
  const same = await takeIn(db, {
    content: file([...lines, line({ theirs: 'more' })]),
    period: period(),
  });
  await workOff(db);
  assert.equal(
    (await discrepanciesOf(week.id)).every((discrepancy) => discrepancy.class === 'duplicate'),
    true,
  );
  assert.deepEqual(
    (await openOf(same.id)).map((text) => text.split(' ')[0]),
    ['missing_here'],
  );
  const reported = (await readSums(db.database, same.id)).sums.map((sum) => [sum.class, sum.lines]);
  assert.deepEqual(reported, [
    ['missing_here', 1],
    ['repeated', lines.length],
  ]);
  await isWhole();
  await db.sql(`update reconciliation_file set state = 'searching' where id = ${same.id}`);
  assert.equal(await withdrawFile(db.database, { id: day.id, by: byCommand }), true);
  await workOff(db);
  assert.deepEqual((await openOf(week.id)).length, 1, 'the second one within the file stays');
  assert.equal((await readSums(db.database, same.id)).totals[0]!.addsUp, true);
  await isWhole();
});
