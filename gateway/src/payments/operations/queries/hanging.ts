// Money that hangs: operations whose outcome is not known, and those that have waited for theirs
// longer than is usual on their route. The one place that decides which these are.

import type { Session, Statement } from '../../../platform/db/database.ts';
import type { State } from '../model/states.ts';

/** What hangs on one route in one currency. */
export interface Hanging {
  route: string;
  currency: string;
  count: number;
  /** Ten-thousandths. */
  amount: bigint;
  /** When the oldest was opened. */
  oldestAt: Date;
  /** Parts of `count`: more than an hour or a day old, the latter among the former. */
  hourCount: number;
  hourAmount: bigint;
  dayCount: number;
  dayAmount: bigint;
  /**
   * Payments without a result that were opened within the last 60 minutes. A refund that hangs is
   * of a payment that succeeded.
   */
  ofLastHour: number;
  /** Those of the last 24 hours by the hour in which they were opened, ms since 1970. */
  hours: { at: number; count: number }[];
}

export interface HangingOperation {
  accountId: number;
  accountName: string;
  transactionId: string;
  route: string;
  /** Ten-thousandths. */
  amount: bigint;
  currency: string;
  state: State;
  openedAt: Date;
}

export const hangingAges = ['any', 'hour', 'day'] as const;
export type HangingAge = (typeof hangingAges)[number];

/**
 * What a route accepted is overdue after so many times its usual, and never before a payer could
 * have answered.
 */
const overdueFactor = 3;
const overdueMsLeast = 5 * 60_000;
/** Where nothing usual is known: a payer has 15 minutes. */
const overdueMsUnknown = 20 * 60_000;

/**
 * From which age on an operation is overdue on a route that usually has its results within
 * `usualMs`.
 */
export const overdueMs = (usualMs: number | undefined): number =>
  usualMs === undefined ? overdueMsUnknown : Math.max(overdueMsLeast, overdueFactor * usualMs);

/** Counted up to here: who has more looks at the health page first. */
const countedMax = 50_000;
const shownMax = 200;

// By the conditions of the indexes operation_due and operation_unknown. What ended and waits for
// nothing is in neither.
const columns = 'account_id, id, code_service, route, amount, currency, state, created_at';
const undecided = `
  (select ${columns} from operation
    where next_step_at is not null and state in ('READY', 'PARKED', 'SENDING', 'ACCEPTED',
      'UNKNOWN', 'REFUNDING')
    limit ${countedMax})
  union all
  (select ${columns} from operation where state = 'UNKNOWN' and next_step_at is null
    order by created_at limit ${countedMax})`;
// A refund is as old as its own attempt, however long ago the payment was.
const aged = `
  select u.*, coalesce(usual.overdue_ms, ${overdueMsUnknown}) as overdue_ms,
    case when state <> 'REFUNDING' then created_at else coalesce((
      select max(t.created_at) from attempt t where t.operation_id = u.id
        and t.account_id = u.account_id), created_at) end as since
  from (${undecided}) u left join unnest($1::text[], $2::float8[]) as usual(name, overdue_ms)
    on usual.name = u.route
  where $3::text[] is null or code_service = any($3)`;
const hanging = `
  select * from (${aged}) a
  where state = 'UNKNOWN' or since < jokko_now() - overdue_ms * interval '1 millisecond'`;
const older = (age: 'hour' | 'day'): string => `since < jokko_now() - interval '1 ${age}'`;
const sums = (age: 'hour' | 'day'): string =>
  `(count(*) filter (where ${older(age)}))::integer as "${age}Count",
      coalesce(sum(amount) filter (where ${older(age)}), 0)::bigint as "${age}Amount"`;

const selectHanging: Statement = {
  name: 'select_hanging',
  text: `
    with hanging as materialized (${hanging}), hours as (
      select route, currency, floor(extract(epoch from created_at) / 3600)::float8 * 3600000 as at,
        count(*)::integer as count
      from hanging where state <> 'REFUNDING' and created_at > jokko_now() - interval '1 day'
        group by 1, 2, 3
    )
    select route, currency, count(*)::integer as count, sum(amount)::bigint as amount,
      min(created_at) as "oldestAt",
      ${sums('hour')}, ${sums('day')},
      (count(*) filter (where state <> 'REFUNDING'
        and created_at > jokko_now() - interval '1 hour'))::integer as "ofLastHour",
      (select coalesce(json_agg(json_build_object('at', at, 'count', count) order by at), '[]')
        from hours
        where hours.route = h.route and hours.currency = h.currency) as hours
    from hanging h group by route, currency order by min(created_at), route, currency`,
};

const selectOperations = (age: HangingAge): Statement => ({
  name: `select_hanging_operations_${age}`,
  text: `
    select h.account_id as "accountId", a.name as "accountName", h.id::text as "transactionId",
      h.route, h.amount, h.currency, h.state,
      h.created_at as "openedAt"
    from (${hanging}) h join account a on a.id = h.account_id
    where ${age === 'any' ? '' : `${older(age)} and `}($4::text is null or h.route = $4)
    order by h.created_at, h.account_id, h.id limit ${shownMax}`,
});
const operations: { readonly [age in HangingAge]: Statement } = {
  any: selectOperations('any'),
  hour: selectOperations('hour'),
  day: selectOperations('day'),
};

/** From which age on what a route took is overdue. */
export interface Overdue {
  route: string;
  overdueMs: number;
}

const ofRoutes = (routes: readonly Overdue[]) => [
  routes.map(({ route }) => route),
  routes.map((each) => each.overdueMs),
];

/**
 * The oldest first. `services`: codes of those that count; null: all. Routes that are not among
 * `routes` have the longest time.
 */
export const readHanging = (
  session: Session,
  routes: readonly Overdue[],
  services: readonly string[] | null,
): Promise<Hanging[]> => session.query<Hanging>(selectHanging, [...ofRoutes(routes), services]);

/** The oldest first, at most 200. `route` null: of all. */
export const listHanging = (
  session: Session,
  routes: readonly Overdue[],
  of: { age: HangingAge; services: readonly string[] | null; route: string | null },
): Promise<HangingOperation[]> =>
  session.query<HangingOperation>(operations[of.age], [...ofRoutes(routes), of.services, of.route]);
