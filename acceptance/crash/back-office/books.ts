// Checks that back-office work survived: acknowledged changes are stored, the provider executed
// each payment once, the balance matches the journal, and the audit log has an entry for each
// change.

import assert from 'node:assert/strict';
import { createClient, until } from '../../harness/index.ts';
import { phoneEnd, readBook } from '../../harness/provider-book.ts';
import { fund, type Cast } from './cast.ts';

const quietWithinMs = 120_000;
const minorPerUnit = 10_000n;

/** Waits until nothing of the people's moves any more, then compares. */
export async function compareBackOffice(cast: Cast): Promise<void> {
  await untilQuiet(cast);
  const faults: string[] = [];
  await comparePromises(cast, faults);
  await comparePayments(cast, faults);
  await compareBalance(cast, faults);
  for (const { what, sql } of unexplained) {
    const rows = await cast.harness.rows.read<{ of: string }>(sql);
    faults.push(...rows.map(({ of }) => `${what}: ${of}`));
  }
  assert.deepEqual(faults, [], 'what people did survived');
  const { ok } = await cast.harness.installation.cli<{ ok: boolean }>(['audit', 'verify']);
  assert.ok(ok, 'the chain of the audit log is whole');
}

async function untilQuiet({ harness: { rows }, account: { accountId } }: Cast): Promise<void> {
  let left: unknown;
  const look = async (): Promise<boolean> => {
    left = await rows.read(
      `select 'payment ' || id || ' ' || state as open from operation where account_id = $1
        and state not in ('SUCCESS', 'FAILED', 'CANCELED', 'REFUNDED')
        union all select 'approval_request ' || id || ' ' || kind from approval_request
          where state = 'approved'
        union all select 'line ' || batch_id || '/' || number || ' ' || state from payout_line
          where state in ('sending', 'sent')`,
      [accountId],
    );
    return (left as unknown[]).length === 0;
  };
  await until('people’s work is quiet', look, { timeoutMs: quietWithinMs, everyMs: 200 }).catch(
    (error: unknown) => {
      throw new Error(`${String(error)}: ${JSON.stringify(left)}`);
    },
  );
}

async function comparePromises(
  { promises, harness: { rows } }: Cast,
  faults: string[],
): Promise<void> {
  for (const { what, sql, values } of promises) {
    const found = await rows.read(sql, values);
    if (found.length === 0)
      faults.push(`acknowledged and not there: ${what} (${values.map(String).join(', ')})`);
  }
}

interface Moved {
  executed: number;
  refunded: number;
  amount: bigint;
}

/** The provider's own book, by the other party's phone, which no two payments share. */
async function readMoved(simulatorUrl: string): Promise<Map<string, Moved>> {
  const moved = new Map<string, Moved>();
  for (const { party, kind, result, amount } of await readBook(simulatorUrl)) {
    if (result !== 'executed') continue;
    const of = moved.get(phoneEnd(party)) ?? { executed: 0, refunded: 0, amount: 0n };
    if (kind === 'refund') of.refunded += 1;
    else {
      of.executed += 1;
      of.amount += BigInt(Math.round(Number(amount) * Number(minorPerUnit)));
    }
    moved.set(phoneEnd(party), of);
  }
  return moved;
}

/**
 * Each payment, and each line of a batch whatever its attempts, was executed once or not at all, as
 * the gateway says.
 */
async function comparePayments(
  { harness, simulatorUrl, account: { accountId } }: Cast,
  faults: string[],
): Promise<void> {
  const moved = await readMoved(simulatorUrl);
  const payments = await harness.rows.read<{
    phone: string;
    states: string[];
    amount: bigint;
    line: string | null;
    ids: bigint;
  }>(
    `select o.phone, array_agg(o.state) as states, max(o.amount)::bigint as amount,
      max(l.state) as line, count(distinct o.external_id) as ids
      from operation o left join payout_line l on l.account_id = o.account_id and l.phone = o.phone
        and l.state <> 'draft'
      where o.account_id = $1 group by o.phone`,
    [accountId],
  );
  for (const { phone, states, amount, line, ids } of payments) {
    const {
      executed,
      refunded,
      amount: sum,
    } = moved.get(phone.slice(-9)) ?? { executed: 0, refunded: 0, amount: 0n };
    const count = (state: string): number => states.filter((each) => each === state).length;
    const reported = `${phone} (${states.join(', ')}; line ${line ?? 'none'})`;
    if (executed !== count('SUCCESS') + count('REFUNDED'))
      faults.push(`${reported} was executed ${executed} times`);
    if (refunded !== count('REFUNDED')) faults.push(`${reported} was refunded ${refunded} times`);
    if (executed > 1) faults.push(`${reported} was paid ${executed} times`);
    if (executed === 1 && sum !== amount)
      faults.push(`${reported} was paid ${sum} instead of ${amount}`);
    if (line !== null && (line === 'succeeded') !== (executed === 1))
      faults.push(`${reported} was executed ${executed} times`);
    if (ids !== BigInt(states.length)) faults.push(`${reported} has two operations of one id`);
  }
}

/** From what was decided, without a look at the ledger. */
async function compareBalance({ harness, account }: Cast, faults: string[]): Promise<void> {
  const [row] = await harness.rows.read<{ sum: bigint }>(
    `select (
      coalesce((select sum((parameters ->> 'amount')::numeric * 10000) from approval_request
        where kind = 'adjust' and account_id = $1 and state = 'done'), 0)
      - coalesce((select sum(amount + commission) from operation where account_id = $1
        and state = 'SUCCESS'), 0)
      - coalesce((select sum(amount + fee) from settlement where account_id = $1
        and state in ('REQUESTED', 'APPROVED', 'PAID')), 0)
      - coalesce((select sum(fee) from settlement where account_id = $1 and state = 'RETURNED'
        and paid_at is not null), 0))::bigint as sum`,
    [account.accountId],
  );
  const expected = BigInt(fund) * minorPerUnit + row!.sum;
  for (const { baseUrl } of harness.living()) {
    const balance = BigInt(
      Math.round((await createClient(baseUrl, account.apiKey).balance()) * Number(minorPerUnit)),
    );
    if (balance !== expected)
      faults.push(`the balance is ${balance}, what was decided makes it ${expected}`);
  }
}

/** Each row is something that nobody can explain. */
const unexplained: readonly { what: string; sql: string }[] = [
  {
    what: 'an approval request without exactly one entry for the asking and one for the decision',
    sql: `select w.id || ' ' || w.kind || ' ' || w.state as of from approval_request w
      left join lateral (select count(*) filter (where action = 'wish.ask') as asked,
        count(*) filter (where action in ('wish.approve', 'wish.refuse', 'wish.withdraw'))
          as decided,
        count(*) filter (where action = 'wish.carry-out') as carried from audit_entry
          where subject = 'wish/' || w.id) a on true
      where a.asked <> 1 or a.decided <> (w.state <> 'open')::integer
        or a.carried <> (w.kind in ('resolve', 'refund', 'account-refund'))::integer
          * (w.state in ('done', 'failed'))::integer`,
  },
  {
    what: 'a settlement whose steps are not in the log',
    sql: `select s.id || ' ' || s.state as of from settlement s
      where (select count(*) from audit_entry where subject = 'settlement/' || s.id)
        <> 1 + (s.paid_at is not null)::integer + (s.state in ('REFUSED', 'WITHDRAWN'))::integer`,
  },
  {
    what: 'a refund that happened and is called failed, or did not and is called done',
    sql: `select w.id || ' ' || w.state || ', payment ' || o.state || ' ' || w.result as of
      from approval_request w
      join operation o on o.account_id = w.account_id
        and o.id = (w.parameters ->> 'transactionId')::bigint
      where w.kind in ('refund', 'account-refund') and w.state in ('done', 'failed')
        and (w.state = 'done') <> (o.state = 'REFUNDED')`,
  },
  {
    what: 'a version of the catalogue without its draft',
    sql: `select c.version::text as of from catalogue c where c.approval_request_id is not null
      and not exists (select from catalogue_draft where published = c.version)`,
  },
];
