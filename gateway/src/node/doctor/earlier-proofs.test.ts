// Rule I-05 where an earlier version proved the past: its proofs went by account and currency, each
// where that currency's last transfer of the period was, and a walk goes by account.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Stretch } from '../../platform/db/stretches.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { append } from './testing/user-corruptions.ts';
import { fillCorrectly, finishedLives } from './testing/correct.ts';
import { startTestPostgres, type TestDatabase, type TestPostgres } from './testing/postgres.ts';
import { spreadTimes } from './testing/spread.ts';
import { runDoctor } from './index.ts';
import { storeProof, type Proof } from './proof.ts';

let postgres: TestPostgres;
before(async () => {
  postgres = await startTestPostgres();
});
after(() => postgres.close());

/**
 * What the doctor finds that reads parts of 40 rows; `full`: reads all that was proven once more.
 */
async function findings(db: TestDatabase, full = false): Promise<string[]> {
  const { checks } = await runDoctor(db.database, { rowsOfPart: 40, full });
  return checks.flatMap(({ id, examples }) => examples.map((example) => `${id}: ${example}`));
}

/**
 * Transfers with numbers and times as they are given; none of them is of the wrong kind, or too
 * much.
 */
async function isSoundFromNow(db: TestDatabase): Promise<void> {
  assert.deepEqual(await findings(db), []);
  assert.deepEqual(await findings(db, true), []);
  await db.sql(`update installation set clock_offset = '6 days'`);
  assert.deepEqual(await findings(db), [], 'the next period is proven');
  assert.deepEqual(await findings(db, true), [], 'and read again');
}

async function filled(): Promise<TestDatabase> {
  const db = await postgres.database();
  await fillCorrectly(db.database, finishedLives);
  await spreadTimes(db);
  return db;
}

test('T28 I-05 two currencies of one account at the border of a proven day', async () => {
  const db = await filled();
  try {
    const fund = (currency: string, before: number, at = 'now()'): string => `
      insert into transfer (account_id, id, verb, debit, credit, amount, currency, available_after,
        created_at)
        select 1, (select max(last_transfer) from balance where account_id = 1) - ${before}, 'fund',
          'funding', 'available', 700, '${currency}',
          available + 700, ${at} from balance where account_id = 1 and currency = '${currency}';
      update balance set available = available + 700, last_transfer = (select max(id) from transfer
        where account_id = 1 and currency = '${currency}')
        where account_id = 1 and currency = '${currency}';`;
    // One number is left out: the transaction that took it has a later time, of the next day, and
    // committed before.
    await db.sql(`
      insert into balance (account_id, currency, available, held, last_transfer)
        values (1, 'EUR', 0, 0, 0);
      ${fund('EUR', -1)} ${fund('XOF', -2)}
      update installation set clock_offset = '3 days'`);
    assert.deepEqual(await findings(db), []);
    await db.sql(
      fund('EUR', 1, `(select max(until_time) + interval '1 ms' from proven_period)`) +
        fund('EUR', -1, `(select max(until_time) + interval '2 ms' from proven_period)`),
    );
    await isSoundFromNow(db);
    await db.sql(
      `set session_replication_role = replica;
      delete from transfer where account_id = 1 and currency = 'EUR' and created_at > now()
        and available_after = 1400`,
    );
    assert.match((await findings(db, true)).join('\n'), /I-05: account 1 EUR/);
  } finally {
    await db.close();
  }
});

/** Our own money goes to a provider, as two users agreed. */
const floatMove = (number: number, at: string): string => `
  insert into approval_request (kind, parameters, reason, state, asked_by, decided_by, expires_at)
    values ('float', '{"route":"float-only","currency":"XOF","amount":"5"}', '', 'done', 1, 2,
      now());
  ${append(number, `"action":"wish.approve","subject":"wish/${number}","who":{"userId":2}`)}
  insert into transfer (account_id, id, verb, debit, credit, amount, currency, available_after,
    created_at)
    values (0, ${number} + 900000, 'settle', 'provider:float-only', 'treasury', 50000, 'XOF', 0,
      ${at});
  insert into float_move (approval_request_id, transfer_id, route, currency, amount, reference,
    value_date)
    values (${number}, ${number} + 900000, 'float-only', 'XOF', 50000, 'r${number}', now()::date);`;

test('T28 I-05 our own money is proven once, and proofs that counted all of it again still hold', async () => {
  const db = await filled();
  try {
    const proven = async (): Promise<bigint[]> => {
      const rows = await db.database.query<{ transfers: bigint }>({
        name: 'proven',
        text: 'select transfers from proven_balance where account_id = 0 order by until_time',
      });
      return rows.map(({ transfers }) => transfers);
    };
    await db.sql(`
      insert into portal_user (email, email_key, name) values ('a@x.sn', 'a@x.sn', 'A'),
        ('b@x.sn', 'b@x.sn', 'B');
      ${floatMove(1, 'now()')}
      update installation set clock_offset = '3 days'`);
    assert.deepEqual(await findings(db), []);
    await db.sql(floatMove(2, `now() + interval '3 days'`));
    await isSoundFromNow(db);
    assert.deepEqual(await proven(), [1n, 1n]);

    await countOwnMoneyFromTheBeginning(db);
    assert.deepEqual(await proven(), [1n, 2n]);
    assert.deepEqual(await findings(db, true), []);
    await db.sql(`
      set session_replication_role = replica;
      update transfer set note = 'x', amount = amount + 1 where account_id = 0 and id = 900001`);
    assert.match((await findings(db, true)).join('\n'), /I-05: account 0 XOF: .* not those/);
  } finally {
    await db.close();
  }
});

/** The second period as 0.2.0 proved it. */
async function countOwnMoneyFromTheBeginning({ database }: TestDatabase): Promise<void> {
  const [second] = await database.query<Stretch & { proof: Proof }>({
    name: 'second',
    text: `
      select from_time::text as from, until_time::text as until, json_build_object('operations',
        operations::text, 'transitions', transitions::text,
        'transitions_digest', transitions_digest::text, 'balances', (
          select json_agg(json_build_object('account_id', account_id, 'currency', currency,
            'last_transfer', last_transfer,
            'transfers', (select sum(transfers) from proven_balance e
              where e.account_id = b.account_id and (account_id = 0 or e.until_time = b.until_time)
              and e.currency = b.currency),
            'transfers_digest', (select sum(transfers_digest)::text from proven_balance e
              where e.account_id = b.account_id
              and (account_id = 0 or e.until_time = b.until_time) and e.currency = b.currency),
            'operations', operations, 'operations_digest', operations_digest::text, 'available',
              available, 'held', held))
          from proven_balance b where b.until_time = p.until_time)) as proof
      from proven_period p order by until_time desc limit 1`,
  });
  await inTransaction(database, async (session) => {
    await session.query(
      { name: 'unproven', text: 'delete from proven_period where until_time = $1' },
      [second!.until],
    );
    await storeProof(session, second!, second!.proof);
  });
}
