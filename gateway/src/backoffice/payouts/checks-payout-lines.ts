// I-43: checks that a line of a payout batch is paid once, whatever its attempts and whichever
// nodes died over it.

import type { Check } from '../../platform/doctor/check.ts';
import { payoutTables } from './checks.ts';

export const payoutLines: Check = {
  id: 'I-43',
  reach: payoutTables,
  statement:
    'payouts: of all attempts of a line at most one is paid or in progress, and none of an abandoned line',
  sql: `
    select format('line %s of payout batch %s is %s, and its transaction %s is %s', l.number,
      l.batch_id, l.state, o.id, o.state) as example
      from payout_line l cross join lateral (
        select id, state, client_data from public.operation o where o.account_id = l.account_id
          and o.external_id = l.external_id offset 0) o
      where l.operation_id is null and l.state in ('failed', 'canceled')
        and o.state not in ('FAILED', 'CANCELED')
        and o.client_data ->> 'payout' = l.batch_id::text
          and o.client_data ->> 'line' = l.number::text
    union all
    select format('line %s of payout batch %s was sent %s times, and none of them failed', l.number,
      l.batch_id, count(*))
      from payout_line l cross join lateral generate_series(1, l.attempt) as a(number)
        cross join lateral (
          select state, client_data from public.operation o where o.account_id = l.account_id
            and o.external_id
            = case l.external_given when '' then concat('payout-', l.batch_id, '-', l.number)
              else l.external_given end
              || case a.number when 1 then '' else '-r' || a.number end offset 0) o
      where l.attempt > 1 and o.state not in ('FAILED', 'CANCELED', 'REFUNDED')
        and o.client_data ->> 'payout' = l.batch_id::text
          and o.client_data ->> 'line' = l.number::text
      group by l.batch_id, l.number having count(*) > 1`,
};
