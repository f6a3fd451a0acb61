-- Payments, accounts: developers' accounts with their keys and signatures, status limits and the
-- log of rejected requests.

-- ── Accounts ────────────────────────────────────────────────────────────────────────────────────

-- A developer's account and how it is served.
create table account (
  id integer generated always as identity (maxvalue 9999999) primary key,
  name text not null,
  language text not null default 'fr' check (language in ('fr', 'en')),
  currency text not null default 'XOF',
  suspended boolean not null default false,
  allow_http_callbacks boolean not null default false,
  callback_grace_ms integer not null default 1000 check (callback_grace_ms >= 0),
  mirror_fields boolean not null default false,
  -- Sealed with the key-encryption key.
  webhook_secret_sealed bytea not null,
  -- Grows with every change of this row, its keys or its services. A node's cached copy is compared
  -- with it under the lock.
  version integer not null default 1,
  created_at timestamptz not null default now(),
  -- Whether its POST requests must be signed, and its callbacks are (rules M1, C5).
  hmac boolean not null default false,
  -- The webhook secret before the present one, which signs besides it until then.
  webhook_secret_previous_sealed bytea,
  webhook_secret_previous_until timestamptz,
  -- Receives CANCELED and REFUNDED, for accounts that want them (rule C1). Null: off.
  second_callback_url text,
  -- Calls a second. Null: the installation's limit; 0: no limit.
  rate_limit integer check (rate_limit >= 0),
  -- Numbers without plus are taken as if they had one (rule X3).
  sms_accept_without_plus boolean not null default false,
  -- Refunds above this need two users. Null: the installation's limit.
  refund_limit bigint check (refund_limit >= 0),
  -- Payouts wait while their operator is down; otherwise they are refused.
  parks_payouts boolean not null default true,
  -- The largest amount of one operation, of those in the account's currency. Null: what the service says.
  operation_max bigint check (operation_max > 0),
  check ((webhook_secret_previous_sealed is null) = (webhook_secret_previous_until is null))
);
create index account_webhook_secret_previous on account (webhook_secret_previous_until)
  where webhook_secret_previous_until is not null;

-- Keys that callers present; only their hashes are kept.
create table api_key (
  id integer generated always as identity (maxvalue 9999999) primary key,
  account_id integer not null references account (id),
  -- HMAC-SHA256(pepper, key).
  key_hash bytea not null unique,
  last_four text not null,
  -- Sandbox only, so that the key can be shown again; always null in live mode.
  key_sealed bytea,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  name text not null default '',
  -- What the key permits: everything; everything but refunds; reading only.
  scope text not null default 'full' check (scope in ('full', 'no-refunds', 'read-only')),
  -- Null: every service of the account.
  services text[],
  -- Addresses and CIDR ranges it may be used from. Null: anywhere.
  allow_from text[],
  -- Written at most once a minute by each node.
  last_used_at timestamptz,
  -- Set when the key was ended at once, so that its holder can be told why; `expires_at` says when
  -- any key ends.
  revoked_at timestamptz,
  -- The key that took its place, while it goes on for the overlap and after.
  replaced_by integer
);
create index api_key_account on api_key (account_id);

-- Addresses from which an account used a valid key, for status requests without a key (rule S1).
create table key_address (
  address text not null,
  account_id integer not null,
  last_used_at timestamptz not null,
  primary key (address, account_id)
);
-- Addresses count for 24 hours and are removed afterwards.
create index key_address_last_used on key_address (last_used_at);

-- ── Signatures ──────────────────────────────────────────────────────────────────────────────────

-- At most two of an account live: the newest, and during a rotation the one before it.
create table hmac_secret (
  id integer generated always as identity primary key,
  account_id integer not null references account (id),
  secret_sealed bytea not null,
  created_at timestamptz not null default jokko_now(),
  -- When a request first came signed with it: from then on it signs the callbacks, too.
  first_used_at timestamptz,
  -- Null for the newest.
  expires_at timestamptz
);
create index hmac_secret_account on hmac_secret (account_id);
create index hmac_secret_expired on hmac_secret (expires_at) where expires_at is not null;

-- Signatures of accepted requests, kept for as long as they could be accepted again (rule M2).
create table signed_request (
  account_id integer not null,
  -- SHA-256 of the signature: what is stored cannot be sent.
  signature_hash bytea not null,
  -- The signed text does not name the path, so the first use does.
  path text not null,
  -- Incarnation of the node that answers it. Null when nobody does: then the same request may be
  -- tried again on the same path.
  owner integer,
  answer text,
  -- From the time-stamp that was signed.
  expires_at timestamptz not null,
  primary key (signature_hash, account_id)
) with (fillfactor = 85);
create index signed_request_expires on signed_request (expires_at);

-- ── Status limits ───────────────────────────────────────────────────────────────────────────────

-- Status requests of the last minute that concern more than one node (rule S2). Unlogged: a crash
-- of the database forgets a minute of counting and nothing else. Times are parts of a millisecond
-- on the database's clock, so that two requests of one moment stay two.
create unlogged table status_window (
  -- Hash of account, transaction and address.
  key bigint primary key,
  times bigint[] not null,
  latest bigint not null
);
create index status_window_latest on status_window (latest);

-- Refused status requests of the last minutes, in ms on the database's clock. Account 0 stands for
-- calls without a key.
create unlogged table status_refusal (
  address text not null,
  account_id integer not null,
  times bigint[] not null,
  latest bigint not null,
  primary key (address, account_id)
);
create index status_refusal_latest on status_refusal (latest);

-- The blacklist of the status endpoint. Account 0 stands for calls without a key; an IPv6 address
-- for its /64.
create table status_block (
  address text not null,
  account_id integer not null,
  blocked_at timestamptz not null default jokko_now(),
  blocked_until timestamptz not null,
  -- How many refusals within which time led to it. Null: unknown.
  refusals integer,
  within_ms integer,
  primary key (address, account_id)
);
create index status_block_until on status_block (blocked_until);

-- ── Rejected requests ───────────────────────────────────────────────────────────────────────────

-- Calls that were rejected and left nothing behind, for the request inspector. Written in batches
-- beside the requests and kept for days, at most so many of an account.
create table rejected_request (
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
  -- The part of the key that may be shown: `jk_test_7`.
  key_name text not null,
  -- Whether the whole key was right. A caller without it can write into the log of others, but not
  -- push their entries out.
  key_valid boolean not null,
  address text,
  request_id text not null,
  duration_ms integer not null,
  code_service text,
  -- Names of members in their order, with the values of harmless ones.
  members jsonb not null,
  primary key (account_id, id)
);
create index rejected_request_at on rejected_request (at);
