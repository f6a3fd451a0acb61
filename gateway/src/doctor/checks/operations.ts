// Is each operation alive, unique, attempted in order, and certain where it is final? Invariants I-11 to I-15.

import { literals } from '../check.ts';
import type { Check } from '../check.ts';
import { executedStates, openStates } from './states.ts';

/** reliability.md I-14. */
const readySecondsMax = 60;
/** The longest provider time-out (60 s) and 30 s. */
const sendingSecondsMax = 90;
/** Connector kit `giveUpAfterMs` (72 h) and an hour, as look-ups are hourly by then. */
const unknownHoursMax = 73;

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
  statement: 'an externalTransactionId names one operation of its account, a transaction id one operation at all',
  sql: `
    select format('account %s: external id %s names %s operations', account_id, external_id, count(*)) as example
      from operation group by account_id, external_id having count(*) > 1
    union all
    select format('transaction id %s names %s operations', id, count(*)) from operation group by id having count(*) > 1`,
};

export const attempts: Check = {
  id: 'I-12',
  statement: 'an operation has one live attempt while it is under way, none otherwise; attempts are numbered without gap',
  sql: `
    with tally as (
        select account_id, operation_id, count(*) as attempts, min(number) as first, max(number) as last,
          count(*) filter (where state in ('SENDING', 'ACCEPTED', 'UNKNOWN')) as live
        from attempt group by account_id, operation_id
      )
    select format('account %s operation %s, %s, counts %s attempts: %s stored, numbers %s to %s, %s live',
        o.account_id, o.id, o.state, o.attempts, coalesce(t.attempts, 0), t.first, t.last, coalesce(t.live, 0)) as example
    from operation o left join tally t on t.account_id = o.account_id and t.operation_id = o.id
    where coalesce(t.attempts, 0) <> o.attempts
      or t.first <> 1 or t.last <> t.attempts
      or coalesce(t.live, 0) <> case when o.state in ('SENDING', 'ACCEPTED', 'UNKNOWN', 'REFUNDING') then 1 else 0 end`,
};

export const alarmClock: Check = {
  id: 'I-13',
  statement:
    'an operation that is not final, or owes a refund for a late cancellation, has a time when somebody looks at it again; no other has',
  sql: `
    select format('account %s operation %s: %s with next step %s', account_id, id, state, coalesce(next_step_at::text, 'never')) as example
    from operation where (state in (${literals(openStates)}) or (state = 'SUCCESS' and cancel_requested)) <> (next_step_at is not null)`,
};

export const nothingStuck: Check = {
  id: 'I-14',
  statement: `no READY overdue by ${readySecondsMax} s, no SENDING older than ${sendingSecondsMax} s, no UNKNOWN past its escalation without an open discrepancy`,
  sql: `
    select format('account %s operation %s: READY, due since %s', account_id, id, next_step_at) as example
      from operation where state = 'READY' and next_step_at < jokko_now() - interval '${readySecondsMax} seconds'
    union all
    select format('account %s operation %s: SENDING since %s', account_id, operation_id, sent_at)
      from attempt where state = 'SENDING' and sent_at < jokko_now() - interval '${sendingSecondsMax} seconds'
    union all
    select format('account %s operation %s: UNKNOWN since %s, no open discrepancy', a.account_id, a.operation_id, a.sent_at)
      from attempt a
      where a.state = 'UNKNOWN' and a.sent_at < jokko_now() - interval '${unknownHoursMax} hours'
        and not exists (
          select from discrepancy d where d.account_id = a.account_id and d.operation_id = a.operation_id and d.resolved_at is null
        )`,
};

export const proofs: Check = {
  id: 'I-15',
  statement: "each success has the provider's reference or an operator's proof, each failure and cancellation a proof from the closed list",
  sql: `
    select format('account %s operation %s: %s with proof %s, provider reference %s', account_id, id, state, coalesce(proof, 'none'),
        coalesce(provider_reference, 'none')) as example
      from operation
      where case
        when state in (${literals(executedStates)}) then
          not coalesce(proof = 'operator' or (proof = 'provider_succeeded' and provider_reference is not null), false)
        when state = 'FAILED' then coalesce(proof, 'none') not in (${literals(failureProofs)})
        when state = 'CANCELED' then coalesce(proof, 'none') not in (${literals(cancelProofs)})
        else false
      end
    union all
    select format('account %s operation %s: %s as never sent, yet it was %s', o.account_id, o.id, o.state, t.to_state)
      from operation o join operation_transition t on t.account_id = o.account_id and t.operation_id = o.id
      where o.proof = 'never_sent' and t.to_state in ('ACCEPTED', 'UNKNOWN')`,
};
