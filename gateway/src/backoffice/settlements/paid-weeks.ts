// What was paid out by settlements in each of the last weeks.

import type { Session, Statement } from '../../platform/db/database.ts';

interface PaidWeek {
  /** Monday (UTC), ms since 1970. */
  at: number;
  /** The one of most settlements. */
  currency: string;
  /** Ten-thousandths. */
  amount: bigint;
}

const weeksShown = 12;
/**
 * The newest by their index: 9 to 30 ms for five thousand on a busy machine. The week of the last
 * of them may be incomplete, and is left out.
 */
const settlementsAtMost = 2_000;

const selectWeeks: Statement = {
  name: 'sum_settlement_weeks',
  text: `with newest as (
      select currency, amount, date_trunc('week', paid_at, 'UTC') as week from settlement
        where state = 'PAID' order by id desc limit ${settlementsAtMost}
    ), usual as (
      select currency from newest group by currency order by count(*) desc, currency limit 1
    ), week as (
      select generate_series(greatest(min(week), date_trunc('week', jokko_now(),
        'UTC') - interval '${(weeksShown - 1) * 168} hours'),
        date_trunc('week', jokko_now(), 'UTC'), interval '168 hours') as week, min(week) as oldest,
          count(*) as known from newest
    )
    select extract(epoch from w.week)::float8 * 1000 as at, u.currency,
      coalesce(sum(n.amount), 0)::bigint as amount
    from week w cross join usual u left join newest n on n.week = w.week and n.currency = u.currency
    where w.known < ${settlementsAtMost} or w.week > w.oldest
    group by w.week, u.currency order by w.week`,
};

/** Oldest first, without a gap. */
export const readPaidWeeks = (session: Session): Promise<PaidWeek[]> =>
  session.query<PaidWeek>(selectWeeks);
