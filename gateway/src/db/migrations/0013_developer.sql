-- What the developer's pages read and do: services asked for, callbacks and replays of one account.

-- Services that an account has asked for. The operator decides.
create table service_request (
  id integer generated always as identity primary key,
  account_id integer not null references account (id),
  code_service text not null,
  note text not null,
  asked_by integer not null references person (id),
  asked_at timestamptz not null default jokko_now(),
  state text not null default 'open' check (state in ('open', 'activated', 'refused')),
  decided_by integer references person (id),
  decided_at timestamptz,
  -- What the operator says to it.
  answer text
);
create unique index service_request_open on service_request (account_id, code_service) where state = 'open';
create index service_request_account on service_request (account_id, id);
create index service_request_state on service_request (state, id);

-- Callbacks of an account, the newest first.
create index callback_account on callback (account_id, created_at);

-- Whose callbacks alone a replay sends; null: those of several accounts.
alter table callback_replay add column account_id integer;
create index callback_replay_account on callback_replay (account_id, id) where account_id is not null;
