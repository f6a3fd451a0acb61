// Reads what a morning proof is made of, in one snapshot: what the books hold and moved, what the
// providers and the bank have to say of it, and what has no end yet.

import { toDecimalString } from '@jokko/contract';
import type { Database, Session, Statement } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Diagnosis } from '../../platform/doctor/diagnosis.ts';
import { readFloats, type ProviderFloat } from '../../payments/ledger/index.ts';
import { listProviderBalances, type ProviderBalance } from '../provider-reports/index.ts';
import { partyName, partyStands } from '../reconciliation/index.ts';
import { minorOf, type ProofReadings } from './proof.ts';

/** A route whose last statement is older has none any more. */
const statementDaysMax = 60;

const snapshot: Statement = {
  name: 'read_proof_at_once',
  text: 'set transaction isolation level repeatable read read only',
};
const selectNow: Statement = {
  name: 'select_now_of_proof',
  text: `select jokko_now() as now, $1::date::timestamp at time zone 'UTC' as "from",
    ($1::date + 1)::timestamp at time zone 'UTC' as until`,
};
const selectBalances: Statement = {
  name: 'sum_balances_for_proof',
  text: `select currency, count(*)::integer as accounts, sum(available)::bigint as available,
    sum(held)::bigint as held
    from balance group by currency order by currency`,
};
// Transfers are found by their time (brin). Routes and countries of SMS count together.
const selectMovements: Statement = {
  name: 'sum_movements_for_proof',
  text: `select currency, account, sum(debited)::bigint as debited,
    sum(credited)::bigint as credited from (
      select currency, split_part(debit, ':', 1) as account, amount as debited, 0 as credited
        from transfer where created_at >= $1 and created_at < $2
      union all
      select currency, split_part(credit, ':', 1), 0, amount from transfer where created_at >= $1
        and created_at < $2
    ) entry group by currency, account order by currency, account`,
};
/** What our bank accounts hold by the books: money that developers brought, and our own. */
const selectBank: Statement = {
  name: 'sum_bank_for_proof',
  text: `select currency, sum(received)::bigint as received, sum(paid)::bigint as paid from (
      select currency, amount as received, 0 as paid from transfer
        where debit in ('treasury', 'funding') and created_at >= $1 and created_at < $2
      union all
      select currency, 0, amount from transfer where credit in ('treasury', 'funding')
        and created_at >= $1 and created_at < $2
    ) entry group by currency order by currency`,
};
const selectStatements: Statement = {
  name: 'select_statements_for_proof',
  text: `select ${partyName} as route, max(period_until) as until from reconciliation_file f
    where state = 'done' and period_until is not null and ${partyStands} group by 1
    having max(period_until) > $1::timestamptz - interval '${statementDaysMax} days' order by 1`,
};
const selectDifferences: Statement = {
  name: 'select_differences_for_proof',
  text: `select ${partyName} as route, g.currency, count(*)::integer as count,
    sum(g.theirs - g.ours)::bigint as amount
    from reconciliation_discrepancy g join reconciliation_file f on f.id = g.file_id
    where g.state = 'open' and f.state = 'done' group by 1, g.currency order by 1, g.currency`,
};
const selectUnknown: Statement = {
  name: 'select_unknown_for_proof',
  text: `select currency, count(*)::integer as count, sum(amount)::bigint as amount,
    min(created_at) as "oldestAt"
    from operation where state = 'UNKNOWN' and created_at < $1 group by currency order by currency`,
};
const countCases: Statement = {
  name: 'count_cases_for_proof',
  text: 'select count(*)::integer as count from operation_case where resolved_at is null and created_at < $1',
};
// Ordered before the day, and not confirmed at its end.
const selectOrdered: Statement = {
  name: 'select_ordered_for_proof',
  text: `select currency, count(*)::integer as count, sum(amount)::bigint as amount
    from settlement where state = 'APPROVED' and approved_at < $1 group by currency
      order by currency`,
};

const selectCells: Statement = {
  name: 'list_cells_for_proof',
  text: 'select name from cell order by number',
};

interface Money {
  currency: string;
  amount: bigint;
}
type Counted = Money & { count: number };
interface Bank {
  currency: string;
  received: bigint;
  paid: bigint;
}

/** What the proof before knew of the bank; null: there is none. */
export interface ProofBefore {
  until: Date;
  bank: ProofReadings['bank'];
}

/** `day`: `2026-11-22`, UTC, over. */
export async function readForProof(
  database: Database,
  {
    day,
    before,
    diagnosis,
  }: { day: string; before: ProofBefore | null; diagnosis: Diagnosis | null },
): Promise<ProofReadings> {
  const [floats, reported] = await Promise.all([
    readFloats(database),
    listProviderBalances(database),
  ]);
  return inTransaction(
    database,
    async (session) => {
      await session.query(snapshot);
      type Times = { now: Date; from: Date; until: Date };
      const [times] = await session.query<Times>(selectNow, [day]);
      const { now, from, until } = times!;
      const cells = await session.query<{ name: string }>(selectCells);
      return {
        day,
        madeAt: now.toISOString(),
        from: from.toISOString(),
        until: until.toISOString(),
        cellsNotRead: cells.map(({ name }) => name),
        checks: checksOf(diagnosis),
        providers: providersOf(floats, reported),
        bank: await bankOf(session, before, { from, until }),
        ...(await readBooks(session, from, until)),
        ...(await readOpen(session, from, until)),
      };
    },
    'report',
  );
}

const checksOf = (diagnosis: Diagnosis | null): ProofReadings['checks'] =>
  diagnosis === null
    ? null
    : {
        made: diagnosis.checks.filter(({ notApplicable }) => notApplicable === null).length,
        broken: diagnosis.checks
          .filter(({ violations }) => violations > 0)
          .map(({ id, statement, violations }) => ({ id, statement, violations })),
      };

async function readBooks(
  session: Session,
  from: Date,
  until: Date,
): Promise<Pick<ProofReadings, 'books' | 'movements'>> {
  type Balance = { currency: string; accounts: number; available: bigint; held: bigint };
  type Movement = { currency: string; account: string; debited: bigint; credited: bigint };
  const books = await session.query<Balance>(selectBalances);
  const movements = await session.query<Movement>(selectMovements, [from, until]);
  return {
    books: books.map(({ available, held, ...balance }) => ({
      ...balance,
      available: toDecimalString(available),
      held: toDecimalString(held),
    })),
    movements: movements.map(({ debited, credited, ...movement }) => ({
      ...movement,
      debited: toDecimalString(debited),
      credited: toDecimalString(credited),
    })),
  };
}

type Open = Pick<ProofReadings, 'statements' | 'differences' | 'unknown' | 'cases' | 'ordered'>;

async function readOpen(session: Session, from: Date, until: Date): Promise<Open> {
  const statements = await session.query<{ route: string; until: Date }>(selectStatements, [until]);
  type Difference = Omit<Counted, 'currency'> & { route: string; currency: string | null };
  const differences = await session.query<Difference>(selectDifferences);
  const unknown = await session.query<Counted & { oldestAt: Date }>(selectUnknown, [until]);
  const [cases] = await session.query<{ count: number }>(countCases, [until]);
  const ordered = await session.query<Counted>(selectOrdered, [from]);
  return {
    statements: statements.map((each) => ({ ...each, until: each.until.toISOString() })),
    differences: differences.map(inUnits),
    unknown: unknown.map((each) => ({ ...inUnits(each), oldestAt: each.oldestAt.toISOString() })),
    cases: cases!.count,
    ordered: ordered.map(inUnits),
  };
}

const inUnits = <Row extends { amount: bigint }>(row: Row) => ({
  ...row,
  amount: toDecimalString(row.amount),
});

/**
 * Where a provider reports its balance, it is compared with our books of that moment; where it does
 * not, there is only ours.
 */
function providersOf(
  floats: readonly ProviderFloat[],
  reported: readonly ProviderBalance[],
): ProofReadings['providers'] {
  const silent = floats.filter(
    ({ route, currency }) =>
      !reported.some((report) => report.currency === currency && report.routes.includes(route)),
  );
  return [
    ...reported.map(({ routes, currency, available, booked, readAt }) => ({
      routes,
      currency,
      booked: toDecimalString(booked),
      reported: toDecimalString(available),
      difference: toDecimalString(available - booked),
      readAt: readAt.toISOString(),
    })),
    ...silent.map(({ route, currency, amount }) => ({
      routes: [route],
      currency,
      booked: toDecimalString(amount),
      reported: null,
      difference: null,
      readAt: null,
    })),
  ];
}

/** Goes on from the position of the proof before, so that it reads what came since. */
async function bankOf(
  session: Session,
  before: ProofBefore | null,
  { from, until }: { from: Date; until: Date },
): Promise<ProofReadings['bank']> {
  const moved = await session.query<Bank>(selectBank, [from, until]);
  const earlier = await session.query<Bank>(selectBank, [before?.until ?? '-infinity', from]);
  const known = before?.bank ?? [];
  const currencies = new Set([...known, ...earlier, ...moved].map(({ currency }) => currency));
  return [...currencies].toSorted().map((currency) => {
    const of = (rows: readonly Bank[]): Bank =>
      rows.find((row) => row.currency === currency) ?? { currency, received: 0n, paid: 0n };
    const [day, past] = [of(moved), of(earlier)];
    const start = minorOf(known.find((row) => row.currency === currency)?.position ?? '0');
    const position = start + past.received - past.paid + day.received - day.paid;
    return {
      currency,
      received: toDecimalString(day.received),
      paid: toDecimalString(day.paid),
      position: toDecimalString(position),
    };
  });
}
