// Proves how many lines a statement may have, which days it is of, and that each node reads on
// where the file says.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inTransaction } from '../../platform/db/transaction.ts';
import { makeWorkbook } from '../../platform/spreadsheet/testing/workbook.ts';
import { findFile, readSums, withdrawFile } from './index.ts';
import { createRowReader, failFile, storeReading } from './read-step.ts';
import { db, file, line, period, useBooks } from './testing/books.ts';
import { byCommand, takeIn, testMapping, workOff, type TestFile } from './testing/files.ts';

useBooks();

const begun = async (content: string | Buffer, change: Partial<TestFile> = {}) => {
  const { id, begun } = await takeIn(db, { content, period: period(), ...change });
  assert.deepEqual(begun, { ok: true });
  return (await findFile(db.database, id))!;
};
const worked = async (lines: string[], change: Partial<TestFile> = {}) => {
  const { id } = await begun(file(lines), change);
  await workOff(db);
  return (await findFile(db.database, id))!;
};
/** Rows at these times. */
const rowsAt = (...times: number[]): string[] => times.map((at) => line({ at: new Date(at) }));

test('F11 a statement has two hundred thousand lines at most', async () => {
  const reader = createRowReader(db.database, { readingMs: 600_000 });
  const lastOf = async (count: number) => {
    const statement = await begun(`amount,transaction_id\n${'1,\n'.repeat(count)}`, {
      mapping: {
        columns: {
          ourReference: null,
          providerReference: 'transaction_id',
          amount: 'amount',
          amountOut: null,
          fee: null,
          currency: null,
          time: null,
          status: null,
          direction: null,
        },
        direction: 'in',
        currency: 'XOF',
      },
    });
    // All rows but the last are stored already.
    const reading = await reader.read({ ...statement, position: count });
    return reading.ok ? reading.lines.map(({ number }) => number) : reading.problem;
  };
  assert.deepEqual(await lastOf(200_000), [200_001]);
  assert.equal(await lastOf(200_001), 'too_many_rows');
  reader.close();
});

test('F31 five thousand rows of a statement may be about one payment', async () => {
  const statement = await begun(file([line({})]));
  const stateWith = async (rows: number): Promise<[string, string | null]> => {
    await db.sql(`delete from reconciliation_line;
      insert into reconciliation_line (file_id, number, our_reference, said_operation, at)
        select ${statement.id}, n, 'R', 7, now() from generate_series(1, ${rows}) n`);
    await inTransaction(db.database, (session) =>
      storeReading(session, statement, {
        ok: true,
        lines: [],
        mended: [],
        last: rows,
        over: true,
        isEmpty: false,
        balances: null,
        days: null,
      }),
    );
    const { state, problem } = (await findFile(db.database, statement.id))!;
    return [state, problem];
  };
  assert.deepEqual(await stateWith(5_000), ['matching', null]);
  assert.deepEqual(await stateWith(5_001), ['failed', 'same_payment: 5001 R']);
});

test('F11 rows at the beginning of a stated period are within it, those at its end are not', async () => {
  const { from, until } = period();
  const [first, end] = [from.getTime(), until.getTime()];
  const { linesOutside } = await worked(rowsAt(first - 1, first, end - 1, end), {
    period: { from, until },
  });
  assert.equal(linesOutside, 2);
});

test('F11 rows of more than forty days name no period', async () => {
  const [first, last] = [Date.parse('2026-01-01'), Date.parse('2026-02-10')];
  const month = await worked(rowsAt(first, last), { period: null });
  assert.deepEqual([month.state, month.problem], ['done', null]);
  const longer = await worked(rowsAt(first, last + 1), { period: null });
  assert.deepEqual(
    [longer.state, longer.problem],
    ['failed', 'long_period: 2026-01-01 2026-02-10'],
  );
});

test('F11 a row of a sheet may be longer than its headings, and a row of a table may not', async () => {
  const table = file([`${line({})},a remark`]);
  const sheet = makeWorkbook(
    'day',
    table.split('\n').map((row) => row.split(',')),
  );
  const problemOf = async (content: string | Buffer): Promise<string | null> => {
    const { id } = await begun(content);
    await workOff(db);
    return (await findFile(db.database, id))!.problem;
  };
  assert.equal(await problemOf(sheet), null);
  assert.equal(await problemOf(table), 'mostly_unreadable: 1 1');
});

test('F31 a node that reads another file takes that file’s rows', async () => {
  const rows = (name: string): string =>
    file(Array.from({ length: 1_100 }, (_, at) => line({ theirs: `${name}-${at}` })));
  const [one, other] = [await begun(rows('one')), await begun(rows('other'))];
  const reader = createRowReader(db.database);
  const theirsOf = async (statement: typeof one): Promise<string[]> => {
    const reading = await reader.read(statement);
    assert.ok(reading.ok);
    return reading.lines.map(({ providerReference }) => providerReference!);
  };
  assert.equal((await theirsOf(one))[0], 'one-0');
  // Another node has read it up to here.
  assert.equal((await theirsOf({ ...other, position: 1_051 }))[0], 'other-1050');
  reader.close();
});

test('F11 the totals of each currency are of rows that could be read, and of money that moved', async () => {
  const { id } = await worked([
    line({ direction: 'in', amount: '7000', fee: '70' }),
    line({ direction: 'out', amount: '5000', fee: '' }),
    line({ direction: 'in', amount: '300', fee: '3', status: 'REVERSED' }),
    line({ direction: 'out', amount: '900', fee: '9', status: 'FAILED' }),
    line({ direction: 'out', amount: 'x', fee: '8' }),
    line({ direction: 'out', amount: '20', fee: '1' }).replace('XOF', 'EUR'),
  ]);
  const { totals } = await readSums(db.database, id);
  assert.deepEqual(
    totals.map(({ currency, lines, amount, fees, addsUp }) => [
      `${currency} ${lines}`,
      amount,
      fees,
      addsUp,
    ]),
    [
      ['EUR 1', -20_0000n, 1_0000n, true],
      ['XOF 4', 2_300_0000n, 73_0000n, true],
    ],
  );
  const columns = { ...testMapping.columns, fee: null };
  const withoutFees = await worked([line({ fee: '50' })], { mapping: { columns } });
  const [total] = (await readSums(db.database, withoutFees.id)).totals;
  assert.deepEqual([total!.fees, total!.addsUp], [0n, true], 'no column of fees is read');
});

/** Rows that are stored of a file: its lines, its totals and its pieces. */
async function storedOf(id: number): Promise<number[]> {
  const [stored] = await db.database.query<{ counts: number[] }>(
    {
      name: 'stored_of_file',
      text: `select array[(select count(*) from reconciliation_line where file_id = $1),
        (select count(*) from reconciliation_total where file_id = $1),
        (select count(*) from reconciliation_piece where file_id = $1)]::integer[] as counts`,
    },
    [id],
  );
  return stored!.counts;
}
const fail = (id: number, problem: string): Promise<void> =>
  inTransaction(db.database, (session) => failFile(session, id, problem));

test('F11 of a file that fails nothing stays, and it fails once', async () => {
  const { id } = await begun(file([line({})]));
  const reader = createRowReader(db.database);
  const statement = (await findFile(db.database, id))!;
  const reading = await reader.read(statement);
  reader.close();
  assert.ok(reading.ok);
  // There are more rows.
  await inTransaction(db.database, (session) =>
    storeReading(session, statement, { ...reading, over: false }),
  );
  assert.deepEqual(await storedOf(id), [1, 1, 1]);
  await fail(id, 'first');
  await fail(id, 'second');
  const { state, problem } = (await findFile(db.database, id))!;
  assert.deepEqual([state, problem, await storedOf(id)], ['failed', 'first', [0, 0, 0]]);
});

test('F11 a file that was withdrawn while a step failed stays as it is', async () => {
  const { id } = await worked([line({})]);
  assert.equal(await withdrawFile(db.database, { id, by: byCommand }), true);
  await fail(id, 'too_slow');
  const { state, problem } = (await findFile(db.database, id))!;
  assert.deepEqual([state, problem, await storedOf(id)], ['withdrawn', null, [1, 1, 0]]);
});
