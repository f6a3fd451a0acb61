// T28 of large databases: the doctor that reads them in parts finds every corruption that it finds
// in a whole, in the present and in days that were proven long ago, and in its own proofs.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { runDoctor, type DoctorOptions } from './index.ts';
import { corruptions } from './testing/corruptions.ts';
import { fillCorrectly, finishedLives, type Ids } from './testing/correct.ts';
import { startTestPostgres, type TestDatabase, type TestPostgres } from './testing/postgres.ts';
import { spreadTimes } from './testing/spread.ts';
import { openUndoneChanges, type UndoneChanges } from './testing/undone-changes.ts';

let postgres: TestPostgres;
let ids: Ids;
let present: TestDatabase;
let undone: UndoneChanges;
/** A template whose only day is over and proven. */
let proven: string;

/** Few, so that what belongs together is in many parts. */
const inParts: DoctorOptions = { rowsOfPart: 40 };

async function brokenIn(db: TestDatabase, options: DoctorOptions = inParts): Promise<string[]> {
  const { checks } = await runDoctor(db.database, options);
  return checks.filter(({ violations }) => violations > 0).map(({ id }) => id);
}

before(async () => {
  postgres = await startTestPostgres();
  present = await postgres.database();
  ids = await fillCorrectly(present.database);
  await spreadTimes(present);
  undone = await openUndoneChanges(present.url);

  const old = await postgres.database();
  await fillCorrectly(old.database, finishedLives);
  await spreadTimes(old);
  await old.sql(`update installation set clock_offset = '3 days'`);
  assert.deepEqual(await brokenIn(old), []);
  const [kept] = await old.database.query<{ balances: bigint; operations: bigint }>({
    name: 'kept',
    text: `select (select count(*) from proven_balance) as balances, (select sum(operations)
      from proven_period)::bigint as operations`,
  });
  assert.ok(kept!.balances >= 2n && kept!.operations > 10n, 'the day is proven');
  proven = old.name;
  await old.leave();
});
after(async () => {
  await undone.close();
  await present.close();
  await postgres.close();
});

/** No time has passed since the database was filled. I-14 is about time that passes. */
const asOld =
  'update installation set clock_offset = (select max(created_at) from operation) - now();';

for (const { breaks, also, alsoInParts = also, what, reports = [], sql } of corruptions)
  test(`T28 ${breaks} in the present: ${what}`, async () => {
    const change = `${breaks === 'I-14' ? '' : asOld} set local session_replication_role = replica; ${sql(ids)}`;
    const { checks } = await undone.after(change, (database) =>
      runDoctor(database, { ...inParts, deep: breaks === 'I-34', full: true }),
    );
    const broken = checks.filter(({ violations }) => violations > 0);
    assert.deepEqual(
      broken.map(({ id }) => id),
      alsoInParts === undefined ? [breaks] : [breaks, alsoInParts],
      JSON.stringify(broken, null, 1),
    );
    for (const report of reports)
      assert.ok(
        broken[0]!.examples.some((example) => report.test(example)),
        `${String(report)} is not among ${JSON.stringify(broken[0]!.examples)}`,
      );
  });

const success = `(select id from operation where state = 'SUCCESS' and direction = 'DEBIT'
  and callback_url is not null order by id limit 1)`;
/** What breaks a day that was proven, and what is kept of it. `full`: no other round finds it. */
const inThePast: readonly { breaks: string; what: string; sql: string; full?: boolean }[] = [
  {
    breaks: 'I-05',
    what: 'a transfer got another time',
    sql: `update transfer set created_at = created_at + interval '1 second'
      where operation_id = ${success}`,
  },
  {
    breaks: 'I-05',
    what: 'a reason was rewritten',
    sql: `update operation_transition set reason = 'other' where operation_id = ${success}`,
  },
  {
    breaks: 'I-05',
    what: 'the terms of an operation were rewritten',
    sql: `update operation set code_service = 'OTHER' where id = ${success}`,
  },
  {
    breaks: 'I-05',
    what: 'the last transfer of an account is gone, and its balance says so',
    sql: `with gone as (delete from transfer t using (select account_id, max(id) as id from transfer
      where account_id = 1 group by 1) l
        where t.account_id = l.account_id and t.id = l.id returning t.*)
      update balance set available = (select available_after from transfer where account_id = 1
        and id = (select id - 1 from gone)),
        held = held + (select case when debit = 'held' then amount when credit = 'held' then -amount
          else 0 end from gone) where account_id = 1`,
  },
  {
    breaks: 'I-06',
    what: 'a success was posted to another account of ours',
    sql: `update transfer set verb = 'credit' where operation_id = ${success} and verb = 'hold'`,
  },
  {
    breaks: 'I-10',
    what: 'the history ends elsewhere',
    sql: `update operation_transition set to_state = 'FAILED' where operation_id = ${success}
      and to_state = 'SUCCESS'`,
  },
  {
    breaks: 'I-12',
    what: 'an attempt is missing',
    sql: `delete from attempt where operation_id = ${success}`,
  },
  {
    breaks: 'I-20',
    what: 'a callback is missing',
    sql: `with gone as (select ${success} as id), body as (delete from callback_body
      where operation_id = (select id from gone)),
        tries as (delete from callback_attempt where operation_id = (select id from gone))
          delete from callback where operation_id = (select id from gone)`,
  },
  {
    breaks: 'I-03',
    what: 'a balance was edited since',
    sql: `update balance set available = available + 1 where account_id = 1`,
  },
  {
    breaks: 'I-05',
    what: 'a digest was edited',
    sql: `update proven_balance set transfers_digest = transfers_digest + 1 where account_id = 1`,
  },
  {
    breaks: 'I-05',
    what: 'a balance at the end of a period was edited, and the one of now with it',
    sql: `update proven_balance set available = available + 1 where account_id = 1; update balance
      set available = available + 1 where account_id = 1`,
  },
  {
    breaks: 'I-37',
    what: 'an attempt belongs to no operation',
    sql: `insert into attempt (account_id, operation_id, number, purpose, route, state, refs,
      created_at, sent_at, updated_at)
      select account_id, 42, number, purpose, route, state, refs, created_at, sent_at, updated_at
        from attempt where operation_id = ${success}`,
    full: true,
  },
];
for (const { breaks, what, sql, full = false } of inThePast)
  test(`T28 ${breaks} in the past: ${what}`, async () => {
    const db = await postgres.database(proven);
    try {
      await db.sql(`set session_replication_role = replica; ${sql}`);
      const broken = await brokenIn(db, { ...inParts, full });
      assert.ok(broken.includes(breaks), `found ${broken.join(', ') || 'nothing'}`);
    } finally {
      await db.close();
    }
  });

test('T28 I-05 what happens after a proof changes nothing of it: a refund, and more payments', async () => {
  const db = await postgres.database(proven);
  try {
    await db.sql(`
      insert into transfer (account_id, id, verb, debit, credit, amount, currency, available_after)
        select account_id, last_transfer + 1, 'fund', 'funding', 'available', 700, currency,
          available + 700 from balance where account_id = 1;
      update balance set available = available + 700, last_transfer = last_transfer + 1
        where account_id = 1`);
    assert.deepEqual(await brokenIn(db), []);
    assert.deepEqual(await brokenIn(db, { ...inParts, full: true }), []);
    await db.sql(`update installation set clock_offset = '6 days'`);
    assert.deepEqual(await brokenIn(db), [], 'a second period is proven');
    assert.deepEqual(await brokenIn(db), [], 'and read again');
    await db.sql(`delete from proven_period where from_time = '-infinity'`);
    assert.ok((await brokenIn(db)).includes('I-05'), 'a proof is gone');
  } finally {
    await db.close();
  }
});

test('T28 I-05 a clock that was set back breaks no chain: the ledger goes by numbers', async () => {
  const db = await postgres.database();
  try {
    await fillCorrectly(db.database, finishedLives);
    await db.sql(`
      set session_replication_role = replica;
      update transfer set created_at = created_at + interval '1 day' where account_id = 1
        and id = 1;
      update installation set clock_offset = '5 days'`);
    assert.deepEqual(await brokenIn(db), []);
    await db.sql(`
      insert into transfer (account_id, id, verb, debit, credit, amount, currency, available_after,
        created_at)
        select account_id, last_transfer + 1, 'fund', 'funding', 'available', 700, currency,
          available + 700, now() - interval '1 day' from balance where account_id = 1;
      update balance set available = available + 700, last_transfer = last_transfer + 1
        where account_id = 1`);
    assert.deepEqual(await brokenIn(db), []);
  } finally {
    await db.close();
  }
});
