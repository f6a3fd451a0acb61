-- Calls that were refused and left nothing behind, for the request inspector of developers; and operators who look at a developer's portal.

-- Written in batches beside the requests (domain/refusals). Kept for days, and so many of an account.
create table refused_call (
  account_id integer not null references account (id),
  id bigint generated always as identity,
  at timestamptz not null,
  endpoint text not null,
  -- Of the envelope; 400 for SMS.
  code integer not null,
  -- An entry of the error catalogue.
  error text,
  message text not null,
  fields jsonb not null,
  -- `jk_test_7`: the part of a key that may be told.
  key_name text not null,
  -- Whether the whole key was right: who has not, can write into the log of others, but not push theirs out.
  key_valid boolean not null,
  address text,
  request_id text not null,
  duration_ms integer not null,
  code_service text,
  -- Names of members in their order, with the values of harmless ones.
  members jsonb not null,
  primary key (account_id, id)
);
create index refused_call_at on refused_call (at);
