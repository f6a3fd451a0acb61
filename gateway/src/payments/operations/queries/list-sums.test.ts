// Proves that counts and sums above a list are those of its rows, of all or of the newest, and that
// they read no further than they must, by the rows that one statement reads.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useDatabase } from '../../../node/doctor/testing/use-postgres.ts';
import { measureOn } from '../../../node/level/testing/rows-read.ts';
import { machine, runIn } from '../../../platform/environment.ts';
import { everyOperation, sumOperations, type ListFilter, type StateSum } from '../index.ts';

const payments = 6_000;
const max = 1_000;

const db = useDatabase(async () => {
  // One account has all but every tenth; every thirtieth failed, every 2,000th was paid in euros.
  await db.sql(`
    set session_replication_role = replica;
    update installation set created_at = now() - interval '1 year';
    insert into account (name, webhook_secret_sealed) values ('a', ''), ('b', '');
    insert into operation (account_id, id, external_id, fingerprint, code_service, direction, route,
      phone_given, phone, amount, commission,
      currency, details, state, balance_before, balance_after, created_at, updated_at)
    select 1 + (n % 10 = 0)::integer, 9000 + n, 'order-' || n, '\\x01', 'OPA_SN_API_CASH_IN',
      'DEBIT', 'R', '77', '+221770000000',
      9000000000000000000 / 10, 0, case when n % 2000 = 1 then 'EUR' else 'XOF' end, '{}', case
        when n % 30 = 1 then 'FAILED' else 'SUCCESS' end, 0, 0,
      date_trunc('milliseconds', now()) - n * interval '10 seconds', now()
    from generate_series(1, ${payments}) n`);
});

/** However slow the machine is, no time passes: what is bounded by time is read whole. */
const summed = (filter: ListFilter, most: number) =>
  runIn({ ...machine, monotonic: () => 0 }, () => sumOperations(db.database, filter, most));
const ofOne: ListFilter = { ...everyOperation, accountId: 1 };
/** What the parts of a state and currency come to, the fewest first. */
function merged(sums: readonly StateSum[]): StateSum[] {
  const whole = new Map<string, StateSum>();
  for (const { state, currency, count, amount } of sums) {
    const { count: counted, amount: added } = whole.get(state + currency) ?? {
      count: 0,
      amount: 0n,
    };
    const sum = { state, currency, count: counted + count, amount: added + amount };
    whole.set(state + currency, sum);
  }
  return [...whole.values()].toSorted((one, other) => one.count - other.count);
}
const counted = (sums: { state: string; count: number }[]) => {
  const counts: { [state: string]: number } = {};
  for (const { state, count } of sums) counts[state] = (counts[state] ?? 0) + count;
  return counts;
};

test('all are counted by state, and those of the chosen state summed by currency', async () => {
  for (const [filter, ofWhom] of [
    [everyOperation, () => true],
    [ofOne, (n: number) => n % 10 !== 0],
  ] as const) {
    const numbers = Array.from({ length: payments }, (_none, at) => at + 1).filter(ofWhom);
    const failed = numbers.filter((n) => n % 30 === 1);
    const { all, chosen } = await summed({ ...filter, states: ['FAILED'] }, payments + 1);
    const { FAILED, SUCCESS } = counted(all.sums);
    assert.deepEqual([FAILED, SUCCESS], [failed.length, numbers.length - failed.length]);
    assert.deepEqual(
      merged(chosen.sums),
      ['EUR', 'XOF'].map((currency) => {
        const count = failed.filter((n) => (n % 2_000 === 1) === (currency === 'EUR')).length;
        // More than a column of the database can hold.
        return {
          state: 'FAILED',
          currency,
          count,
          amount: BigInt(count) * 900_000_000_000_000_000n,
        };
      }),
    );
    assert.deepEqual([all.more, chosen.more], [false, false]);
  }
});

test('of more than are counted the newest are, and the chosen state reaches further back than all', async () => {
  for (const filter of [everyOperation, ofOne]) {
    const { all, chosen } = await summed({ ...filter, states: ['FAILED'] }, 100);
    assert.deepEqual([counted(all.sums), all.more], [{ FAILED: 4, SUCCESS: 96 }, true]);
    assert.deepEqual([counted(chosen.sums), chosen.more], [{ FAILED: 100 }, true]);
    const none = await summed({ ...filter, states: ['CANCELED'] }, 100);
    assert.deepEqual(none.chosen, { sums: [], more: false });
  }
});

test('counts of an account read what they count, once, however much it has', async () => {
  const measured = await measureOn(db.url);
  try {
    await sumOperations(measured, ofOne, max);
    const all = measured.take();
    assert.ok(all.rows <= max + 1, `${all.rows} rows read\n${all.plan}`);
    await sumOperations(measured, { ...ofOne, states: ['SUCCESS'] }, max);
    const chosen = measured.take();
    assert.ok(chosen.rows <= 1.1 * max, `${chosen.rows} rows read\n${chosen.plan}`);
  } finally {
    await measured.close();
  }
});
