// Reads what became of messages by mobile operator and day, from the counted hours: 12 ms for 20
// operators in each hour of 30 days, of which the zone of each hour instead of each row saves half.

import type { Session, Statement } from '../../platform/db/database.ts';
import { hoursKeptDays, type OperatorCount } from './count-hours.ts';

const selectDays: Statement = {
  name: 'select_sms_delivery_days',
  text: `
    select (extract(epoch from h.day) * 1000)::float8 as at, c.country, c.operator,
      sum(c.delivered)::float8 as delivered, sum(c.failed)::float8 as failed,
        sum(c.unreported)::float8 as unreported
    from (
        select date_trunc('day', hour, $1) as day, countries, operators, delivered, failed,
          unreported from sms_hour
        where hour > jokko_now() - interval '${hoursKeptDays - 1} days' offset 0
      ) h
      cross join lateral unnest(h.countries, h.operators, h.delivered, h.failed, h.unreported)
        as c(country, operator, delivered, failed, unreported)
    group by h.day, c.country, c.operator`,
};

export interface DeliveryDay extends OperatorCount {
  /** When the reader's day begins, ms since 1970. */
  at: number;
}

/** The last 30 days; by operator, the oldest day first. */
export async function readDeliveryDays(session: Session, timeZone: string): Promise<DeliveryDay[]> {
  const days = await session.query<DeliveryDay>(selectDays, [timeZone]);
  const keyOf = ({ country, operator }: DeliveryDay): string => `${country} ${operator}`;
  return days.toSorted((one, other) => {
    const [here, there] = [keyOf(one), keyOf(other)];
    return here === there ? one.at - other.at : here < there ? -1 : 1;
  });
}
