-- Payments, callbacks: what is due to whom, the log of each delivery, replays, and the certificates
-- of receivers.

-- ── Callbacks ───────────────────────────────────────────────────────────────────────────────────

-- A destination queue of an account (scheme://host:port) and how its receiver has behaved.
create table callback_destination (
  account_id integer not null,
  destination text not null,
  -- Set by DNS, connection, TLS and time-out failures: until then only one probe a minute goes out.
  slow_until timestamptz,
  failures integer not null default 0,
  primary key (account_id, destination)
);
-- What the retention task reads.
create index callback_destination_idle on callback_destination (coalesce(slow_until, '-infinity'::timestamptz));

-- A callback and when it is due. An operation has at most two: its result, and the later CANCELED or
-- REFUNDED to the account's second address. An inbound message and a change of a claim have one,
-- under a number of the same kind as an operation's. In partitions, as operation_transition.
create table callback (
  operation_id bigint not null,
  account_id integer not null,
  second boolean not null default false,
  created_at timestamptz not null default jokko_now(),
  -- scheme://host:port
  destination text not null,
  url text not null,
  status text not null,
  state text not null default 'due' check (state in ('due', 'delivered', 'abandoned')),
  attempts integer not null default 0,
  -- Null once delivered or abandoned.
  next_attempt_at timestamptz,
  lease_owner integer,
  closed_at timestamptz,
  -- Until when failed attempts are repeated; null: 72 hours from the result. A replay sets it anew.
  retry_until timestamptz,
  -- Why a user gave it up; null: nobody did.
  given_up text,
  primary key (operation_id, account_id, second)
) partition by range (operation_id);
create table callback_p1 partition of callback
  for values from (minvalue) to (9796093022208)
  with (fillfactor = 80,
  autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);
-- First attempts and retries are claimed apart: a backlog of retries must not hide a first attempt
-- (rule C4). Not by `attempts > 0`: the planner turns a comparison of it with false into another
-- expression, finds that in no index, and reads the backlog of retries for each first attempt.
create index callback_due on callback (account_id, destination, least(attempts, 1), next_attempt_at)
  where next_attempt_at is not null;
-- For lists and replays. Rows come in the order of time, so that a summary of each block is enough.
create index callback_created on callback using brin (created_at) with (autosummarize = on);
create index callback_abandoned on callback (account_id, destination, created_at) where state = 'abandoned';
-- The newest of an account first; on an expression as operation_of_account (decisions/0007).
create index callback_of_account on callback ((account_id + 0), created_at);

-- The frozen body of each callback, apart from what changes. In partitions, as operation_transition.
create table callback_body (
  operation_id bigint not null,
  account_id integer not null,
  second boolean not null default false,
  body text not null,
  primary key (operation_id, account_id, second)
) partition by range (operation_id);
create table callback_body_p1 partition of callback_body
  for values from (minvalue) to (9796093022208)
  with (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 1000000,
  autovacuum_analyze_scale_factor = 0.05);
create trigger callback_body_frozen before update on callback_body execute function refuse_change();
create trigger callback_body_frozen before update on callback_body_p1
  execute function refuse_change();

-- The log of deliveries: each try, with the phases of its connection. In partitions, as
-- operation_transition.
create table callback_attempt (
  account_id integer not null,
  operation_id bigint not null,
  number integer not null,
  started_at timestamptz not null,
  duration_ms integer not null,
  http_status integer,
  -- Null when delivered, else one of the closed list of error classes.
  error_class text,
  second boolean not null default false,
  -- Phases are absent when a kept connection was used again. No attempt takes longer than 15 s.
  dns_ms smallint,
  connect_ms smallint,
  tls_ms smallint,
  first_byte_ms smallint,
  -- 12: TLS 1.2, 13: TLS 1.3.
  tls_version smallint,
  -- Whether the presented key was among the pins; null without pins.
  pin_matched boolean,
  -- SHA-256 of the presented key's SubjectPublicKeyInfo.
  pin_seen bytea,
  address inet,
  -- In which phase the one deadline fired.
  timeout_phase text,
  answer bytea,
  -- The receiver had more to say.
  answer_cut boolean not null default false,
  -- JSON, name to value; at most 8 KB, nothing secret. Null for a delivered attempt, and once
  -- forgotten.
  answer_headers text,
  -- Of the bytes that were sent: the first 8 of their SHA-256 (I-23).
  body_hash bytea,
  primary key (operation_id, account_id, second, number)
) partition by range (operation_id);
create table callback_attempt_p1 partition of callback_attempt
  for values from (minvalue) to (9796093022208)
  with (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 1000000,
  autovacuum_analyze_scale_factor = 0.05);
-- What the retention task reads. Most callbacks are delivered at once, and their attempts are in
-- neither index.
create index callback_attempt_answer on callback_attempt (started_at)
  where answer is not null or answer_headers is not null;
create index callback_attempt_failed on callback_attempt (started_at) where error_class is not null;

-- ── Replays ─────────────────────────────────────────────────────────────────────────────────────

-- A list of callbacks, fixed when it was asked for, that become due at a chosen rate.
create table callback_replay (
  id integer generated always as identity primary key,
  -- What was asked for, as text for people.
  filter json not null,
  per_second integer not null check (per_second > 0),
  total integer not null,
  state text not null default 'running' check (state in ('running', 'done', 'stopped')),
  -- Real time: a rate goes by the clock on the wall.
  started_at timestamptz not null default now(),
  released_at timestamptz not null default now(),
  ended_at timestamptz,
  -- Whose callbacks alone it sends; null: those of several accounts.
  account_id integer
);
create index callback_replay_running on callback_replay (id) where state = 'running';
create index callback_replay_account on callback_replay (account_id, id)
  where account_id is not null;

-- The callbacks of a replay.
create table callback_replay_item (
  replay_id integer not null references callback_replay (id) on delete cascade,
  account_id integer not null,
  operation_id bigint not null,
  second boolean not null,
  released boolean not null default false,
  primary key (replay_id, operation_id, account_id, second)
);
create index callback_replay_waiting on callback_replay_item (replay_id, operation_id)
  where not released;

-- ── Certificates of receivers ───────────────────────────────────────────────────────────────────

-- Keys that a receiver must show (rule C6). `host` is a name or address as URLs write it, with
-- `:port` where the pin is for one port only.
create table callback_pin (
  account_id integer not null references account (id),
  host text not null,
  -- SHA-256 of the SubjectPublicKeyInfo.
  pin bytea not null check (octet_length(pin) = 32),
  label text,
  added_at timestamptz not null default jokko_now(),
  primary key (account_id, host, pin)
);

-- One row for each key that a receiver has shown, at most a few a host. `host` always with its
-- port.
create table callback_certificate (
  account_id integer not null,
  host text not null,
  pin bytea not null,
  subject text not null,
  issuer text not null,
  expires_at timestamptz not null,
  first_seen_at timestamptz not null default jokko_now(),
  seen_at timestamptz not null default jokko_now(),
  -- The last of 30, 14 and 3 days before the expiry that was warned of.
  warned_days smallint,
  -- The latest expiry that was warned of: a later one begins anew.
  warned_for timestamptz,
  primary key (account_id, host, pin)
);
create index callback_certificate_expiry on callback_certificate (expires_at);
create index callback_certificate_seen on callback_certificate (seen_at);
