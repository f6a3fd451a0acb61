-- Platform: the installation, its secrets and nodes, and the audit log.
--
-- Rules of the whole schema:
-- * Every row carries its account and every key includes it, so that a distributed PostgreSQL can
--   shard by account. In the keys of large tables the account follows the column that finds one
--   row: were it first, a plan made while the tables are empty could read all rows of an account.
-- * Amounts are bigint ten-thousandths of the currency unit.
-- * The hot tables have no foreign keys. Only the writer of operations writes them, under the lock
--   of the account row; `jokko doctor` checks the references instead.
-- * Times come from jokko_now(), except where a comment says real time.

-- ── Installation ────────────────────────────────────────────────────────────────────────────────

-- The one row that says what this installation is.
create table installation (
  one boolean primary key default true check (one),
  -- Names this installation in files outside the database; a restored database keeps it.
  id uuid not null default gen_random_uuid(),
  mode text not null check (mode in ('sandbox', 'rehearsal', 'live')),
  -- Which of the installation's databases this is: 0, the home database, or a further cell, whose
  -- accounts, keys and ids are in a range of their own (platform/db/cell-numbers.ts).
  cell integer not null default 0 check (cell between 0 and 63),
  -- Key from which the installation derives those of its notice addresses and cursors (node/id-key.ts).
  id_key bytea not null,
  -- Sandbox only: how far `jokko clock advance` has moved the clock.
  clock_offset interval not null default interval '0',
  -- One more with each `jokko recover`.
  epoch integer not null default 1,
  -- Where it was first seen, `system identifier/database`: a copy elsewhere is a restored one.
  home text,
  -- The servers that `jokko cell move` brought it from, by system identifier: what nodes know of it
  -- there holds here.
  moved_from text[] not null default '{}',
  -- The move that has closed this database, which its accounts have left or are about to leave; the
  -- time (real) is written when all connections are gone. Null: it is open.
  fence uuid,
  fenced_at timestamptz check (fenced_at is null or fence is not null),
  -- Why nothing may be initiated until `jokko recover`, since when (real time) and found by which
  -- node; null: in order.
  recovery_reason text,
  recovery_found_at timestamptz,
  recovery_found_by text,
  -- Messages that a restored database takes for unsent are still to be ended as UNKNOWN; until then
  -- none is sent.
  sms_recovery_pending boolean not null default false,
  created_at timestamptz not null default now(),
  -- SMS batches charged until then may be removed with their messages; their transfers remain.
  sms_removed_until timestamptz,
  -- Refunds above this need two users; an account's own limit counts first. Null: no limit.
  refund_limit bigint check (refund_limit >= 0)
);

-- In the home database: the further ones, each with accounts of its own (`jokko cell`).
create table cell (
  number integer primary key check (number between 1 and 63),
  name text not null unique,
  -- Its PostgreSQL connection URL.
  url_sealed bytea not null,
  -- Of the catalogue's versions, the newest that the cell has.
  catalogue_version integer not null default 0,
  created_at timestamptz not null default now()
);

-- In the home database: further cells that are on their way to another server (node/cells/move).
create table cell_move (
  cell integer primary key references cell (number),
  -- PostgreSQL connection URLs of the database that it leaves and of the one that it goes to.
  from_sealed bytea not null,
  to_sealed bytea not null,
  -- 'copying': nodes serve the old database. 'frozen': they serve neither, until `frozen_until` (real
  -- time) or the switch. 'switched': they serve the new one, and the old one is tidied up.
  -- 'cancelled': they serve the old one, and the new one is tidied up.
  state text not null default 'copying' check (state in ('copying', 'frozen', 'switched', 'cancelled')),
  frozen_until timestamptz,
  -- Names the latest closing of the old database; null: it was never closed.
  fence uuid,
  started_at timestamptz not null default now(),
  check ((state = 'frozen') = (frozen_until is not null))
);

-- How far each node has come; a node keeps its last one in a file too and compares (decision 0040).
create table high_water_mark (
  node_id text primary key,
  mark bigint not null,
  epoch integer not null,
  -- Real time.
  written_at timestamptz not null default now()
) with (fillfactor = 50);

-- Routes on which nothing is initiated since a recovery, until `jokko recover open`.
create table closed_route (
  route text primary key,
  epoch integer not null,
  -- Real time.
  closed_at timestamptz not null default now()
);

-- The clock of all SQL: the transaction's start time, moved by the sandbox clock.
create function jokko_now() returns timestamptz language sql stable as
$$ select now() + (select clock_offset from installation) $$;

-- Trigger of append-only tables.
create function refuse_change() returns trigger language plpgsql as
$$ begin raise exception '% is append-only', tg_table_name; end $$;

-- For writers that read rows without locks and write them only if nobody has changed them since:
-- fewer rows than expected make the transaction begin again.
create function expect_rows(written bigint, expected bigint) returns void language plpgsql as
$$ begin
  if written <> expected then
    raise exception '% of % rows have changed meanwhile', expected - written, expected
      using errcode = 'serialization_failure';
  end if;
end $$;

-- Secrets of the installation itself, sealed: 'pepper' is the key under which API keys are hashed.
create table installation_secret (
  name text primary key,
  value_sealed bytea not null
);

-- Periods of ids, usually months. The ids of a period are a range, in which the tables of operations
-- have a partition each (platform/db/partitions.ts): those of period p begin at 10^12 + 2^42 p. A row
-- is written in the transaction that makes the partitions. The first is number 1 and takes all ids
-- below, too: nodes give out none of them, so rows of another origin and of tests have room there.
create table id_period (
  period integer primary key check (period between 1 and 1023),
  -- Nodes take their ids from the newest period that has begun.
  begins_at timestamptz not null
);
insert into id_period (period, begins_at) values (1, '-infinity');

-- Periods whose history is in files (node/archive). Its partitions were replaced by empty ones, for
-- what may still come; 'detached': the full ones are beside them, until their files are written and
-- compared.
create table archive_period (
  period integer primary key references id_period (period),
  -- Its ids, the last one not included.
  first_id bigint not null,
  end_id bigint not null,
  state text not null check (state in ('detached', 'archived')),
  directory text not null,
  -- Of any operation in it: of days before it the doctor compares no changes of state.
  last_change_at timestamptz not null default 'infinity',
  detached_at timestamptz not null default now(),
  archived_at timestamptz,
  check ((state = 'archived') = (archived_at is not null))
);

-- What the files of an archived period hold.
create table archive_file (
  period integer not null references archive_period (period) on delete cascade,
  table_name text not null,
  name text not null,
  row_count bigint not null,
  bytes bigint not null,
  -- SHA-256 of its columns before they were compressed.
  digest bytea not null,
  primary key (period, table_name)
);

-- Blocks of 256 ids that nodes have taken at random within a period and the range of their cell
-- (platform/db/scattered-ids.ts): the key refuses one that is taken. The ids of block b are 10^12 + 256 b and the 255 after it.
create table id_block (
  kind text not null check (kind in ('operation', 'sms_batch')),
  block bigint not null,
  taken_at timestamptz not null default now(),
  primary key (kind, block)
);

-- ── Nodes ───────────────────────────────────────────────────────────────────────────────────────

create sequence node_incarnation_seq as integer;

-- One row per running node. A row elsewhere that names a node in `lease_owner` is leased while that
-- node's lease lasts: one heartbeat renews everything a node holds, and a node that is gone frees
-- everything at once.
create table node (
  incarnation integer primary key default nextval('node_incarnation_seq'),
  node_id text not null unique,
  started_at timestamptz not null default now(),
  -- Real time: moving the sandbox clock must not take leases away.
  lease_until timestamptz not null,
  -- Since when it has had the lease without a break. A node that was away itself does not judge
  -- others.
  held_since timestamptz not null default now(),
  -- Another node found the lease over: it is never renewed, and its writers commit nothing more.
  ended_at timestamptz,
  -- How the server's lists name this run's connections (application_name); empty: not known.
  connections_name text not null default '',
  -- Ids of the key-encryption keys it was started with, the one it seals with first. Secrets are
  -- sealed again under a new key only when all living nodes have it.
  secret_key_ids text[] not null default '{}',
  -- Where users reach the portal on this node, for links that the command line prints.
  portal_url text,
  -- Whether something happened on it of late: while nothing does on any node, all look less often
  -- for what is due.
  busy boolean not null default true,
  -- Where other nodes hand on what belongs to it: host:port; null: nothing is handed on.
  peer_address text,
  -- How far the machine's clock is ahead of the database's; negative: behind.
  clock_skew_ms integer not null default 0,
  -- What it finds wrong with its surroundings while it runs: a proxy that is not listed, rights
  -- that it should not have.
  warnings text[] not null default '{}',
  -- The sandbox clock that it counts with; the command that moves it waits for this.
  clock_offset interval not null default '0'
);

-- The newest transaction of each writer of a node. A commit whose acknowledgement was lost is found
-- by its mark, never by its transaction number: PostgreSQL reuses a number when a crash took it
-- before anything of it was on disk, and would report another transaction's fate.
create table writer_commit (
  incarnation integer,
  mark uuid,
  writer text not null,
  primary key (incarnation, writer)
) with (fillfactor = 50);

-- The last round of each background task on each node, written from memory from time to time.
create table task_run (
  node_id text not null,
  task text not null,
  every_ms integer not null,
  -- Real time, as everything about nodes.
  started_at timestamptz not null,
  duration_ms integer not null,
  rounds bigint not null,
  failures bigint not null,
  failed_at timestamptz,
  error text,
  noted_at timestamptz not null default now(),
  primary key (node_id, task)
) with (fillfactor = 50);

-- ── Audit ───────────────────────────────────────────────────────────────────────────────────────

-- Append-only; each entry is bound to the one before: hash = SHA-256(previous_hash || body). The
-- columns are generated from the body, so that they cannot say anything else.
create table audit_entry (
  number bigint primary key,
  previous_hash bytea not null,
  hash bytea not null,
  -- Canonical JSON.
  body text not null,
  at text not null generated always as (body::jsonb ->> 'at') stored,
  action text not null generated always as (body::jsonb ->> 'action') stored,
  user_id integer generated always as ((body::jsonb -> 'who' ->> 'userId')::integer) stored,
  account_id integer generated always as ((body::jsonb ->> 'accountId')::integer) stored,
  subject text generated always as (body::jsonb ->> 'subject') stored
);
create index audit_entry_action on audit_entry (action, number);
create index audit_entry_user on audit_entry (user_id, number);
create index audit_entry_account on audit_entry (account_id, number);
create index audit_entry_subject on audit_entry (subject, number);
-- Times rise with the numbers: the first entry of a day is where a list of that day ends.
create index audit_entry_at on audit_entry (at, number);
-- What users are notified of: of an account (0: the operator's), and of one user.
create index audit_entry_notice on audit_entry (coalesce(account_id, 0), number) where action in (
  'member.join', 'member.change', 'member.attest', 'reset-link.make', 'key.create', 'key.roll', 'sms-app.create', 'sms-app.roll',
  'destination.add', 'destination.confirm', 'refund.limit', 'account.change', 'settlement.terms', 'developer.view');
create index audit_entry_user_notice on audit_entry (user_id, number) where action in (
  'second-factor.add', 'second-factor.remove', 'password.change', 'password.reset', 'recovery-codes.renew');
create trigger audit_entry_append_only before update or delete or truncate on audit_entry
  execute function refuse_change();

-- The newest entry: shows when the last entries of the log are missing.
create table audit_head (
  one boolean primary key default true check (one),
  number bigint not null,
  hash bytea not null
);
insert into audit_head (number, hash) values (0, decode(repeat('00', 32), 'hex'));
