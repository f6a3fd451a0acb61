// Reads the entries that made an account's balance: its transfers of one currency in a period,
// with the effect of each on the available and held balance, and the available balance after it.

import type { Session, Statement } from '../../platform/db/database.ts';

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

const columns = `id, created_at as at, verb, debit, credit, amount, currency,
  available_after as "availableAfter",
  operation_id::text as "operationId", sms_batch_id::text as "smsBatchId",
    settlement_id as "settlementId", note`;

/** Transfers of an operation, from the first to the last. */
export function readTransfersOf(
  session: Session,
  accountId: number,
  operationId: string,
): Promise<StatementLine[]> {
  return session.query(selectOfOperation, [operationId, accountId]);
}
const selectOfOperation: Statement = {
  name: 'select_transfers_of_operation',
  text: `select ${columns} from transfer where operation_id = $1 and account_id = $2 order by id`,
};

/** Transfers of a settlement, from the first to the last. */
export function readTransfersOfSettlement(
  session: Session,
  accountId: number,
  settlementId: number,
): Promise<StatementLine[]> {
  return session.query(selectOfSettlement, [settlementId, accountId]);
}
const selectOfSettlement: Statement = {
  name: 'select_transfers_of_settlement',
  text: `select ${columns} from transfer where settlement_id = $1 and account_id = $2 order by id`,
};

// An account's transfers have growing numbers and, as they are written under its lock, growing
// times: halving the numbers finds a moment in the primary key, without an index of times on the
// busiest table.
const selectFirst: Statement = {
  name: 'select_first_transfer_since',
  text: `
    with recursive halving (low, high) as (
      select 0::bigint, coalesce((select max(id) from transfer where account_id = $1), 0) + 1
      union all
      select case when p.at < $2::timestamptz then p.id else h.low end, case
        when p.at < $2::timestamptz then h.high else h.middle end
      from (select low, high, low + (high - low) / 2 as middle from halving where high - low > 1) h
        left join lateral (
          select id, created_at as at from transfer where account_id = $1 and id >= h.middle
            order by account_id, id limit 1
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

async function numbersOf(
  session: Session,
  { accountId, from, until }: StatementPeriod,
): Promise<Numbers> {
  const firstSince = async (at: number) =>
    (await session.query<{ id: bigint }>(selectFirst, [accountId, new Date(at)]))[0]!.id;
  const [first, end] = await Promise.all([
    from === null ? 0n : firstSince(from.getTime() - disorderMs),
    until === null ? numberMax : firstSince(until.getTime() + disorderMs),
  ]);
  return { first, end };
}

// Nothing but the key: each further condition lets the planner expect a row or two, and it then
// finds all of a large account and sorts it.
const selectNewest: Statement = {
  name: 'select_transfers_newest',
  text: `select ${columns} from transfer where account_id = $1 and id >= $2 and id < $3
    order by account_id desc, id desc limit $4`,
};
const selectOldest: Statement = {
  name: 'select_transfers_oldest',
  text: `select ${columns} from transfer where account_id = $1 and id >= $2 and id < $3
    order by account_id, id limit $4`,
};

/** Entries that one statement reads. */
const readAtOnce = 250;

/** All entries with these numbers that belong to the period, some at a time. */
async function* entriesOf(
  session: Session,
  { accountId, currency, from, until }: StatementPeriod,
  { first, end }: Numbers,
  { newestFirst, atOnce = readAtOnce }: { newestFirst: boolean; atOnce?: number },
): AsyncGenerator<StatementLine[]> {
  const isWithin = (line: StatementLine): boolean =>
    line.currency === currency &&
    (from === null || line.at >= from) &&
    (until === null || line.at < until);
  const statement = newestFirst ? selectNewest : selectOldest;
  for (let [low, high] = [first, end]; ;) {
    const lines = await session.query<StatementLine>(statement, [accountId, low, high, atOnce]);
    const fitting = lines.filter(isWithin);
    if (fitting.length > 0) yield fitting;
    if (lines.length < atOnce) return;
    if (newestFirst) high = lines.at(-1)!.id;
    else low = lines.at(-1)!.id + 1n;
  }
}

/**
 * At most `limit` entries of the period, newest first, older than the entry `before`; null begins
 * with the newest.
 */
export async function readStatement(
  session: Session,
  period: StatementPeriod,
  before: bigint | null,
  limit: number,
): Promise<StatementLine[]> {
  const { first, end } = await numbersOf(session, period);
  const numbers = { first, end: before === null || before > end ? end : before };
  const found: StatementLine[] = [];
  for await (const lines of entriesOf(session, period, numbers, { newestFirst: true })) {
    found.push(...lines);
    if (found.length >= limit) break;
  }
  return found.slice(0, limit);
}

/** All entries of the period, oldest first, some at a time. */
export async function* eachOfStatement(
  session: Session,
  period: StatementPeriod,
): AsyncGenerator<StatementLine[]> {
  yield* entriesOf(session, period, await numbersOf(session, period), { newestFirst: false });
}

/** What was available just before the period, and at its end. */
export async function readBounds(
  session: Session,
  period: StatementPeriod,
): Promise<{ opening: bigint; closing: bigint }> {
  const at = async (moment: Date | null): Promise<bigint> => {
    const before = { ...period, from: null, until: moment };
    const numbers = await numbersOf(session, before);
    const order = { newestFirst: true, atOnce: 50 };
    for await (const [last] of entriesOf(session, before, numbers, order))
      return last!.availableAfter;
    return 0n;
  };
  const [opening, closing] = await Promise.all([
    period.from === null ? 0n : at(period.from),
    at(period.until),
  ]);
  return { opening, closing };
}

/** What a transfer did to the developer's available and held balance, with its sign. Pure. */
export function effectOf({
  debit,
  credit,
  amount,
}: Pick<StatementLine, 'debit' | 'credit' | 'amount'>): {
  available: bigint;
  held: bigint;
} {
  const on = (account: string): bigint =>
    credit === account ? amount : debit === account ? -amount : 0n;
  return { available: on('available'), held: on('held') };
}
