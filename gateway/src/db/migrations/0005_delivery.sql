-- Delivery of callbacks: the log of each attempt, a second callback address, replays, and the index behind the event feed.

-- CANCELED and REFUNDED, for accounts that want them (rule C1). Null: off.
alter table account add column second_callback_url text;

-- An operation has at most two callbacks: its result, and the later CANCELED or REFUNDED to the account's second address.
alter table callback add column second boolean not null default false;
-- Until when failed attempts are repeated; null: 72 hours from the result. A replay sets it anew.
alter table callback add column retry_until timestamptz;
alter table callback drop constraint callback_pkey, add primary key (operation_id, account_id, second);
-- First attempts and retries are claimed apart. Not by `attempts > 0`: the planner turns a comparison of it with false into another
-- expression, finds that in no index, and reads the whole backlog of retries for each first attempt.
drop index callback_due;
create index callback_due on callback (account_id, lane, least(attempts, 1), next_attempt_at) where next_attempt_at is not null;
-- For people and replays. Rows come in the order of time, so that a few bytes for every thousand of them are enough.
create index callback_created on callback using brin (created_at) with (autosummarize = on);
create index callback_parked on callback (account_id, lane, created_at) where state = 'parked';

alter table callback_attempt add column second boolean not null default false;
alter table callback_attempt drop constraint callback_attempt_pkey, add primary key (operation_id, account_id, second, number);
-- The phases of a connection are absent when a kept one was used again. All in milliseconds; no attempt takes longer than 15 s.
alter table callback_attempt
  add column dns_ms smallint,
  add column connect_ms smallint,
  add column tls_ms smallint,
  add column first_byte_ms smallint,
  -- 12: TLS 1.2, 13: TLS 1.3.
  add column tls_version smallint,
  -- Whether the presented key was among the pins; null without pins.
  add column pin_matched boolean,
  -- SHA-256 of the presented key's SubjectPublicKeyInfo.
  add column pin_seen bytea,
  add column address inet,
  -- In which phase the one deadline fired.
  add column timeout_phase text,
  add column answer bytea,
  -- The receiver had more to say.
  add column answer_cut boolean not null default false;
-- What the retention task looks for.
create index callback_attempt_answer on callback_attempt (started_at) where answer is not null;

-- A replay is a list of callbacks, fixed when it was asked for, that become due at a chosen rate.
create table callback_replay (
  id integer generated always as identity primary key,
  -- What was asked for, as text for people.
  filter json not null,
  per_second integer not null check (per_second > 0),
  total integer not null,
  state text not null default 'running' check (state in ('running', 'done', 'stopped')),
  -- Real time, not the sandbox's: a rate is by the clock on the wall.
  started_at timestamptz not null default now(),
  released_at timestamptz not null default now(),
  ended_at timestamptz
);
create index callback_replay_running on callback_replay (id) where state = 'running';
create table callback_replay_item (
  replay_id integer not null references callback_replay (id) on delete cascade,
  account_id integer not null,
  operation_id bigint not null,
  second boolean not null,
  released boolean not null default false,
  primary key (replay_id, operation_id, account_id, second)
);
create index callback_replay_waiting on callback_replay_item (replay_id, operation_id) where not released;

-- The event feed: ends of operations, by account in the order in which they were recorded.
create index operation_transition_event on operation_transition (account_id, id)
  where to_state in ('SUCCESS', 'FAILED', 'CANCELED', 'REFUNDED') and (from_state <> 'REFUNDING' or to_state = 'REFUNDED');
