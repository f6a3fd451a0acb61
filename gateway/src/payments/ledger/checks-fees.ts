// Checks the fees of providers: each fee that a provider told is booked once, and our float at a
// provider is the sum of its movements less these fees. Invariant I-51.

import { literals } from '../../platform/doctor/check.ts';
import type { Check } from '../../platform/doctor/check.ts';
import { isOpening } from './float-opening.ts';
import { executedStates } from '../operations/checks-states.ts';

/** The provider has the money back of what was refunded. */
const standing = executedStates.filter((state) => state !== 'REFUNDED');

export const providerFees: Check = {
  id: 'I-51',
  statement:
    'each fee that a provider told with a success is booked once, and a float is what has moved there less these fees',
  sql: `
    with told as (
        select a.operation_id, o.route, o.currency, sum(a.fee) as fee
        from attempt a join operation o on o.account_id = a.account_id and o.id = a.operation_id
        where a.fee > 0 group by a.operation_id, o.route, o.currency
      ),
      booked as (
        select operation_id, substr(credit, 10) as route, currency, sum(amount) as fee
        from transfer where verb = 'provider_fee' group by operation_id, credit, currency
      )
    select format('operation %s: the provider of %s kept %s %s, booked are %s', operation_id, route,
      coalesce(t.fee, 0), currency, coalesce(b.fee, 0)) as example
      from told t full join booked b using (operation_id, route, currency)
        where coalesce(t.fee, 0) <> coalesce(b.fee, 0)
    union all
    select format('attempt %s of operation %s is %s, and has a fee', number, operation_id, state)
      from attempt where fee is not null and state <> 'SUCCEEDED'
    union all
    select format('transfer %s: %s of a provider moves %s to %s for account %s', id, verb, debit,
      credit, account_id)
      from transfer where verb = 'provider_fee' and (account_id <> 0 or debit <> 'fees'
        or credit not like 'provider:_%' or operation_id is null)
    union all
    select format('%s %s at %s, and %s has moved there less fees', coalesce(f.amount, 0), currency,
      route, coalesce(m.amount, 0))
      from (
        select route, currency, sum(amount) as amount from (
          select substr(debit, 10) as route, currency, amount from transfer
            where debit like 'provider:%'
          union all
          select substr(credit, 10), currency, -amount from transfer where credit like 'provider:%'
        ) entry group by route, currency
      ) as f
      full join (
        select route, currency, sum(amount) as amount from (
          select route, currency, case direction when 'CREDIT' then amount
            else -amount end as amount
            from operation where state in (${literals(standing)})
          union all
          select m.route, m.currency, m.amount from public.float_move m join transfer t
            on t.account_id = 0 and t.id = m.transfer_id
          union all
          select substr(debit, 10), currency, amount from transfer where ${isOpening}
          union all
          select substr(debit, 10), currency, amount from transfer where verb = 'adjust'
            and debit like 'provider:%'
          union all
          select substr(credit, 10), currency, -amount from transfer where verb = 'adjust'
            and credit like 'provider:%'
          union all
          select route, currency, -fee from told
        ) movement group by route, currency
      ) as m using (route, currency)
      where coalesce(f.amount, 0) <> coalesce(m.amount, 0)`,
};
