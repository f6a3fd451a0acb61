// Sums what was earned in a period from the ledger: fees and commissions charged, what was given
// back, and what providers kept.

import type { Session, Statement } from '../../platform/db/database.ts';

export type RevenueBy = 'service' | 'route' | 'developer' | 'day' | 'month';

export interface RevenuePeriod {
  from: Date;
  /** Not included. */
  until: Date;
  /** The time zone of days and months. */
  timeZone: string;
}

/** The sum of one service, route, developer, day or month, in one currency; ten-thousandths. */
export interface RevenueSum {
  name: string;
  currency: string;
  charged: bigint;
  returned: bigint;
  providerFees: bigint;
  margin: bigint;
}

const isRevenue = `(t.credit = 'fees' or t.debit = 'fees' or t.credit like 'sms:%' or t.debit like 'sms:%')`;
/** The parts of a transfer. */
const parts = `case when t.credit = 'fees' or t.credit like 'sms:%' then t.amount
  else 0 end as charged,
          case when (t.debit = 'fees' or t.debit like 'sms:%')
            and t.verb <> 'provider_fee' then t.amount else 0 end as returned,
          case when t.verb = 'provider_fee' then t.amount else 0 end as kept`;

const names: Record<RevenueBy, string> = {
  service: `case when t.sms_batch_id is not null then 'SMS' else coalesce(o.code_service, '') end`,
  route: `coalesce(o.route, '')`,
  developer: `coalesce(a.name, '')`,
  day: `to_char(t.created_at at time zone $3, 'YYYY-MM-DD')`,
  month: `to_char(t.created_at at time zone $3, 'YYYY-MM')`,
};
/** Names of developers are not unique. */
const keyOf = (by: RevenueBy): string =>
  by === 'developer' ? 'coalesce(o.account_id, t.account_id)' : '0';
/** Periods are read in their order, the others by what they brought in. */
const orders: Record<RevenueBy, string> = {
  service: 'currency, margin desc, name',
  route: 'currency, margin desc, name',
  developer: 'currency, margin desc, name',
  day: 'currency, name',
  month: 'currency, name',
};

// What a provider kept is booked on our own account; the operation tells whose it was. Transfers
// are found by their time (brin).
const selectBy = (by: RevenueBy): Statement => ({
  name: `sum_revenue_by_${by}`,
  text: `with moved as (
      select ${names[by]} as name, ${keyOf(by)} as key, t.currency,
          ${parts}
        from transfer t left join operation o on o.id = t.operation_id
          left join account a on a.id = coalesce(o.account_id, t.account_id)
        where t.created_at >= $1 and t.created_at < $2 and $3::text is not null
          and ${isRevenue})
    select case when count(*) over (partition by name, currency) > 1 then format('%s (%s)', name,
      key) else name end as name,
        currency, sum(charged)::bigint as charged, sum(returned)::bigint as returned,
          sum(kept)::bigint as "providerFees",
        (sum(charged) - sum(returned) - sum(kept))::bigint as margin
      from moved group by name, key, currency order by ${orders[by]}, key limit $4 offset $5`,
});
const statements: Record<RevenueBy, Statement> = {
  service: selectBy('service'),
  route: selectBy('route'),
  developer: selectBy('developer'),
  day: selectBy('day'),
  month: selectBy('month'),
};

/** In a file: a year of days in each currency, and more developers than anybody reads. */
const fileRowsMax = 10_000;

/** `place`: a part of them; absent: the first 10,000. */
export function sumRevenue(
  session: Session,
  by: RevenueBy,
  { from, until, timeZone }: RevenuePeriod,
  { after, limit }: { after: number; limit: number } = { after: 0, limit: fileRowsMax },
): Promise<RevenueSum[]> {
  return session.query<RevenueSum>(statements[by], [from, until, timeZone, limit, after]);
}

type Total = Omit<RevenueSum, 'name'>;

/** Returns the total of each currency, in the order in which they come. */
export function totalsOf(sums: readonly RevenueSum[]): Total[] {
  const totals = new Map<string, Total>();
  for (const { currency, charged, returned, providerFees, margin } of sums) {
    const before = totals.get(currency);
    totals.set(currency, {
      currency,
      charged: (before?.charged ?? 0n) + charged,
      returned: (before?.returned ?? 0n) + returned,
      providerFees: (before?.providerFees ?? 0n) + providerFees,
      margin: (before?.margin ?? 0n) + margin,
    });
  }
  return [...totals.values()];
}

/**
 * The total of a period, with the margin of the one of the same length before it; null: nothing was
 * earned in that one.
 */
export interface RevenueTotal extends Total {
  marginBefore: bigint | null;
}

const selectTotals: Statement = {
  name: 'sum_revenue_of_two_periods',
  text: `with moved as (
      select t.currency, t.created_at >= $2 as now,
          ${parts}
        from transfer t where t.created_at >= $1 and t.created_at < $3 and ${isRevenue})
    select currency, coalesce(sum(charged) filter (where now), 0)::bigint as charged,
      coalesce(sum(returned) filter (where now), 0)::bigint as returned,
        coalesce(sum(kept) filter (where now), 0)::bigint as "providerFees",
        coalesce(sum(charged - returned - kept) filter (where now), 0)::bigint as margin,
        (sum(charged - returned - kept) filter (where not now))::bigint as "marginBefore"
      from moved group by currency order by currency`,
};

export const sumRevenueTotals = (
  session: Session,
  { from, until }: Pick<RevenuePeriod, 'from' | 'until'>,
): Promise<RevenueTotal[]> => {
  const before = new Date(2 * from.getTime() - until.getTime());
  return session.query<RevenueTotal>(selectTotals, [before, from, until]);
};
