// Proves which entries a statement has, in which order, and what it says was there before and
// after: the same as reading all transfers would, however many there are and whichever came a
// little late.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  startTestPostgres,
  type TestDatabase,
  type TestPostgres,
} from '../../node/doctor/testing/postgres.ts';
import {
  effectOf,
  eachOfStatement,
  readBounds,
  readStatement,
  readTransfersOf,
  readTransfersOfSettlement,
  type StatementPeriod,
} from './statement.ts';

const begin = Date.UTC(2026, 2, 1);
const minuteMs = 60_000;
const at = (minutes: number): Date => new Date(begin + minutes * minuteMs);
/** A transaction may have its time before it has the lock, two minutes at most. */
const minutesOf = (id: number): number =>
  id % 10 === 0 ? id - 1.9 : id % 10 === 5 ? id + 1.9 : id;
const entries = Array.from({ length: 750 }, (_, index) => ({
  id: index + 1,
  currency: index % 3 === 0 ? 'GHS' : 'XOF',
  minutes: minutesOf(index + 1),
}));

let postgres: TestPostgres;
let db: TestDatabase;
before(async () => {
  postgres = await startTestPostgres();
  db = await postgres.database();
  const rows = entries.map(
    ({ id, currency, minutes }) =>
      `(1, ${id}, 'fund', 'funding', 'available', 1, '${currency}', ${id * 10}, '${at(minutes).toISOString()}', ${id % 7}, ${id % 5})`,
  );
  await db.sql(`insert into account (id, name, webhook_secret_sealed) overriding system value
    values (1, 'a', '\\x00'), (2, 'b', '\\x00');
    insert into transfer (account_id, id, verb, debit, credit, amount, currency, available_after,
      created_at, operation_id, settlement_id)
    values ${rows.join(', ')}, (2, 1, 'fund', 'funding', 'available', 1, 'XOF', 1,
      '${at(3).toISOString()}', 3, 3)`);
});
after(async () => {
  await db.close();
  await postgres.close();
});

const bounds = [null, 1, 8.1, 16.5, 300, 745.5, 760];
const periods = ['XOF', 'XAF'].flatMap((currency) =>
  bounds.flatMap((from) => bounds.map((until) => ({ currency, from, until }))),
);
const periodOf = ({ currency, from, until }: (typeof periods)[number]): StatementPeriod => ({
  accountId: 1,
  currency,
  from: from === null ? null : at(from),
  until: until === null ? null : at(until),
});
const idsIn = ({ currency, from, until }: (typeof periods)[number]): number[] =>
  entries.flatMap((entry) =>
    entry.currency === currency &&
    (from === null || entry.minutes >= from) &&
    (until === null || entry.minutes < until)
      ? [entry.id]
      : [],
  );

test('a period has its entries, from its first moment to before its last one, in order', async () => {
  for (const period of periods) {
    const found: number[] = [];
    for await (const lines of eachOfStatement(db.database, periodOf(period))) {
      assert.ok(lines.length > 0);
      found.push(...lines.map(({ id }) => Number(id)));
    }
    assert.deepEqual(found, idsIn(period), JSON.stringify(period));
  }
});

test('entries that are days apart are each found at the bound of a period', async () => {
  const days = [1, 2, 3, 4, 5, 6, 7, 8];
  const rows = days.map(
    (day) =>
      `(2, ${day + 1}, 'fund', 'funding', 'available', 1, 'XOF', 1, '${at(day * 1_440).toISOString()}')`,
  );
  await db.sql(
    `insert into transfer (account_id, id, verb, debit, credit, amount, currency, available_after,
      created_at) values ${rows.join(', ')}`,
  );
  const found = async (bound: Pick<StatementPeriod, 'from' | 'until'>): Promise<number[]> => {
    const ids: number[] = [];
    const period = { accountId: 2, currency: 'XOF', ...bound };
    for await (const lines of eachOfStatement(db.database, period))
      ids.push(...lines.map(({ id }) => Number(id)));
    const newest = await readStatement(db.database, period, null, 20);
    assert.deepEqual(
      newest.map(({ id }) => Number(id)),
      ids.toReversed(),
    );
    return ids;
  };
  for (const day of days) {
    const bound = at(day * 1_440 + 60);
    const all = [1, ...days.map((each) => each + 1)];
    assert.deepEqual(await found({ from: null, until: bound }), all.slice(0, day + 1));
    assert.deepEqual(await found({ from: bound, until: null }), all.slice(day + 1));
  }
});

test('an entry that had its time before its number, or its number before its time, is in its period', async () => {
  const period = { accountId: 1, currency: 'XOF', from: null, until: null };
  const isOurs = (id: number): boolean => entries[id - 1]!.currency === 'XOF';
  const ids = Array.from({ length: 40 }, (_, index) => 5 * (index + 1)).filter(isOurs);
  for (const id of ids.filter((each) => each % 10 === 5))
    for await (const [first] of eachOfStatement(db.database, { ...period, from: at(id + 1.5) })) {
      assert.equal(Number(first!.id), id);
      break;
    }
  for (const id of ids.filter((each) => each % 10 === 0)) {
    const [last] = await readStatement(db.database, { ...period, until: at(id - 1.5) }, null, 1);
    assert.equal(Number(last!.id), id);
  }
});

test('a page has the newest entries below the one before, and no more than asked for', async () => {
  for (const period of periods.filter((_, index) => index % 4 === 0))
    for (const [beforeId, limit] of [
      [null, 1],
      [null, 300],
      [400n, 2],
      [751n, 51],
      [900n, 5],
    ] as const) {
      const lines = await readStatement(db.database, periodOf(period), beforeId, limit);
      const expected = idsIn(period).filter((id) => beforeId === null || id < beforeId);
      assert.deepEqual(
        lines.map(({ id }) => Number(id)),
        expected.toReversed().slice(0, limit),
        JSON.stringify({ period, before: String(beforeId), limit }),
      );
    }
});

test('what was available before a period and at its end is that after the last entry before', async () => {
  for (const period of periods) {
    const last = (until: number | null) =>
      BigInt((idsIn({ ...period, from: null, until }).at(-1) ?? 0) * 10);
    assert.deepEqual(
      await readBounds(db.database, periodOf(period)),
      { opening: period.from === null ? 0n : last(period.from), closing: last(period.until) },
      JSON.stringify(period),
    );
  }
});

test('transfers of an operation and of a settlement are the account’s, from the first to the last', async () => {
  const ids = (lines: { id: bigint }[]) => lines.map(({ id }) => Number(id));
  assert.deepEqual(
    ids(await readTransfersOf(db.database, 1, '3')),
    entries.flatMap(({ id }) => (id % 7 === 3 ? [id] : [])),
  );
  assert.deepEqual(
    ids(await readTransfersOfSettlement(db.database, 1, 3)),
    entries.flatMap(({ id }) => (id % 5 === 3 ? [id] : [])),
  );
});

test('an entry adds to where it goes, takes from where it comes, and leaves all else', () => {
  const effect = (debit: string, credit: string) => effectOf({ debit, credit, amount: 7n });
  assert.deepEqual(effect('available', 'held'), { available: -7n, held: 7n });
  assert.deepEqual(effect('held', 'fees'), { available: 0n, held: -7n });
  assert.deepEqual(effect('funding', 'available'), { available: 7n, held: 0n });
  assert.deepEqual(effect('treasury', 'fees'), { available: 0n, held: 0n });
});
