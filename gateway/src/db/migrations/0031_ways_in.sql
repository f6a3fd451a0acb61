-- Who stands behind a seat, links that wait for a second person, and what anybody may ask for without signing in.

alter table membership
  -- Everybody who has changed the seat, besides who gave it (given_by): never overwritten, emptied only when who runs the server vouches.
  add column changed_by integer[] not null default '{}',
  -- Null: never.
  add column changed_at timestamptz;

-- Changes were kept in given_by until now; the log knows all of them, and links the first giver.
with vouched as (
  select m.id, coalesce(max(v.number), 0) as number
    from membership m left join audit_entry v on v.subject = concat('person/', m.person_id) and v.action = 'member.vouch' and m.account_id is null
    group by m.id
), changes as (
  select m.id, array_agg(distinct a.person_id) as by
    from membership m join vouched v on v.id = m.id
      join audit_entry a on a.subject = concat('person/', m.person_id) and a.action = 'member.change'
        and coalesce(a.account_id, 0) = coalesce(m.account_id, 0) and a.number > v.number and a.person_id is not null
    group by m.id
)
update membership m set changed_by = c.by, changed_at = jokko_now(),
    given_by = coalesce((
      -- Whom the server's keeper vouched for was given the seat by nobody.
      select l.made_by from one_time_link l join person p on p.email_key = l.email_key
        where p.id = m.person_id and l.kind = 'invitation' and l.used_at is not null and coalesce(l.account_id, 0) = coalesce(m.account_id, 0)
          and v.number = 0
        order by l.used_at desc limit 1), m.given_by)
  from changes c join vouched v on v.id = c.id where c.id = m.id;

-- Places that somebody has signed in from, however long ago the sessions ended.
create index portal_session_of_person on portal_session (person_id, id);

alter table one_time_link
  -- The link works once another person has approved this wish; null: at once.
  add column wish_id integer references wish (id);
create index one_time_link_wish on one_time_link (wish_id) where wish_id is not null;
create index one_time_link_made_by on one_time_link (made_by) where used_at is null;

alter table passkey_challenge
  -- Of who asked without being signed in; null: of somebody who is.
  add column address_group text;
create index passkey_challenge_address on passkey_challenge (address_group, expires_at) where address_group is not null;
