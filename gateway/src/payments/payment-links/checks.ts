// I-53: checks that a payment link for one payment is paid once.

import type { Check } from '../../platform/doctor/check.ts';

export const linksPaidOnce: Check = {
  id: 'I-53',
  statement:
    'of all checkouts of a payment link for one payment at most one is paid or in progress',
  reach: 'once',
  // Found by keys: checkouts of a link, attempts of a checkout, operations by their external ids.
  sql: `
    select format('account %s payment link %s: transactions %s', l.account_id, l.id,
      o.ids) as example
    from public.payment_link l cross join lateral (
      select count(*) as count, string_agg(format('%s (%s)', p.id, p.state), ', '
        order by p.id) as ids
      from public.checkout c
        join public.checkout_attempt a on a.account_id = c.account_id and a.checkout_id = c.id
        cross join lateral (
          select id, state from public.operation
          where account_id = a.account_id and external_id = a.checkout_id || '~' || a.number
            and details -> 'checkout' ->> 'id' = a.checkout_id offset 0) p
      where c.account_id = l.account_id and c.link_id = l.id
        and p.state not in ('FAILED', 'CANCELED')) o
    where l.single_use and o.count > 1`,
};
