// Money without a result: operations that were opened more than 15 minutes, an hour or a day ago and
// have not ended, by route.

import type { Session, Statement } from '../../platform/db/database.ts';
import type { State } from '../../payments/operations/index.ts';

export interface AgedTotal {
  route: string;
  currency: string;
  /** Older than 15 minutes, those that are older than an hour or a day included. */
  count: number;
  /** Ten-thousandths. */
  amount: bigint;
  hourCount: number;
  hourAmount: bigint;
  dayCount: number;
  dayAmount: bigint;
}

export interface AgedOperation {
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

export const ages = ['quarter', 'hour', 'day'] as const;
export type Age = (typeof ages)[number];
const intervals: { readonly [age in Age]: string } = {
  quarter: '15 minutes',
  hour: '1 hour',
  day: '1 day',
};

/** More is counted up to here: who has more looks at the health page first. */
const countedMax = 50_000;
const shownMax = 200;
// By the conditions of the indexes operation_due and operation_unknown. What ended and waits for nothing is in neither.
const columns = 'account_id, id, code_service, route, amount, currency, state, created_at';
const undecided = `
  (select ${columns} from operation
    where next_step_at is not null and state in ('READY', 'PARKED', 'SENDING', 'ACCEPTED', 'UNKNOWN', 'REFUNDING')
    limit ${countedMax})
  union all
  (select ${columns} from operation where state = 'UNKNOWN' and next_step_at is null
    order by created_at limit ${countedMax})`;
const older = (age: Age): string => `created_at < jokko_now() - interval '${intervals[age]}'`;
const sums = (age: Age, name: string): string =>
  `(count(*) filter (where ${older(age)}))::integer as "${name}Count",
      coalesce(sum(amount) filter (where ${older(age)}), 0)::bigint as "${name}Amount"`;

const selectTotals: Statement = {
  name: 'select_aged_totals',
  text: `
    select route, currency, count(*)::integer as count, sum(amount)::bigint as amount,
      ${sums('hour', 'hour')}, ${sums('day', 'day')}
    from (${undecided}) u
    where ${older('quarter')} and ($1::text[] is null or code_service = any($1))
    group by route, currency order by sum(amount) desc, route`,
};

const selectAged = (age: Age): Statement => ({
  name: `select_aged_operations_${age}`,
  text: `
    select u.account_id as "accountId", a.name as "accountName", u.id::text as "transactionId", u.route, u.amount, u.currency, u.state,
      u.created_at as "openedAt"
    from (${undecided}) u join account a on a.id = u.account_id
    where u.${older(age)} and ($1::text[] is null or u.code_service = any($1)) and ($2::text is null or u.route = $2)
    order by u.created_at, u.account_id, u.id limit ${shownMax}`,
});
const aged = { quarter: selectAged('quarter'), hour: selectAged('hour'), day: selectAged('day') };

/** `services`: codes of those that count; null: all. The largest amount first. */
export const readAgedTotals = (
  session: Session,
  services: readonly string[] | null,
): Promise<AgedTotal[]> => session.query<AgedTotal>(selectTotals, [services]);

/** The oldest first, at most 200. `route` null: of all. */
export const listAged = (
  session: Session,
  age: Age,
  { services, route }: { services: readonly string[] | null; route: string | null },
): Promise<AgedOperation[]> => session.query<AgedOperation>(aged[age], [services, route]);
