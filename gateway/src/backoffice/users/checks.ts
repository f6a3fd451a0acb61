// I-40, I-41: checks that the portal's audit log is complete, and that two users agreed wherever
// two must.

import { isArchived } from '../../platform/db/partitions.ts';
import type { Check } from '../../platform/doctor/check.ts';
import { auditEntriesChanged } from '../../platform/audit/checks.ts';

// The one before is found by key, in whatever part of the log it is.
const entriesWithTheirFormer = `
  select e.number, e.previous_hash, f.number as before, f.hash as before_hash
    from audit_entry e left join lateral (
      select number, hash from public.audit_entry b where b.number < e.number order by b.number desc
        limit 1) f on true`;

export const auditChain: Check = {
  id: 'I-40',
  reach: { audit_entry: 'number' },
  statement:
    'the audit log is intact: each entry is chained to the previous one, none is missing, and the last one is the head',
  sql: `
    select format('audit entry %s is missing or out of order: the one before is %s', number,
      coalesce(before, 0)) as example
      from (${entriesWithTheirFormer}) as entry where number <> coalesce(before, 0) + 1
    union all
    select format('audit entry %s does not follow the one before it', number)
      from (${entriesWithTheirFormer}) as entry where previous_hash <> coalesce(before_hash,
        decode(repeat('00', 32), 'hex'))
    union all
    select format('audit entry %s says another number', number) from audit_entry
      where (body::jsonb ->> 'number')::bigint <> number`,
  alsoOnce: `
    select format('the last audit entry is %s, and the head says %s', coalesce(e.number, 0),
      h.number) as example
      from audit_head h left join (select number, hash from audit_entry order by number desc
        limit 1) as e on true
      where coalesce(e.number, 0) <> h.number or coalesce(e.hash,
        decode(repeat('00', 32), 'hex')) <> h.hash
    union all
    select 'the audit log has no head' where not exists (select from audit_head)`,
  prove: auditEntriesChanged,
};

/** SQL condition: two users agreed to what the row `alias` names. */
const isApproved = (alias: string): string => `exists (
        select from approval_request w where w.id = ${alias}.approval_request_id
          and w.account_id = ${alias}.account_id and w.state in ('approved', 'done') offset 0)`;

export const twoUsers: Check = {
  id: 'I-41',
  statement:
    'nothing was executed without its second user, every decision is in the audit log, and roles name all users who changed them',
  alsoOnce: `
    select format('role %s was changed by user %s, which it does not name', m.id,
      a.user_id) as example
      from membership m join audit_entry a on a.subject = concat('person/', m.user_id)
        and a.action = 'member.change'
      where coalesce(a.account_id, 0) = coalesce(m.account_id, 0) and m.ended_at is null
        and a.at::timestamptz >= m.created_at
        and a.user_id is not null and a.user_id <> all(m.changed_by)
        and not exists (select from audit_entry v where v.subject = a.subject
          and v.action = 'member.vouch' and v.number > a.number)
    union all
    select format('approval request %s is %s by the person who asked for it', id, state)
      from approval_request where state in ('approved', 'done', 'failed')
        and (decided_by is null or decided_by = asked_by)
    union all
    select format('approval request %s is %s and no entry of the audit log says by whom', id, state)
      from approval_request w where state in ('approved', 'done', 'failed')
        and not exists (select from audit_entry a where a.subject = concat('wish/', w.id)
          and a.action = 'wish.approve' and a.user_id = w.decided_by)
    union all
    select format('person %s asked %s times under one key of a form', asked_by, count(*))
      from approval_request where ask_key is not null group by asked_by, ask_key having count(*) > 1
    union all
    select format('account %s operation %s, %s: names approval request %s, which two users have not approved', account_id, operation_id, resolution,
        approval_request_id)
      from operation_case d
      where resolution in ('executed', 'not_executed', 'booked', 'explained')
        and not ${isApproved('d')}`,
  sql: `
    select format('account %s operation %s: decided by users without an approval request',
      account_id, id) as example
      from operation o where proof = 'operator' and not exists (
        select from operation_transition t where t.operation_id = o.id
          and t.account_id = o.account_id and t.reason like '%(wish/%)')
        and not ${isArchived('o.id')}
    union all
    select format('account %s operation %s, %s: names approval request %s, which two users have not approved', account_id, operation_id, what, approval_request_id)
      from (
        select account_id, operation_id, reason as what, substring(reason
          from '\\(wish/(\\d+)\\)$')::integer as approval_request_id
          from operation_transition where reason like '%(wish/%)'
        union all
        select account_id, operation_id, note, substring(note from '^wish/(\\d+): ')::integer
          from transfer
          where verb = 'adjust' and operation_id is not null
      ) as decided
      where not ${isApproved('decided')}`,
};
