-- Since when a claim waits for the operator and when it was first answered; days of the audit log; why somebody is on the blacklist.

-- Null: the operator owes no answer. An objection to an answer makes it wait again, whatever its status.
alter table claim
  add column waits_since timestamptz default jokko_now(),
  add column answered_at timestamptz;
update claim c set
  answered_at = (select min(e.at) from claim_event e where e.account_id = c.account_id and e.claim_id = c.id and e.side = 'operator'
    and coalesce(e.to_status, 'RESOLVED') in ('RESOLVED', 'REJECTED')),
  waits_since = case
    when c.status = 'CLOSED' then null
    when c.status in ('OPENED', 'IN_PROGRESS') then coalesce((select max(e.at) from claim_event e
      where e.account_id = c.account_id and e.claim_id = c.id and e.side = 'developer' and e.to_status = 'IN_PROGRESS'), c.opened_at)
    -- What the developer has said since the last word of the operator.
    else (select min(e.at) from claim_event e where e.account_id = c.account_id and e.claim_id = c.id and e.side = 'developer'
      and e.id > coalesce((select max(o.id) from claim_event o
        where o.account_id = c.account_id and o.claim_id = c.id and o.side = 'operator'), 0))
  end;
-- The operator's queue goes by id, which is the order of opening.
create index claim_awaited on claim (id) where waits_since is not null;
drop index claim_waiting;

-- Times of entries rise with their numbers: the first one of a day is where a list of that day ends.
create index audit_entry_at on audit_entry (at, number);

-- How many refused look-ups were too many, within which time. Null: blocked before this was noted.
alter table look_up_block add column refusals integer, add column within_ms integer;
