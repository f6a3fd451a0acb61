-- Payments: what the test inboxes of a sandbox received; a hundred an account, a day at most.

create table test_inbox (
  id bigint generated always as identity primary key,
  account_id integer not null,
  received_at timestamptz not null default jokko_now(),
  headers jsonb not null,
  body text not null,
  -- The HTTP status that was answered; null: none.
  answered smallint
);
create index test_inbox_account on test_inbox (account_id, id desc);
