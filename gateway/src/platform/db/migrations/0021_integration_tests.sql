-- Tests of an account's integration in a sandbox: what its receiver answered, and what its program did.

create table integration_test (
  id bigint primary key generated always as identity,
  account_id integer not null,
  -- 'portal': the gateway posted the callbacks; 'command': the developer's machine did, and reported the answers.
  made_by text not null check (made_by in ('portal', 'command')),
  receiver text not null,
  -- An externalTransactionId that the receiver knows; null: it is given new ones.
  order_id text,
  direction text not null check (direction in ('collect', 'payOut', 'both')),
  -- Null: all of them.
  scenarios text[],
  started_at timestamptz not null default jokko_now(),
  -- For each step that was sent, an array of {status, durationMs}.
  exchanges jsonb not null default '[]',
  -- Transactions whose answer was lost, and that the program repeated under their id.
  repeated bigint[] not null default '{}',
  ended_at timestamptz,
  -- As reported at the end.
  lines jsonb,
  -- Signed; null: not all of it was passed.
  certificate text
);
create index integration_test_account on integration_test (account_id, id desc);
