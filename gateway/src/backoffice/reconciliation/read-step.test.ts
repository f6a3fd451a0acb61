// Proves how many lines a statement may have, which days it is of, and that each node reads on
// where the file says.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inTransaction } from '../../platform/db/transaction.ts';
import { makeWorkbook } from '../../platform/spreadsheet/testing/workbook.ts';
import { findFile } from './index.ts';
import { createRowReader, storeReading } from './read-step.ts';
import { db, file, line, period, useBooks } from './testing/books.ts';
import { takeIn, workOff, type TestFile } from './testing/files.ts';

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
        ...{ ok: true, lines: [], mended: [], last: rows, over: true, isEmpty: false },
        ...{ balances: null, days: null },
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
