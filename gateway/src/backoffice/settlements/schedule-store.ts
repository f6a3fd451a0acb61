// Stores settlement schedules.

import type { Session, Statement } from '../../platform/db/database.ts';
import type { Every } from './calendar.ts';

/** Amounts in ten-thousandths. */
export interface Schedule {
  accountId: number;
  currency: string;
  destinationId: number;
  every: Every;
  day: number;
  minimum: bigint;
  keep: bigint;
  /** The user who set it; null: not known any more. */
  setBy: number | null;
  nextAt: Date;
  lastAt: Date | null;
  /** `made`, or why nothing was asked for. */
  lastOutcome: string | null;
}

const columns = `account_id as "accountId", currency, destination_id as "destinationId", every, day, minimum, keep, set_by as "setBy", next_at as "nextAt",
  last_at as "lastAt", last_outcome as "lastOutcome"`;
const upsert: Statement = {
  name: 'upsert_settlement_schedule',
  text: `insert into settlement_schedule (account_id, currency, destination_id, every, day, minimum,
    keep, next_at, set_by)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
    on conflict (account_id, currency) do update set destination_id = excluded.destination_id,
      every = excluded.every, day = excluded.day,
      minimum = excluded.minimum, keep = excluded.keep, next_at = excluded.next_at,
        set_by = excluded.set_by`,
};
const list: Statement = {
  name: 'list_settlement_schedules',
  text: `select ${columns} from settlement_schedule where account_id = $1
    order by account_id, currency`,
};
const select: Statement = {
  name: 'select_settlement_schedule',
  text: `select ${columns} from settlement_schedule where account_id = $1 and currency = $2`,
};
const remove: Statement = {
  name: 'delete_settlement_schedule',
  text: 'delete from settlement_schedule where account_id = $1 and currency = $2 returning currency',
};
const removeTo: Statement = {
  name: 'delete_settlement_schedules_to',
  text: 'delete from settlement_schedule where account_id = $1 and destination_id = $2 returning currency',
};
const listDue: Statement = {
  name: 'list_due_settlement_schedules',
  text: 'select account_id as "accountId", currency from settlement_schedule where next_at <= jokko_now() order by next_at limit $1',
};
const advance: Statement = {
  name: 'advance_settlement_schedule',
  text: `update settlement_schedule set next_at = $3, last_at = jokko_now(), last_outcome = $4
    where account_id = $1 and currency = $2`,
};

export async function storeSchedule(
  session: Session,
  schedule: Omit<Schedule, 'lastAt' | 'lastOutcome'>,
): Promise<void> {
  const { accountId, currency, destinationId, every, day, minimum, keep, nextAt, setBy } = schedule;
  await session.query(upsert, [
    accountId,
    currency,
    destinationId,
    every,
    day,
    minimum,
    keep,
    nextAt,
    setBy,
  ]);
}

/** Lists the schedules of an account, by currency. */
export function listSchedules(session: Session, accountId: number): Promise<Schedule[]> {
  return session.query<Schedule>(list, [accountId]);
}

export async function findSchedule(
  session: Session,
  accountId: number,
  currency: string,
): Promise<Schedule | null> {
  return (await session.query<Schedule>(select, [accountId, currency]))[0] ?? null;
}

/** False when there was none. */
export async function deleteSchedule(
  session: Session,
  accountId: number,
  currency: string,
): Promise<boolean> {
  return (await session.query(remove, [accountId, currency])).length > 0;
}

/** Answers the currencies of those that ended. */
export async function removeSchedulesTo(
  session: Session,
  accountId: number,
  destinationId: number,
): Promise<string[]> {
  return (await session.query<{ currency: string }>(removeTo, [accountId, destinationId])).map(
    ({ currency }) => currency,
  );
}

export function findDue(
  session: Session,
  limit: number,
): Promise<{ accountId: number; currency: string }[]> {
  return session.query(listDue, [limit]);
}

export async function storeRun(
  session: Session,
  { accountId, currency }: Schedule,
  nextAt: Date,
  outcome: string,
): Promise<void> {
  await session.query(advance, [accountId, currency, nextAt, outcome]);
}
