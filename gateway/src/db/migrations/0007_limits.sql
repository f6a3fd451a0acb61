-- Limits that nodes share: the look-up limit and its blacklist (rule S2), and the rate of an account.

-- Counted status look-ups of the last minute, only of what is looked up often enough to concern more than one node. Not logged: a crash of
-- the database forgets a minute of counting and nothing else. Times are parts of a millisecond on the database's clock, so that two look-ups of
-- one moment stay two.
create unlogged table look_up_window (
  -- Hash of account, transaction and address (domain/lookups/limit.ts).
  key bigint primary key,
  times bigint[] not null,
  latest bigint not null
);
create index look_up_window_latest on look_up_window (latest);

-- Refused status look-ups of the last minutes, in ms on the database's clock. Account 0 stands for calls without a key.
create unlogged table look_up_refusal (
  address text not null,
  account_id integer not null,
  times bigint[] not null,
  latest bigint not null,
  primary key (address, account_id)
);
create index look_up_refusal_latest on look_up_refusal (latest);

-- The blacklist of the status endpoint. Account 0 stands for calls without a key; an IPv6 address for its /64.
create table look_up_block (
  address text not null,
  account_id integer not null,
  blocked_at timestamptz not null default jokko_now(),
  blocked_until timestamptz not null,
  primary key (address, account_id)
);
create index look_up_block_until on look_up_block (blocked_until);

-- Calls a second of one account. Null: what the installation says; 0: no limit.
alter table account add column rate_limit integer check (rate_limit >= 0);
