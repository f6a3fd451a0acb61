-- The core tables: installation, accounts, catalogue, ledger, operations with their attempts, callbacks, claims, bills, remittance.
--
-- Every row carries its account, and every key includes it, so that a distributed PostgreSQL can shard by account. In the keys of the large
-- tables the account comes after the column that finds one row: were it first, a plan made while the tables are empty could walk all
-- rows of an account. Amounts are bigint ten-thousandths of the
-- currency unit. The hot tables carry no foreign keys: they are written only by the writer (domain/operations/writer.ts), which holds
-- the lock of the account row while it writes below that account; `jokko doctor` checks the references instead.

create table installation (
  one boolean primary key default true check (one),
  mode text not null check (mode in ('sandbox', 'live')),
  -- Key of the permutation that turns block numbers into transaction ids; must never change.
  id_key bytea not null,
  -- Sandbox only: how far `jokko clock advance` has moved the clock.
  clock_offset interval not null default interval '0',
  created_at timestamptz not null default now()
);

-- The one clock of all SQL. Transaction start time, moved by the sandbox clock.
create function jokko_now() returns timestamptz language sql stable as
$$ select now() + (select clock_offset from installation) $$;

-- One row per running node. A row elsewhere that names a node in `lease_owner` is leased while that node's lease lasts: one
-- heartbeat renews everything a node holds, and a node that is gone frees everything at once.
create sequence node_incarnation_seq as integer;
create table node (
  incarnation integer primary key default nextval('node_incarnation_seq'),
  node_id text not null unique,
  started_at timestamptz not null default now(),
  -- Real time, not the sandbox clock: moving the clock must not take leases away.
  lease_until timestamptz not null
);

create table account (
  id integer generated always as identity primary key,
  name text not null,
  language text not null default 'fr' check (language in ('fr', 'en')),
  currency text not null default 'XOF',
  suspended boolean not null default false,
  allow_http_callbacks boolean not null default false,
  callback_grace_ms integer not null default 1000 check (callback_grace_ms >= 0),
  mirror_fields boolean not null default false,
  -- Sealed with the key-encryption key (domain/accounts/secrets.ts).
  webhook_secret_sealed bytea not null,
  -- Grows with every change of this row, its keys or its services. A node's cached copy is compared with it under the lock.
  version integer not null default 1,
  created_at timestamptz not null default now()
);

create table api_key (
  id integer generated always as identity primary key,
  account_id integer not null references account (id),
  -- HMAC-SHA256(pepper, key).
  key_hash bytea not null unique,
  last_four text not null,
  -- Sandbox installations only, so that the key can be shown again; always null in live mode.
  key_sealed bytea,
  created_at timestamptz not null default now(),
  expires_at timestamptz
);
create index api_key_account on api_key (account_id);

-- Addresses from which an account used a valid key, for keyless status look-ups (rule S1).
create table key_address (
  address text not null,
  account_id integer not null,
  last_used_at timestamptz not null,
  primary key (address, account_id)
);

-- Which services an account may use, and its own price where it has one.
create table account_service (
  account_id integer not null references account (id),
  code_service text not null,
  price json,
  primary key (account_id, code_service)
);

-- The newest row is the catalogue in force.
create table catalogue (
  version integer generated always as identity primary key,
  document json not null,
  created_at timestamptz not null default now()
);

-- ── Ledger ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────

create table balance (
  account_id integer not null references account (id),
  currency text not null,
  available bigint not null default 0 check (available >= 0),
  held bigint not null default 0 check (held >= 0),
  primary key (account_id, currency)
) with (fillfactor = 50);

-- Append-only. Each transfer debits one ledger account and credits another with the same amount, so the books balance by construction.
-- Ledger accounts: 'available' and 'held' of the developer account in account_id, 'fees', 'funding', 'suspense', and
-- 'provider:<route>', which are derived from these rows and stored nowhere else.
create table transfer (
  account_id integer not null,
  id bigint generated always as identity,
  operation_id bigint,
  verb text not null check (verb in ('hold', 'post', 'void', 'credit', 'reverse', 'fund')),
  debit text not null,
  credit text not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  -- The developer's available balance after this transfer, in the order they were made under the account lock.
  available_after bigint not null check (available_after >= 0),
  note text,
  created_at timestamptz not null default jokko_now(),
  check (debit <> credit),
  primary key (account_id, id)
);
create index transfer_operation on transfer (operation_id, account_id);

create function refuse_change() returns trigger language plpgsql as
$$ begin raise exception '% is append-only', tg_table_name; end $$;
create trigger transfer_append_only before update or delete or truncate on transfer execute function refuse_change();

-- ── Operations ────────────────────────────────────────────────────────────────────────────────────────────────────────────────

create sequence operation_block_seq;

create table operation (
  account_id integer not null,
  id bigint not null,
  external_id text not null,
  fingerprint bytea not null,
  code_service text not null,
  direction text not null check (direction in ('DEBIT', 'CREDIT')),
  route text not null,
  phone_given text not null,
  phone text not null,
  amount bigint not null check (amount >= 0),
  commission bigint not null check (commission >= 0),
  currency text not null,
  -- What the connector needs beside the columns (connector kit `Extra`) and the redirect URLs; never card data.
  details json not null,
  -- The client's own object, answered in the callback with its members in the order they came.
  client_data json,
  callback_url text,
  -- Composed at initiation from the key presented then (rule C2). A secret until the callback is delivered.
  callback_hash bytea,
  link_token text,
  state text not null,
  -- What the provider said it waits for, while ACCEPTED.
  stage text check (stage in ('payer', 'provider')),
  challenge json,
  error_id integer,
  error_message text,
  -- Why a final state is certain: invariant I-15.
  proof text,
  provider_reference text,
  -- Token, PIN or withdrawal reference that was bought; told in the callback's text.
  voucher text,
  balance_before bigint not null,
  balance_after bigint not null,
  -- Whether duplicate windows or ceilings apply, so that only such rows are indexed for them.
  ruled boolean not null default false,
  attempts smallint not null default 0,
  cancel_requested boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- The alarm clock: when somebody must look at this row again; null when nothing is to be done.
  next_step_at timestamptz,
  lease_owner integer,
  primary key (id, account_id),
  unique (external_id, account_id)
) with (fillfactor = 85);
-- Look-ups of pending operations are claimed apart: however many wait for their payers, what must be sent or resolved is not behind them.
create index operation_due on operation (route, (state = 'ACCEPTED'), next_step_at) where next_step_at is not null;
create index operation_ruled on operation (account_id, code_service, phone, created_at) where ruled;

-- Append-only: every change of state after the opening.
create table operation_transition (
  account_id integer not null,
  id bigint generated always as identity,
  operation_id bigint not null,
  from_state text not null,
  to_state text not null,
  reason text not null,
  created_at timestamptz not null default jokko_now(),
  primary key (operation_id, account_id, id)
);
create trigger operation_transition_append_only before update or delete or truncate on operation_transition execute function refuse_change();

-- One exchange with a provider, written before its first byte leaves. Our reference is not stored: it is made of the primary key
-- (domain/operations/reference.ts), so that a notice finds its row without an index.
create table attempt (
  account_id integer not null,
  operation_id bigint not null,
  number smallint not null,
  purpose text not null check (purpose in ('execute', 'refund')),
  route text not null,
  state text not null check (state in ('SENDING', 'ACCEPTED', 'UNKNOWN', 'SUCCEEDED', 'FAILED', 'NOT_SENT')),
  -- Exact request and references (connector kit `Prepared`).
  prepared json not null,
  refs json not null,
  cause text,
  -- Absence is believed when seen twice after the quiescence time.
  absences smallint not null default 0,
  looks smallint not null default 0,
  created_at timestamptz not null,
  sent_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (operation_id, account_id, number)
) with (fillfactor = 85);
create unique index attempt_one_live on attempt (operation_id, account_id) where state in ('SENDING', 'ACCEPTED', 'UNKNOWN');

-- News that contradicts a final state, or an unknown outcome past its last look: a human decides.
create table discrepancy (
  account_id integer not null,
  id bigint generated always as identity,
  operation_id bigint not null,
  kind text not null,
  evidence text not null,
  created_at timestamptz not null default jokko_now(),
  resolved_at timestamptz,
  primary key (account_id, id)
);
create unique index discrepancy_open on discrepancy (account_id, operation_id, kind) where resolved_at is null;

-- ── Callbacks ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────

create table callback_lane (
  account_id integer not null,
  lane text not null,
  -- Set by DNS, connection, TLS and time-out failures: until then only one probe a minute goes out.
  slow_until timestamptz,
  failures integer not null default 0,
  primary key (account_id, lane)
);

create table callback (
  account_id integer not null,
  operation_id bigint not null,
  -- scheme://host:port
  lane text not null,
  url text not null,
  status text not null,
  body text not null,
  state text not null default 'due' check (state in ('due', 'delivered', 'parked')),
  attempts integer not null default 0,
  -- Null once delivered or parked.
  next_attempt_at timestamptz,
  lease_owner integer,
  created_at timestamptz not null default jokko_now(),
  closed_at timestamptz,
  primary key (operation_id, account_id)
) with (fillfactor = 85);
-- First attempts and retries are claimed apart: a backlog of retries must not hide a first attempt (rule C4).
create index callback_due on callback (account_id, lane, (attempts > 0), next_attempt_at) where next_attempt_at is not null;

create table callback_attempt (
  account_id integer not null,
  operation_id bigint not null,
  number integer not null,
  started_at timestamptz not null,
  duration_ms integer not null,
  http_status integer,
  -- Null when delivered, else one of the closed list in domain/callbacks/error-class.ts.
  error_class text,
  primary key (operation_id, account_id, number)
);

-- ── Claims, bills, remittance ─────────────────────────────────────────────────────────────────────────────────────────────────

create table claim (
  account_id integer not null references account (id),
  id integer generated always as identity,
  operation_id bigint not null,
  reference text not null unique,
  subject text not null,
  message text not null,
  status text not null check (status in ('OPENED', 'IN_PROGRESS', 'RESOLVED', 'REJECTED', 'CLOSED')),
  comment text,
  opened_at timestamptz not null default jokko_now(),
  updated_at timestamptz,
  closed_at timestamptz,
  primary key (account_id, id)
);
create unique index claim_open on claim (account_id, operation_id) where status <> 'CLOSED';

-- A bill as last listed by an account. `paid_by` is set while an operation pays it and cleared when that operation ends without success.
create table bill (
  account_id integer not null references account (id),
  code_service text not null,
  account_number text not null,
  reference text not null,
  amount bigint not null,
  listed_at timestamptz not null,
  primary key (account_id, code_service, account_number, reference)
);
-- A bill is paid once, whichever account pays it.
create table bill_payment (
  code_service text not null,
  account_number text not null,
  reference text not null,
  account_id integer not null,
  operation_id bigint not null,
  primary key (code_service, account_number, reference)
);

-- Quotes and look-ups that an operation within 30 minutes may lean on (rule O7).
create table remittance (
  account_id integer not null references account (id),
  id bigint generated always as identity,
  code_service text not null,
  kind text not null check (kind in ('quote', 'lookup')),
  amount bigint,
  reference text,
  send_data json,
  created_at timestamptz not null default jokko_now(),
  primary key (account_id, id)
);
create index remittance_recent on remittance (account_id, code_service, created_at);
