// Is the audit log whole, and did two persons agree where two must? Invariants I-40 and I-41, of the portal.

import type { Check } from '../check.ts';
import { auditEntriesChanged } from './audit-entries.ts';

export const auditChain: Check = {
  id: 'I-40',
  statement: 'the audit log is whole: each entry is bound to the one before, none is missing, and the last one is the head',
  sql: `
    select format('audit entry %s is missing or out of order: the one before is %s', number, coalesce(before, 0)) as example
      from (select number, lag(number) over (order by number) as before from audit_entry) as entry where number <> coalesce(before, 0) + 1
    union all
    select format('audit entry %s does not follow the one before it', number)
      from (select number, previous_hash, coalesce(lag(hash) over (order by number), decode(repeat('00', 32), 'hex')) as before from audit_entry) as entry
      where previous_hash <> before
    union all
    select format('audit entry %s says another number', number) from audit_entry where (body::jsonb ->> 'number')::bigint <> number
    union all
    select format('the last audit entry is %s, and the head says %s', coalesce(e.number, 0), h.number)
      from audit_head h left join (select number, hash from audit_entry order by number desc limit 1) as e on true
      where coalesce(e.number, 0) <> h.number or coalesce(e.hash, decode(repeat('00', 32), 'hex')) <> h.hash
    union all
    select 'the audit log has no head' where not exists (select from audit_head)`,
  prove: auditEntriesChanged,
};

export const twoPersons: Check = {
  id: 'I-41',
  statement:
    'nothing was carried out that only one person wished for, every decision is in the audit log, and seats name all who changed them',
  sql: `
    select format('seat %s was changed by person %s and does not say so', m.id, a.person_id) as example
      from membership m join audit_entry a on a.subject = concat('person/', m.person_id) and a.action = 'member.change'
      where coalesce(a.account_id, 0) = coalesce(m.account_id, 0) and m.ended_at is null and a.at::timestamptz >= m.created_at
        and a.person_id is not null and a.person_id <> all(m.changed_by)
        and not exists (select from audit_entry v where v.subject = a.subject and v.action = 'member.vouch' and v.number > a.number)
    union all
    select format('wish %s is %s by the person who asked for it', id, state)
      from wish where state in ('approved', 'done', 'failed') and (decided_by is null or decided_by = asked_by)
    union all
    select format('wish %s is %s and no entry of the audit log says by whom', id, state)
      from wish w where state in ('approved', 'done', 'failed')
        and not exists (select from audit_entry a where a.subject = concat('wish/', w.id) and a.action = 'wish.approve' and a.person_id = w.decided_by)
    union all
    select format('person %s asked %s times under one key of a form', asked_by, count(*))
      from wish where ask_key is not null group by asked_by, ask_key having count(*) > 1
    union all
    select format('account %s operation %s: decided by persons, and no wish says so', account_id, id)
      from operation o where proof = 'operator' and not exists (
        select from operation_transition t where t.operation_id = o.id and t.account_id = o.account_id and t.reason like '%(wish/%)')
    union all
    select format('account %s operation %s, %s: names wish %s, which two persons have not agreed on', account_id, operation_id, what, wish_id)
      from (
        select account_id, operation_id, reason as what, substring(reason from '\\(wish/(\\d+)\\)$')::integer as wish_id
          from operation_transition where reason like '%(wish/%)'
        union all
        select account_id, operation_id, resolution, wish_id from discrepancy
          where resolution in ('executed', 'not_executed', 'booked', 'explained')
        union all
        select account_id, operation_id, note, substring(note from '^wish/(\\d+): ')::integer from transfer
          where verb = 'adjust' and operation_id is not null
      ) as decided
      where not exists (
        select from wish w where w.id = decided.wish_id and w.account_id = decided.account_id and w.state in ('approved', 'done'))`,
};
