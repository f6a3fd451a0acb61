// Volume of an account: what counts, what is read only once, and how far back one read goes.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestPostgres } from '../../../node/doctor/testing/postgres.ts';
import type { TestDatabase, TestPostgres } from '../../../node/doctor/testing/postgres.ts';
import type { Session } from '../../../platform/db/database.ts';
import { createAccountVolumeReader } from './account-volume.ts';

const hourMs = 3_600_000;
const now = Date.parse('2026-05-30T12:30:00Z');
const operations = 700;

let postgres: TestPostgres;
let db: TestDatabase;
before(async () => {
  postgres = await startTestPostgres();
  db = await postgres.database();
  // One an hour back to before the 30 days, of account 1; every tenth fails, every seventh of the
  // others is refunded.
  await db.sql(`
    set session_replication_role = replica;
    insert into operation (account_id, id, external_id, fingerprint, code_service, direction, route,
      phone_given, phone, amount, commission,
      currency, details, state, proof, balance_before, balance_after, created_at, updated_at)
    select account, 9000 + n, account || '-' || n, '\\x01', 'OPA_SN_API_CASH_IN', 'DEBIT', 'R',
      '77', '+221770000000', 100, 2, 'XOF', '{}',
      case when n % 10 = 0 then 'FAILED' when n % 7 = 0 then 'REFUNDED' else 'SUCCESS' end,
      case when n % 20 = 0 then 'refused_at_opening' end, 0, 0,
      timestamptz '2026-05-30T12:15:00Z' - n * interval '1 hour', now()
    from generate_series(0, ${operations + 100}) n, generate_series(1, 2) account`);
});
after(async () => {
  await db.close();
  await postgres.close();
});

/** Counts the operations that its queries looked at. */
function counted(): { session: Session; reads: () => number } {
  let reads = 0;
  const session: Session = {
    ...db.database,
    query(statement, values) {
      reads += 1;
      return db.database.query(statement, values);
    },
  };
  return { session, reads: () => reads };
}

/** What the 30 days hold, by the rows' own rule. */
function expected(hours: number) {
  const all = Array.from({ length: hours }, (_, n) => n);
  const failed = all.filter((n) => n % 10 === 0);
  const refunded = all.filter((n) => n % 10 !== 0 && n % 7 === 0);
  const kept = BigInt(hours - failed.length - refunded.length);
  return {
    currency: 'XOF',
    opened: hours,
    succeeded: hours - failed.length,
    failed: failed.filter((n) => n % 20 !== 0).length,
    amount: kept * 100n,
    fees: kept * 2n,
  };
}

test('30 days are counted whole, refunds give back volume and fee, refusals at opening are no failures', async () => {
  const { session } = counted();
  const volume = await createAccountVolumeReader(session, () => now).read(1);
  assert.equal(volume.whole, true);
  assert.deepEqual(volume.currencies, [expected(720)]);
  assert.deepEqual((await createAccountVolumeReader(session, () => now).read(3)).currencies, []);
});

test('days are those that were counted whole, and the running one', async () => {
  const { days } = await createAccountVolumeReader(db.database, () => now).read(1);
  // From 30 April 13:00 on: the 30th of April is no whole day.
  assert.deepEqual(
    [days.length, days[0]?.at, days.at(-1)?.at],
    [30, Date.parse('2026-05-01'), Date.parse('2026-05-30')],
  );
  assert.deepEqual([...new Set(days.slice(0, -1).map(({ opened }) => opened))], [24]);
  assert.deepEqual(days.at(-1), {
    at: Date.parse('2026-05-30'),
    opened: 13,
    succeeded: 11,
    failed: 1,
  });
  const counted = await createAccountVolumeReader(db.database, () => now, 100).read(1);
  assert.deepEqual(
    counted.days.map(({ at, opened }) => [new Date(at).toISOString().slice(0, 10), opened]),
    [
      ['2026-05-27', 24],
      ['2026-05-28', 24],
      ['2026-05-29', 24],
      ['2026-05-30', 13],
    ],
  );
});

test('a second look reads only the hours that are not over yet', async () => {
  const { session, reads } = counted();
  const reader = createAccountVolumeReader(session, () => now);
  const first = await reader.read(1);
  await db.sql(
    `update operation set amount = 999 where account_id = 1 and created_at < '2026-05-29'`,
  );
  assert.deepEqual(await reader.read(1), first);
  assert.equal(reads(), 2);
  await db.sql(`update operation set amount = 100 where account_id = 1`);
});

test('a busy account is counted further back with each look, and ends with the same sums', async () => {
  const { session } = counted();
  const reader = createAccountVolumeReader(session, () => now, 100);
  const first = await reader.read(2);
  assert.deepEqual(
    [first.whole, first.since.getTime()],
    [false, Date.parse('2026-05-30T12:15:00Z') - 99 * hourMs],
  );
  assert.deepEqual(first.currencies, [expected(100)]);
  let last = first;
  for (let looks = 1; !last.whole; looks++) {
    assert.ok(looks <= operations / 90, 'each look goes further');
    const next = await reader.read(2);
    assert.ok(next.since < last.since);
    last = next;
  }
  assert.deepEqual(last.currencies, [expected(720)]);
});
