// Money that was processed in each of the last hours, by currency, beside the same hours a week
// before: those of the running hour up to the same minute, so that a part is compared with a part.

import type { Session, Statement } from '../../../platform/db/database.ts';
import { createKeptHours, hourMs } from './kept-hours.ts';

/** The sum of what succeeded and was not refunded, in ten-thousandths. */
export interface ProcessedSum {
  currency: string;
  amount: bigint;
  fees: bigint;
}

interface ProcessedHour {
  /** Its beginning, ms since 1970. */
  at: number;
  sums: ProcessedSum[];
  weekBefore: ProcessedSum[];
}

export interface Processed {
  /**
   * The beginning of the reader's day, ms since 1970; where it is none of an hour, that of its
   * first whole hour.
   */
  dayBegan: number;
  /** The last 24, or all of a longer day; oldest first. */
  hours: ProcessedHour[];
}

type ProcessedReader = (timeZone: string) => Promise<Processed>;

const hoursShown = 24;
const weekMs = 168 * hourMs;

// Operations are found by their time (brin), as for the charts beside.
const selectSums: Statement = {
  name: 'sum_processed',
  text: `select currency, sum(amount)::bigint as amount, sum(commission)::bigint as fees
    from operation
    where created_at >= $1 and created_at < $2 and state = 'SUCCESS' group by currency
      order by currency`,
};
const selectDay: Statement = {
  name: 'select_day_began',
  text: `select jokko_now() as now, date_trunc('day', jokko_now() at time zone $1) at time zone
    $1 as began`,
};

export function createProcessedReader(session: Session): ProcessedReader {
  const sumsOf = (from: number, until: number): Promise<ProcessedSum[]> =>
    session.query<ProcessedSum>(selectSums, [new Date(from), new Date(until)]);
  const present = createKeptHours((at) => sumsOf(at, at + hourMs));
  const past = createKeptHours((at, now) =>
    sumsOf(at - weekMs, Math.min(at + hourMs, now) - weekMs),
  );
  return async (timeZone) => {
    const [day] = await session.query<{ now: Date; began: Date }>(selectDay, [timeZone]);
    const now = day!.now.getTime();
    const last = Math.floor(now / hourMs) * hourMs;
    const dayBegan = Math.ceil(day!.began.getTime() / hourMs) * hourMs;
    const hours: ProcessedHour[] = [];
    // One after the other: a page of an operator takes one connection, not 48.
    for (let at = Math.min(last - (hoursShown - 1) * hourMs, dayBegan); at <= last; at += hourMs)
      hours.push({ at, sums: await present(at, now), weekBefore: await past(at, now) });
    return { dayBegan, hours };
  };
}

/** One for each currency, in the order of their codes. */
export function addProcessed(parts: readonly ProcessedSum[]): ProcessedSum[] {
  const sums = new Map<string, ProcessedSum>();
  for (const { currency, amount, fees } of parts) {
    const sum = sums.get(currency) ?? { currency, amount: 0n, fees: 0n };
    sums.set(currency, { currency, amount: sum.amount + amount, fees: sum.fees + fees });
  }
  return [...sums.values()].toSorted((one, other) => (one.currency < other.currency ? -1 : 1));
}
