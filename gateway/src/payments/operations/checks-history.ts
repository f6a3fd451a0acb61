// Checks that the history of each operation is a path that the design allows, and ends in the
// operation's present state. Invariants I-10 and I-31.

import { isArchived } from '../../platform/db/partitions.ts';
import { literals } from '../../platform/doctor/check.ts';
import type { Check } from '../../platform/doctor/check.ts';
import { allowedChanges, executedStates, openingStates } from './checks-states.ts';

const allowed = Object.entries(allowedChanges)
  .flatMap(([from, to]) => to.map((state) => `('${from}', '${state}')`))
  .join(', ');

export const history: Check = {
  id: 'I-10',
  statement:
    'the states of each operation are a path in the allowed graph that ends in its present state',
  sql: `
    with step as (
        select account_id, operation_id, id, from_state, to_state,
          lag(to_state) over walk as state_before, lead(id) over walk is null as is_last
        from operation_transition where not ${isArchived('operation_id')} window
          walk as (partition by operation_id, account_id order by id)
      )
    select format('account %s operation %s%s: %s → %s after %s', s.account_id, s.operation_id,
      ', now ' || o.state, s.from_state, s.to_state,
        coalesce(s.state_before, 'the opening')) as example
      from step s left join operation o on s.is_last and o.account_id = s.account_id
        and o.id = s.operation_id and o.state <> s.to_state
      where (s.from_state, s.to_state) not in (${allowed})
        or case when s.state_before is null then s.from_state not in (${literals(openingStates)})
          else s.from_state <> s.state_before end
        or o.id is not null
    union all
    select format('account %s operation %s is %s without a history', o.account_id, o.id, o.state)
      from operation o
      where o.state not in (${literals(openingStates)})
        and not (o.state = 'FAILED' and o.proof = 'refused_at_opening')
        and not exists (select from operation_transition t where t.account_id = o.account_id
          and t.operation_id = o.id)
        and not ${isArchived('o.id')}`,
};

export const refunds: Check = {
  id: 'I-31',
  statement:
    'at most one refund succeeds, not above the amount, and only what the provider had executed is refunded; including manual corrections, an operation has moved its amount or nothing',
  sql: `
    select format('account %s operation %s is %s, yet attempt %s refunds it', o.account_id, o.id,
      o.state, a.number) as example
      from attempt a join operation o on o.account_id = a.account_id and o.id = a.operation_id
      where a.purpose = 'refund' and o.state not in (${literals(executedStates)})
    union all
    select format('account %s operation %s: %s refunds succeeded', account_id, operation_id,
      count(*))
      from attempt where purpose = 'refund' and state = 'SUCCEEDED'
        group by account_id, operation_id having count(*) > 1
    union all
    select format('account %s operation %s of %s: %s given back', o.account_id, o.id, o.amount,
      r.amount)
      from (
        select account_id, operation_id, sum(amount) as amount
        from transfer where verb = 'reverse' and debit <> 'fees' group by account_id, operation_id
      ) as r
        join operation o on o.account_id = r.account_id and o.id = r.operation_id
      where r.amount > o.amount
    union all
    select format('account %s operation %s, %s of %s, corrected: %s moved at the provider in all',
      o.account_id, o.id, o.direction, o.amount, m.amount)
      from (
        select account_id, operation_id, sum(case when credit like 'provider:%' then amount
          else -amount end) as amount
        from transfer
        where operation_id in (select operation_id from transfer where verb = 'adjust'
          and operation_id is not null)
          and (credit like 'provider:%' or debit like 'provider:%')
        group by account_id, operation_id
      ) as m
        join operation o on o.account_id = m.account_id and o.id = m.operation_id
      where m.amount not in (0, case o.direction when 'DEBIT' then o.amount else -o.amount end)`,
};
