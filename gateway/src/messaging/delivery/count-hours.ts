// Counts what became of the messages of each hour, by mobile operator, for the operator's chart: in
// the background, a few thousand messages a statement. An hour is counted again, the less often the
// older it is, until all its messages have ended.

import type { Session, Statement } from '../../platform/db/database.ts';

/** The chart's days; the reader's day may begin half a day before. */
export const hoursKeptDays = 31;
/** Batches that are read at once. */
const batchesMax = 1_000;
/** Messages that one statement counts; a batch has no more. */
const messagesMax = 10_000;

// Null where there are no batches: no hour is due then. A share of its age goes by between two
// counts.
const selectDueHour: Statement = {
  name: 'select_sms_hour_to_count',
  text: `
    select h.hour
    from (select min(created_at) as at from sms_batch) first
      cross join lateral generate_series(
        date_trunc('hour', greatest(first.at, jokko_now() - interval '${hoursKeptDays} days'),
          'UTC'), jokko_now(), interval '1 hour'
      ) h(hour)
      left join sms_hour k on k.hour = h.hour
    where first.at is not null and (k.hour is null
      or not k.is_final and k.counted_at < jokko_now() - greatest(interval '5 minutes',
        (jokko_now() - h.hour) / 6))
    order by h.hour desc limit 1`,
};
const selectBatches: Statement = {
  name: 'select_sms_batches_of_hour',
  text: `
    select id, account_id as "accountId", recipients, finalise_at is not null as "isOpen",
      (extract(epoch from created_at) * 1000000)::bigint as at
    from sms_batch
    where created_at < $1::timestamptz + interval '1 hour'
      and (created_at, id) > (timestamptz 'epoch' + $2::bigint * interval '1 microsecond',
        $3::bigint)
    order by created_at, id limit ${batchesMax}`,
};
// What was never handed to a carrier says nothing about its operator.
const countBatches: Statement = {
  name: 'count_sms_of_batches',
  text: `
    select m.country, m.operator,
      count(*) filter (where m.state = 'DELIVERED')::integer as delivered,
      count(*) filter (where m.state in ('UNDELIVERABLE', 'EXPIRED', 'REJECTED'))::integer
        as failed,
      count(*) filter (where m.state in ('SENT', 'UNKNOWN'))::integer as unreported
    from unnest($1::bigint[], $2::integer[]) as b(id, account_id)
      cross join lateral (
        select country, operator, state from sms_message
        where batch_id = b.id and account_id = b.account_id and attempts > 0
          and coalesce(reason, '') not in ('cancelled', 'opted_out', 'no_route')
        limit ${messagesMax}
      ) m
    group by m.country, m.operator`,
};
const storeHour: Statement = {
  name: 'store_sms_hour',
  text: `
    insert into sms_hour (hour, counted_at, is_final, countries, operators, delivered, failed,
      unreported)
      values ($1, jokko_now(), not $2::boolean
        and jokko_now() > $1::timestamptz + interval '62 minutes', $3, $4, $5, $6, $7)
    on conflict (hour) do update set counted_at = excluded.counted_at, is_final = excluded.is_final,
      countries = excluded.countries, operators = excluded.operators,
      delivered = excluded.delivered, failed = excluded.failed, unreported = excluded.unreported`,
};
const removeHours: Statement = {
  name: 'remove_sms_hours',
  text: `delete from sms_hour where hour < jokko_now() - interval '${hoursKeptDays + 1} days'`,
};

interface BatchRow {
  id: bigint;
  accountId: number;
  recipients: number;
  isOpen: boolean;
  /** Microseconds since 1970. */
  at: bigint;
}

export interface OperatorCount {
  country: string;
  operator: string;
  delivered: number;
  failed: number;
  /** Sent, and nothing came back, or not yet. */
  unreported: number;
}

/** One round counts one hour. Answers which; null: none is due. */
export async function countHour(database: Session): Promise<Date | null> {
  const [due] = await database.query<{ hour: Date }>(selectDueHour);
  if (due === undefined) return null;
  const sums = new Map<string, OperatorCount>();
  let isOpen = false;
  // What was accepted in the very microsecond in which the hour begins is in it.
  let place = { at: BigInt(due.hour.getTime()) * 1_000n - 1n, id: 0n };
  for (;;) {
    const batches = await database.query<BatchRow>(selectBatches, [due.hour, place.at, place.id]);
    isOpen ||= batches.some((batch) => batch.isOpen);
    for (const group of groupsOf(batches)) {
      const ids = [group.map(({ id }) => id), group.map(({ accountId }) => accountId)];
      for (const count of await database.query<OperatorCount>(countBatches, ids)) add(sums, count);
    }
    if (batches.length < batchesMax) break;
    place = batches.at(-1)!;
  }
  const counts = [...sums.values()];
  await database.query(storeHour, [
    due.hour,
    isOpen,
    counts.map(({ country }) => country),
    counts.map(({ operator }) => operator),
    counts.map(({ delivered }) => delivered),
    counts.map(({ failed }) => failed),
    counts.map(({ unreported }) => unreported),
  ]);
  await database.query(removeHours);
  return due.hour;
}

/** Batches that have as many messages together as one statement may count. */
function groupsOf(batches: readonly BatchRow[]): BatchRow[][] {
  const groups: BatchRow[][] = [];
  let room = 0;
  for (const batch of batches) {
    if (batch.recipients > room) {
      groups.push([]);
      room = messagesMax;
    }
    groups.at(-1)!.push(batch);
    room -= batch.recipients;
  }
  return groups;
}

function add(sums: Map<string, OperatorCount>, count: OperatorCount): void {
  const key = `${count.country} ${count.operator}`;
  const known = sums.get(key);
  if (known === undefined) sums.set(key, { ...count });
  else {
    known.delivered += count.delivered;
    known.failed += count.failed;
    known.unreported += count.unreported;
  }
}
