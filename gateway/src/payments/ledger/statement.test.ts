// Proves which entries a statement has, in which order, and what it says was there before and after:
// the same as reading all transfers would, however many there are and whichever came a little late.

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
  await db.sql(`insert into account (id, name, webhook_secret_sealed) overriding system value values (1, 'a', '\\x00'), (2, 'b', '\\x00');
    insert into transfer (account_id, id, verb, debit, credit, amount, currency, available_after, created_at, operation_id, settlement_id)
    values ${rows.join(', ')}, (2, 1, 'fund', 'funding', 'available', 1, 'XOF', 1, '${at(3).toISOString()}', 3, 3)`);
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
