// F31: proves that a statement with thousands of rows about one and the same thing is worked off in
// steps or refused with its reason, and never stands before the files behind it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NoAnswer } from '../../platform/db/database-away.ts';
import type { Database } from '../../platform/db/database.ts';
import { findFile, readSums } from './index.ts';
import { db, file, isWhole, line, openOf, period, ref, restOf, useBooks } from './testing/books.ts';
import { takeIn, watched, workOff } from './testing/files.ts';

useBooks();

const rowsMany = 2_000;
const sameRows = (count: number, said: Parameters<typeof line>[0]): string[] =>
  Array.from({ length: count }, () => line(said));

async function take(lines: string[]): Promise<number> {
  const { id, begun } = await takeIn(db, { content: file(lines), period: period() });
  assert.deepEqual(begun, { ok: true });
  return id;
}
const endOf = async (id: number) => {
  const { state, problem } = (await findFile(db.database, id))!;
  return { state, problem };
};
const linesOf = async (id: number): Promise<{ [name: string]: number }> =>
  Object.fromEntries(
    (await readSums(db.database, id)).sums.map(({ class: name, lines }) => [name, lines]),
  );

test('thousands of rows about one payment are worked off, and so is the file behind them', async () => {
  const first = await take(sameRows(rowsMany, { theirs: 'SAME', ours: ref('success') }));
  const behind = await take(await restOf(['success']));
  await workOff(db);
  assert.deepEqual(await endOf(first), { state: 'done', problem: null });
  const { matched, duplicate } = await linesOf(first);
  assert.deepEqual({ matched, duplicate }, { matched: 1, duplicate: rowsMany - 1 });
  assert.deepEqual(await endOf(behind), { state: 'done', problem: null });
  await isWhole();
});

test('so are rows of one reference that name no payment of ours, and those of a second statement of the day', async () => {
  const rows = sameRows(rowsMany, { theirs: 'NOTPROVIDED' });
  const rest = await restOf([]);
  const first = await take([...rest, ...rows]);
  const second = await take([...rows, ...rest]);
  await workOff(db);
  assert.deepEqual(await linesOf(first), {
    matched: rest.length,
    missing_here: 1,
    duplicate: rowsMany - 1,
  });
  assert.deepEqual(await endOf(second), { state: 'done', problem: null });
  const { repeated, duplicate } = await linesOf(second);
  assert.ok(repeated! >= 100, `${repeated} rows are known`);
  assert.equal(repeated! + duplicate!, rest.length + rowsMany);
  await isWhole();
});

test('a file whose reference column names one payment in more rows than any statement has is refused with the reason', async () => {
  const reference = ref('success');
  const wrong = await take(sameRows(5_001, { ours: reference }));
  const behind = await take(await restOf([]));
  await workOff(db);
  assert.deepEqual(await endOf(wrong), {
    state: 'failed',
    problem: `same_payment: 5001 ${reference}`,
  });
  assert.deepEqual(
    [await endOf(behind), await openOf(behind)],
    [{ state: 'done', problem: null }, []],
  );
});

/** A database that answers in time only while a step compares few rows. */
const answersFor = (rowsMax: number, tooLong = (): void => {}): Database =>
  watched(db.database, (name, values) => {
    const [, after, until] = values as number[];
    if (name !== 'classify_reconciliation_lines' || until! - after! <= rowsMax) return;
    tooLong();
    throw new NoAnswer('no answer from the database within 4000 ms');
  });

test('a step that takes too long is tried with fewer rows', async () => {
  const rest = await restOf([]);
  const id = await take([...rest, ...sameRows(400, {})]);
  await workOff({ database: answersFor(100) });
  assert.deepEqual(await endOf(id), { state: 'done', problem: null });
  const { matched, missing_here: unknown } = await linesOf(id);
  assert.deepEqual([matched, unknown], [rest.length, 400]);
  await isWhole();
});

test('a file of which not even one row can be compared in time fails, and the next one is worked off', async () => {
  const stuck = await take(await restOf([]));
  let tries = 0;
  await workOff({ database: answersFor(0, () => void (tries += 1)) });
  assert.deepEqual(await endOf(stuck), { state: 'failed', problem: 'too_slow' });
  assert.equal(tries, 16);
  const behind = await take(await restOf([]));
  await workOff(db);
  assert.deepEqual(await endOf(behind), { state: 'done', problem: null });
});

test('what a file does not name is looked for among a few hundred movements at a time', async () => {
  await db.sql(`
    set session_replication_role = replica;
    insert into transfer (account_id, id, verb, debit, credit, amount, currency, available_after,
      created_at)
      select 1, 1000000 + i, 'fund', 'funding', 'available', 1, 'XOF', 0, (select min(created_at)
        from transfer) + i * interval '1 ms'
      from generate_series(1, 1200) i`);
  const searched: [string, string][] = [];
  const database = watched(db.database, (name, values) => {
    const [, since, , until] = values as string[];
    if (name === 'find_missing_in_reconciliation') searched.push([since!, until!]);
  });
  const id = await take(await restOf(['success']));
  await workOff({ database });
  assert.deepEqual(await endOf(id), { state: 'done', problem: null });
  assert.equal((await openOf(id)).length, 1, 'what is not named is found');
  const rows = await db.database.query<{ rows: bigint }>(
    {
      name: 'searched',
      text: `select (select count(*) from transfer where created_at >= since
        and created_at < until) as rows
        from unnest($1::timestamptz[], $2::timestamptz[]) s(since, until)`,
    },
    [searched.map(([since]) => since), searched.map(([, until]) => until)],
  );
  const counts = rows.map((each) => Number(each.rows));
  assert.ok(Math.max(...counts) <= 500, counts.join(' '));
  assert.ok(counts.reduce((sum, count) => sum + count, 0) >= 1_200, counts.join(' '));
});
