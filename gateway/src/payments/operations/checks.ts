// Checks that each operation is alive, unique, attempted in order, and certain where it is final.
// Invariants I-11 to I-15.

import { isArchived, withPartitions } from '../../platform/db/partitions.ts';
import { literals } from '../../platform/doctor/check.ts';
import type { Check } from '../../platform/doctor/check.ts';
import { executedStates, openStates } from './checks-states.ts';

/** I-14. */
const readySecondsMax = 60;
/** The longest provider time-out (60 s) and 30 s. */
const sendingSecondsMax = 90;
/** Connector kit `giveUpAfterMs` (72 h) and an hour, as status queries are hourly by then. */
const unknownHoursMax = 73;
/**
 * Time alone opens no case: the provider was asked this often, or should have been asked an hour
 * ago.
 */
const queriesMin = 4;

const failureProofs = [
  'refused_at_opening',
  'never_sent',
  'provider_refused',
  'provider_failed',
  'provider_canceled',
  'absent',
  'operator',
];
const cancelProofs = ['never_sent', 'provider_canceled', 'operator'];

export const uniqueIds: Check = {
  id: 'I-11',
  statement:
    'an externalTransactionId names one operation of its account, a transaction id one operation at all',
  sql: `
    select format('account %s: external id %s names %s operations', account_id, external_id,
      count(*)) as example
      from operation group by account_id, external_id having count(*) > 1
    union all
    select format('transaction id %s names %s operations', id, count(*)) from operation group by id
      having count(*) > 1`,
  // Between operations of different parts the index is trusted.
  alsoOnce: `
    select 'external ids of an account have no unique index in force' as example
      where not exists (select from pg_index where indrelid = 'public.operation'::regclass
        and indisunique and indisvalid
        and pg_get_indexdef(indexrelid) like '%(external_id, account_id)')`,
};

export const ownReferences: Check = {
  id: 'I-29',
  statement: 'a provider reference is that of one operation of its route',
  // In a part, by key for each of its operations: the other one may be of any time.
  sql: (hand) =>
    hand === 'whole'
      ? `
    select format('route %s: provider reference %s is that of transactions %s', route,
      provider_reference, string_agg(id::text, ', ' order by id)) as example
      from operation where provider_reference is not null
      group by route, provider_reference having count(*) > 1`
      : `
    select distinct format('route %s: provider reference %s is that of transactions %s', o.route,
      o.provider_reference, same.ids) as example
      from operation o cross join lateral (
        select string_agg(x.id::text, ', ' order by x.id) as ids, count(*) as count
          from public.operation x
        where x.provider_reference = o.provider_reference and x.provider_reference is not null
          and x.route = o.route
      ) as same
      where o.provider_reference is not null and same.count > 1`,
};

export const attempts: Check = {
  id: 'I-12',
  statement:
    'an operation in progress has one active attempt, any other none, and nothing of a parked one may have left; attempts are numbered without gaps, and what each sends is stored',
  sql: `
    with tally as (
        select account_id, operation_id, count(*) as attempts, min(number) as first,
          max(number) as last,
          count(*) filter (where state in ('SENDING', 'ACCEPTED', 'UNKNOWN')) as live
        from attempt group by account_id, operation_id
      )
    select format('account %s operation %s, %s, counts %s attempts: %s stored, numbers %s to %s, %s live',
        o.account_id, o.id, o.state, o.attempts, coalesce(t.attempts, 0), t.first, t.last,
          coalesce(t.live, 0)) as example
    from operation o left join tally t on t.account_id = o.account_id and t.operation_id = o.id
    where coalesce(t.attempts, 0) <> o.attempts
      or t.first <> 1 or t.last <> t.attempts
      or coalesce(t.live, 0) <> case when o.state in ('SENDING', 'ACCEPTED', 'UNKNOWN',
        'REFUNDING') then 1 else 0 end
    union all
    select format('account %s operation %s: parked, yet attempt %s is %s', a.account_id,
      a.operation_id, a.number, a.state)
    from attempt a join operation o on o.account_id = a.account_id and o.id = a.operation_id
    where o.state = 'PARKED' and a.state <> 'NOT_SENT'
    union all
    select format('account %s operation %s: attempt %s without what it sends', a.account_id,
      a.operation_id, a.number)
    from attempt a where not exists (
      select from attempt_request r where r.operation_id = a.operation_id
        and r.account_id = a.account_id and r.number = a.number)
      and not ${isArchived('a.operation_id')}`,
  alsoOnce: `
    select 'attempt has no trigger in force that refuses a second live one' as example
    where exists (
      select from (${withPartitions(['attempt'])}) as part where (
        select count(*) from pg_trigger where tgrelid = part.id
          and tgfoid = 'refuse_second_live_attempt'::regproc and tgenabled in ('O', 'A')) < 2)`,
};

export const alarmClock: Check = {
  id: 'I-13',
  statement:
    'an operation that is not final, or owes a refund for a late cancellation, has a time of its next step; no other has',
  sql: `
    select format('account %s operation %s: %s with next step %s', account_id, id, state,
      coalesce(next_step_at::text, 'never')) as example
    from operation where (state in (${literals(openStates)})
      or (state = 'SUCCESS' and cancel_requested)) <> (next_step_at is not null)`,
};

export const nothingStuck: Check = {
  id: 'I-14',
  reach: 'present',
  statement: `no READY or PARKED overdue by ${readySecondsMax} s, no SENDING older than ${sendingSecondsMax} s, no UNKNOWN past its escalation without an open case`,
  sql: `
    select format('account %s operation %s: %s, due since %s', account_id, id, state,
      next_step_at) as example
      from operation where state in ('READY', 'PARKED')
        and next_step_at < jokko_now() - interval '${readySecondsMax} seconds'
    union all
    select format('account %s operation %s: SENDING since %s', account_id, operation_id, sent_at)
      from attempt where state = 'SENDING'
        and sent_at < jokko_now() - interval '${sendingSecondsMax} seconds'
    union all
    select format('account %s operation %s: UNKNOWN since %s, no open case', a.account_id,
      a.operation_id, a.sent_at)
      from attempt a join operation o on o.account_id = a.account_id and o.id = a.operation_id
      where a.state = 'UNKNOWN' and a.sent_at < jokko_now() - interval '${unknownHoursMax} hours'
        and (a.queries >= ${queriesMin} or o.next_step_at < jokko_now() - interval '1 hour')
        and not exists (
          select from operation_case d where d.account_id = a.account_id
            and d.operation_id = a.operation_id and d.resolved_at is null
        )`,
};

export const proofs: Check = {
  id: 'I-15',
  statement:
    "each success has the provider's reference or an operator's proof, each failure and cancellation a proof from the closed list",
  sql: `
    select format('account %s operation %s: %s with proof %s, provider reference %s', account_id,
      id, state, coalesce(proof, 'none'),
        coalesce(provider_reference, 'none')) as example
      from operation
      where case
        when state in (${literals(executedStates)}) then
          not coalesce(proof = 'operator' or (proof = 'provider_succeeded'
            and provider_reference is not null), false)
        when state = 'FAILED' then coalesce(proof, 'none') not in (${literals(failureProofs)})
        when state = 'CANCELED' then coalesce(proof, 'none') not in (${literals(cancelProofs)})
        else false
      end
    union all
    select format('account %s operation %s: %s as never sent, yet it was %s', o.account_id, o.id,
      o.state, t.to_state)
      from operation o join operation_transition t on t.account_id = o.account_id
        and t.operation_id = o.id
      where o.proof = 'never_sent' and t.to_state in ('ACCEPTED', 'UNKNOWN')`,
};
