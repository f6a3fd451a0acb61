// I-52: checks that a checkout is paid once.

import type { Check } from '../../platform/doctor/check.ts';
import { attemptsMax } from './checkout.ts';

export const checkoutsPaidOnce: Check = {
  id: 'I-52',
  statement: 'of all attempts of a checkout at most one is paid or in progress',
  // Operations of checkouts alone are looked at closer, and their neighbours are found by key.
  sql: `
    select format('account %s checkout %s: transactions %s (%s) and %s (%s)', o.account_id,
      o.details -> 'checkout' ->> 'id',
        o.id, o.state, other.id, other.state) as example
      from operation o cross join lateral generate_series(1, ${attemptsMax}) as a(number)
        cross join lateral (
          select id, state from public.operation p where p.account_id = o.account_id
            and p.external_id = (o.details -> 'checkout' ->> 'id') || '~' || a.number
            and p.details -> 'checkout' ->> 'id' = o.details -> 'checkout' ->> 'id' offset 0) other
      where strpos(o.external_id, '~') > 0 and o.details -> 'checkout' is not null
        and o.state not in ('FAILED', 'CANCELED') and other.state not in ('FAILED', 'CANCELED')
          and o.id < other.id`,
};
