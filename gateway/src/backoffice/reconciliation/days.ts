// How many rows of the statements of each day were matched, and how many differ, from the sums that
// matching keeps with each file.

import type { Session, Statement } from '../../platform/db/database.ts';

/**
 * `at`: the beginning of the day (UTC) on which statements end, ms since 1970. Null: none ends on
 * it.
 */
interface MatchedDay {
  at: number;
  matched: number | null;
  different: number | null;
}

const daysShown = 30;
/** The newest: of thirty accounts those of a month. Two thousand took 19 ms. */
const filesAtMost = 1_000;

const selectDays: Statement = {
  name: 'sum_reconciliation_days',
  text: `with told as (
      select date_trunc('day', f.period_until - interval '1 microsecond', 'UTC') as day,
        sum(s.lines) filter (where s.class = 'matched') as matched,
          sum(s.lines) filter (where s.class not in ('matched', 'ignored', 'repeated')) as different
      from (select id, party, state, period_until from reconciliation_file order by id desc
        limit ${filesAtMost}) f
        cross join (select jokko_now() as now offset 0) clock
        cross join lateral (select class, lines from reconciliation_sum
          where file_id = f.id offset 0) s
      where f.state = 'done' and f.period_until > clock.now - interval '${daysShown} days'
        and f.period_until <= clock.now + interval '1 day'
        and ($1 = '' or f.party = $1)
      group by 1
    ), day as (select generate_series((select min(day) from told), (select max(day)
      from told), interval '24 hours') as day)
    select extract(epoch from day)::float8 * 1000 as at,
      case when told.day is not null then coalesce(matched, 0)::integer end as matched,
      case when told.day is not null then coalesce(different, 0)::integer end as different
    from day left join told using (day) order by day`,
};

/** Oldest first, without a gap. `party`: of its statements alone; empty: of all. */
export const readMatchedDays = (session: Session, party: string): Promise<MatchedDay[]> =>
  session.query<MatchedDay>(selectDays, [party]);
