// Checks that users see what waits for them, and only that: no case about an outcome that is known,
// and none missing about a result that is overdue. Invariants I-17 and I-18.

import { literals } from '../../platform/doctor/check.ts';
import type { Check } from '../../platform/doctor/check.ts';

/** Kinds of cases that the outcome closes (decision 0022). */
const outcomeKinds = ['unknown_outcome', 'overdue_result'] as const;
const finalStates = ['SUCCESS', 'FAILED', 'CANCELED', 'REFUNDED'] as const;

/** A route that does not say otherwise. */
const resultWithinHours = 24;
/**
 * A case is opened by the fourth query without news at the earliest, and by one that is not long
 * overdue.
 */
const queriesMin = 4;
const overdueHours = 1;

export const noCaseOfTheDecided: Check = {
  id: 'I-17',
  statement: 'no case about an unknown or overdue outcome is open once the operation is final',
  sql: `
    select format('account %s operation %s is %s, and its case %s (%s) is open', o.account_id, o.id,
      o.state, c.id, c.kind) as example
    from operation_case c join operation o on o.account_id = c.account_id and o.id = c.operation_id
    where c.resolved_at is null and c.kind in (${literals(outcomeKinds)})
      and o.state in (${literals(finalStates)})`,
};

export const noSilentDelay: Check = {
  id: 'I-18',
  reach: 'present',
  statement: `what a provider accepted and has not decided within the time of its route (${resultWithinHours} h by default) has an open case`,
  sql: `
    with allowed as (
      select r ->> 'name' as route, (r ->> 'resultWithinHours')::integer as hours
      from catalogue, json_array_elements(document -> 'routes') r
      where version = (select max(version) from catalogue)
    )
    select format('account %s operation %s: accepted, sent %s, no open case', a.account_id,
      a.operation_id, a.sent_at) as example
    from attempt a
      join operation o on o.account_id = a.account_id and o.id = a.operation_id
      left join allowed on allowed.route = a.route
    where a.state = 'ACCEPTED'
      and a.sent_at < jokko_now() - (coalesce(allowed.hours,
        ${resultWithinHours}) + ${overdueHours}) * interval '1 hour'
      and (a.queries >= ${queriesMin} or o.next_step_at < jokko_now() - ${overdueHours}
        * interval '1 hour')
      and not exists (
        select from operation_case c where c.account_id = a.account_id
          and c.operation_id = a.operation_id and c.resolved_at is null
      )`,
};
