-- Who gave a seat, or changed it last: whoever was brought in by somebody approves none of that person's wishes.

alter table membership
  -- Null: the command line, or the person who registered the account.
  add column given_by integer references person (id);
create index membership_of_person on membership (person_id, id);

update membership m set given_by = (
  select l.made_by from one_time_link l join person p on p.email_key = l.email_key
    where p.id = m.person_id and l.kind = 'invitation' and l.used_at is not null and coalesce(l.account_id, 0) = coalesce(m.account_id, 0)
    order by l.used_at desc limit 1);
