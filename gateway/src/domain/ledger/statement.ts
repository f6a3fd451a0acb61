// Which entries made an account's balance? Its transfers of one currency in a period, with what each did to the available and to the held
// balance, and what was available after it.

import type { Session, Statement } from '../../db/database.ts';

export interface StatementLine {
  id: bigint;
  at: Date;
  verb: string;
  debit: string;
  credit: string;
  /** Ten-thousandths, above zero. */
  amount: bigint;
  currency: string;
  availableAfter: bigint;
  operationId: string | null;
  smsBatchId: string | null;
  settlementId: number | null;
  note: string | null;
}

/** Null: without beginning, without end. `until` is not included. */
export interface StatementPeriod {
  accountId: number;
  currency: string;
  from: Date | null;
  until: Date | null;
}

const columns = `id, created_at as at, verb, debit, credit, amount, currency, available_after as "availableAfter",
  operation_id::text as "operationId", sms_batch_id::text as "smsBatchId", settlement_id as "settlementId", note`;

/** Transfers of an operation, from the first to the last. */
export function readTransfersOf(session: Session, accountId: number, operationId: string): Promise<StatementLine[]> {
  return session.query(selectOfOperation, [operationId, accountId]);
}
const selectOfOperation: Statement = {
  name: 'select_transfers_of_operation',
  text: `select ${columns} from transfer where operation_id = $1 and account_id = $2 order by id`,
};

/** Transfers of a settlement, from the first to the last. */
export function readTransfersOfSettlement(session: Session, accountId: number, settlementId: number): Promise<StatementLine[]> {
  return session.query(selectOfSettlement, [settlementId, accountId]);
}
const selectOfSettlement: Statement = {
  name: 'select_transfers_of_settlement',
  text: `select ${columns} from transfer where settlement_id = $1 and account_id = $2 order by id`,
};

// An account's transfers have growing numbers and, as they are written under its lock, growing times: halving the numbers finds a moment in
// the primary key, without an index of times on the busiest table.
const selectFirst: Statement = {
  name: 'select_first_transfer_since',
  text: `
    with recursive halving (low, high) as (
      select 0::bigint, coalesce((select max(id) from transfer where account_id = $1), 0) + 1
      union all
      select case when p.at < $2::timestamptz then p.id else h.low end, case when p.at < $2::timestamptz then h.high else h.middle end
      from (select low, high, low + (high - low) / 2 as middle from halving where high - low > 1) h
        left join lateral (
          select id, created_at as at from transfer where account_id = $1 and id >= h.middle order by account_id, id limit 1
        ) p on true
    )
    select min(high) as id from halving`,
};
/** A transaction may have begun, and so have its time, before it had the lock. */
const disorderMs = 120_000;

interface Numbers {
  first: bigint;
  end: bigint;
}
const numberMax = 9_223_372_036_854_775_807n;

async function numbersOf(session: Session, { accountId, from, until }: StatementPeriod): Promise<Numbers> {
  const firstSince = async (at: number) => (await session.query<{ id: bigint }>(selectFirst, [accountId, new Date(at)]))[0]!.id;
  const [first, end] = await Promise.all([
    from === null ? 0n : firstSince(from.getTime() - disorderMs),
    until === null ? numberMax : firstSince(until.getTime() + disorderMs),
  ]);
  return { first, end };
}

// As an expression: else the planner takes the index of blocks by time, finds all of the account in it, and sorts that.
const at = `created_at + interval '0'`;
const within = `account_id = $1 and currency = $2 and id >= $3 and id < $4 and ${at} >= $5::timestamptz and ${at} < $6::timestamptz`;
const selectNewest: Statement = {
  name: 'select_statement_newest',
  text: `select ${columns} from transfer where ${within} order by account_id desc, id desc limit $7`,
};
const selectOldest: Statement = {
  name: 'select_statement_oldest',
  text: `select ${columns} from transfer where ${within} order by account_id, id limit $7`,
};

function valuesOf({ accountId, currency, from, until }: StatementPeriod, { first, end }: Numbers): unknown[] {
  return [accountId, currency, first, end, from ?? '-infinity', until ?? 'infinity'];
}

/** At most `limit` entries of the period, newest first, older than the entry `before`; null begins with the newest. */
export async function readStatement(
  session: Session,
  period: StatementPeriod,
  before: bigint | null,
  limit: number,
): Promise<StatementLine[]> {
  const { first, end } = await numbersOf(session, period);
  const last = before === null || before > end ? end : before;
  return session.query(selectNewest, [...valuesOf(period, { first, end: last }), limit]);
}

/** All entries of the period, oldest first, some at a time. */
export async function* eachOfStatement(session: Session, period: StatementPeriod): AsyncGenerator<StatementLine[]> {
  const limit = 250;
  const { end, ...start } = await numbersOf(session, period);
  for (let first = start.first; ;) {
    const lines = await session.query<StatementLine>(selectOldest, [...valuesOf(period, { first, end }), limit]);
    if (lines.length > 0) yield lines;
    if (lines.length < limit) return;
    first = lines.at(-1)!.id + 1n;
  }
}

const selectBalanceAt: Statement = {
  name: 'select_balance_at',
  text: `select available_after as available from transfer
    where account_id = $1 and currency = $2 and id < $3 and ${at} < $4::timestamptz order by account_id desc, id desc limit 1`,
};

/** What was available just before the period, and at its end. */
export async function readBounds(session: Session, period: StatementPeriod): Promise<{ opening: bigint; closing: bigint }> {
  const at = async (moment: Date | null): Promise<bigint> => {
    const number = moment === null ? numberMax : (await numbersOf(session, { ...period, from: null, until: moment })).end;
    const values = [period.accountId, period.currency, number, moment ?? 'infinity'];
    return (await session.query<{ available: bigint }>(selectBalanceAt, values))[0]?.available ?? 0n;
  };
  const [opening, closing] = await Promise.all([period.from === null ? 0n : at(period.from), at(period.until)]);
  return { opening, closing };
}

/** What a transfer did to the developer's available and held balance, with its sign. Pure. */
export function effectOf({ debit, credit, amount }: Pick<StatementLine, 'debit' | 'credit' | 'amount'>): {
  available: bigint;
  held: bigint;
} {
  const on = (account: string): bigint => (credit === account ? amount : debit === account ? -amount : 0n);
  return { available: on('available'), held: on('held') };
}
