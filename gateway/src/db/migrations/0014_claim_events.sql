-- What was said and done about a claim, and how are claims of all accounts found?

-- Append-only; the opening is the claim's own row.
create table claim_event (
  account_id integer not null,
  claim_id integer not null,
  id bigint generated always as identity,
  at timestamptz not null default jokko_now(),
  side text not null check (side in ('developer', 'operator')),
  person_id integer not null references person (id),
  -- Null: a message that moves nothing.
  to_status text check (to_status in ('IN_PROGRESS', 'RESOLVED', 'REJECTED', 'CLOSED')),
  message text,
  check (to_status is not null or message is not null),
  primary key (account_id, claim_id, id)
);
create trigger claim_event_append_only before update or delete or truncate on claim_event execute function refuse_change();

-- The operator's queue goes by id, which is the order of opening.
create index claim_waiting on claim (id) where status in ('OPENED', 'IN_PROGRESS');
create index claim_status on claim (status, id);
create index claim_account_status on claim (account_id, status, id);
