-- Settlements: who set the schedule, and so stands behind what it asks for. Floats: moves by the bank's reference.

alter table settlement_schedule
  -- Null: set before it was kept, and the audit log does not know either.
  add column set_by integer references person (id);
update settlement_schedule s set set_by = (
  select a.person_id from audit_entry a
  where a.action = 'schedule.set' and a.account_id = s.account_id and a.subject = 'schedule/' || s.currency
  order by a.number desc limit 1
);
-- Who set the schedule that asked for it; null: a person asked.
alter table settlement add column scheduled_by integer references person (id);

-- Whether a transfer of the bank's was booked before.
create index float_move_reference on float_move (reference, id);
