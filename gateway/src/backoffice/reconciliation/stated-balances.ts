// What the banks' own statements say that our accounts held at the end of a day.

import type { Session, Statement } from '../../platform/db/database.ts';

export interface StatedAtBank {
  currency: string;
  /** The sum of all accounts of this currency together, in ten-thousandths. */
  amount: bigint;
  accounts: number;
}

// By the bank's own days. The later one of two statements of the day counts: it corrects the other.
const selectStated: Statement = {
  name: 'sum_stated_bank_balances',
  text: `select b.currency, sum(s.closing)::bigint as amount, count(*)::integer as accounts
    from bank_account b left join lateral (
      select t.closing from reconciliation_file f join reconciliation_total t on t.file_id = f.id
        and t.currency = b.currency
        where f.party = 'bank/' || b.id and f.state = 'done' and t.closing is not null
          and (f.period_until at time zone (f.mapping->>'timeZone'))::date = $1::date + 1
        order by f.id desc limit 1) as s on true
    where b.closed_at is null or b.closed_at >= ($1::date + 1)::timestamp at time zone 'UTC'
    group by b.currency having bool_and(s.closing is not null) order by b.currency`,
};

/**
 * `day`: `2026-11-22`. Only currencies of which every account has a statement that ends with the
 * day.
 */
export const readStatedAtBank = (session: Session, day: string): Promise<StatedAtBank[]> =>
  session.query<StatedAtBank>(selectStated, [day]);
