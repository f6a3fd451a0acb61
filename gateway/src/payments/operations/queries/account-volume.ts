// Volume, results and fees of one account's last 30 days. Hours that ended are cached. A read looks
// at so many operations at most, so that a very busy account is counted further back with each one.

import type { Session, Statement } from '../../../platform/db/database.ts';

export interface CurrencyVolume {
  currency: string;
  opened: number;
  succeeded: number;
  /** By a provider's word: what was refused before anything was sent is not one. */
  failed: number;
  /** The amount of what succeeded and was not refunded, in ten-thousandths. */
  amount: bigint;
  fees: bigint;
}

export interface AccountVolume {
  /** From when on it was counted. */
  since: Date;
  /** Whether that is the whole of the 30 days. */
  whole: boolean;
  /** In the order of their codes. */
  currencies: CurrencyVolume[];
  /**
   * Days (UTC) that were counted whole, and the running one, oldest first; of all currencies. `at`:
   * the beginning, ms since 1970.
   */
  days: ({ at: number } & Pick<CurrencyVolume, 'opened' | 'succeeded' | 'failed'>)[];
}

export interface AccountVolumeReader {
  read(accountId: number): Promise<AccountVolume>;
}

const hourMs = 3_600_000;
const hoursShown = 30 * 24;
const dayMs = 24 * hourMs;
/** About 0.2 s of the database's time. */
const operationsPerRead = 50_000;
/** An hour that ended this long ago still gets late results; later hardly any. */
const completesMs = 24 * hourMs;
const keptMs = { late: 600_000, complete: 6 * hourMs };
/** Within this time after its end an hour is counted anew each time. */
const settlesMs = hourMs;
const accountsKept = 200;

const selectHours: Statement = {
  name: 'select_account_volume',
  text: `
    with newest as materialized (
      select created_at, currency, state, proof, amount, commission from operation
      where account_id + 0 = $1 and created_at >= $2 and created_at < $3
      order by created_at desc, id desc limit $4
    )
    select date_trunc('hour', created_at, 'UTC') as hour, currency, min(created_at) as oldest,
      count(*)::integer as opened,
      count(*) filter (where state in ('SUCCESS', 'REFUNDING', 'REFUNDED'))::integer as succeeded,
      count(*) filter (where state = 'FAILED' and proof is distinct
        from 'refused_at_opening')::integer as failed,
      coalesce(sum(amount) filter (where state = 'SUCCESS'), 0)::bigint as amount,
      coalesce(sum(commission) filter (where state = 'SUCCESS'), 0)::bigint as fees
    from newest group by 1, 2`,
};

type HourRow = CurrencyVolume & { hour: Date; oldest: Date };
interface KeptHour {
  freshUntil: number;
  rows: HourRow[];
}

/** `now` in ms on the database's clock. */
export function createAccountVolumeReader(
  session: Session,
  now: () => number,
  rowsPerRead = operationsPerRead,
): AccountVolumeReader {
  const kept = new Map<number, Map<number, KeptHour>>();
  const hoursOf = (accountId: number): Map<number, KeptHour> => {
    const hours = kept.get(accountId) ?? new Map<number, KeptHour>();
    // Last in the order of use.
    kept.delete(accountId);
    kept.set(accountId, hours);
    if (kept.size > accountsKept) kept.delete(kept.keys().next().value!);
    return hours;
  };
  return {
    async read(accountId) {
      const at = now();
      const end = Math.floor(at / hourMs) * hourMs + hourMs;
      const first = end - hoursShown * hourMs;
      const hours = hoursOf(accountId);
      for (const hour of hours.keys()) if (hour < first) hours.delete(hour);
      const counted: HourRow[] = [];
      const volumeSince = (since: number, whole: boolean): AccountVolume => ({
        since: new Date(since),
        whole,
        currencies: sumsOf(counted),
        days: daysOf(counted, { since, at }),
      });
      let left = rowsPerRead;
      for (const span of spansOf(hours, { first, end, at })) {
        if (span.kept) {
          counted.push(...span.rows);
          continue;
        }
        const values = [accountId, new Date(span.from), new Date(span.until), left];
        const rows = await session.query<HourRow>(selectHours, values);
        counted.push(...rows);
        left -= rows.reduce((sum, { opened }) => sum + opened, 0);
        const oldest = Math.min(...rows.map((row) => row.oldest.getTime()));
        keepHours(hours, rows, { from: left > 0 ? span.from : oldest, until: span.until, at });
        if (left > 0) continue;
        return volumeSince(oldest, false);
      }
      return volumeSince(first, true);
    },
  };
}

type Span = { kept: true; rows: HourRow[] } | { kept: false; from: number; until: number };

/** The newest first: hours that are known, and in between those that have to be read. */
function* spansOf(
  hours: ReadonlyMap<number, KeptHour>,
  { first, end, at }: { first: number; end: number; at: number },
): Generator<Span> {
  const known = (hour: number): KeptHour | null => {
    const found = hours.get(hour);
    return found !== undefined && found.freshUntil > at ? found : null;
  };
  for (let until = end; until > first;) {
    const found = known(until - hourMs);
    let from = until - hourMs;
    if (found === null) while (from > first && known(from - hourMs) === null) from -= hourMs;
    yield found === null ? { kept: false, from, until } : { kept: true, rows: found.rows };
    until = from;
  }
}

/** Keeps what ended a while ago and was read from its beginning on. */
function keepHours(
  hours: Map<number, KeptHour>,
  rows: readonly HourRow[],
  { from, until, at }: { from: number; until: number; at: number },
): void {
  const byHour = Map.groupBy(rows, ({ hour }) => hour.getTime());
  for (let hour = Math.ceil(from / hourMs) * hourMs; hour < until; hour += hourMs) {
    const endedMs = at - (hour + hourMs);
    if (endedMs < settlesMs) continue;
    hours.set(hour, {
      freshUntil: at + (endedMs < completesMs ? keptMs.late : keptMs.complete),
      rows: byHour.get(hour) ?? [],
    });
  }
}

function sumsOf(rows: readonly CurrencyVolume[]): CurrencyVolume[] {
  const sums = new Map<string, CurrencyVolume>();
  for (const { currency, opened, succeeded, failed, amount, fees } of rows) {
    const sum = sums.get(currency);
    sums.set(currency, {
      currency,
      opened: (sum?.opened ?? 0) + opened,
      succeeded: (sum?.succeeded ?? 0) + succeeded,
      failed: (sum?.failed ?? 0) + failed,
      amount: (sum?.amount ?? 0n) + amount,
      fees: (sum?.fees ?? 0n) + fees,
    });
  }
  return [...sums.values()].toSorted((one, other) => (one.currency < other.currency ? -1 : 1));
}

/** A day without any payment is one of zeros. */
function daysOf(
  rows: readonly HourRow[],
  { since, at }: { since: number; at: number },
): AccountVolume['days'] {
  const byDay = Map.groupBy(rows, ({ hour }) => Math.floor(hour.getTime() / dayMs));
  const days: AccountVolume['days'] = [];
  for (let day = Math.ceil(since / dayMs); day * dayMs <= at; day += 1) {
    const sum = { at: day * dayMs, opened: 0, succeeded: 0, failed: 0 };
    for (const { opened, succeeded, failed } of byDay.get(day) ?? []) {
      sum.opened += opened;
      sum.succeeded += succeeded;
      sum.failed += failed;
    }
    days.push(sum);
  }
  return days;
}
