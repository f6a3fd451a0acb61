-- People of the portal: who they are, what they are members of, their sessions and second factors; what they did (audit), and what two of
-- them must agree on (wishes). API keys are none of them.

create table person (
  id integer generated always as identity primary key,
  email text not null,
  -- The address in the one form in which it is compared.
  email_key text not null unique,
  name text not null,
  language text not null default 'fr' check (language in ('fr', 'en')),
  theme text not null default 'system' check (theme in ('light', 'dark', 'system')),
  time_zone text not null default 'Africa/Dakar',
  -- argon2id, with its parameters and salt.
  password_hash text,
  totp_sealed bytea,
  -- Begun and not confirmed yet.
  totp_pending_sealed bytea,
  -- The last 30 s step whose code was used: no code counts twice.
  totp_step bigint not null default 0,
  disabled_at timestamptz,
  created_at timestamptz not null default jokko_now()
);

create table membership (
  id integer generated always as identity primary key,
  person_id integer not null references person (id),
  side text not null check (side in ('developer', 'operator')),
  role text not null,
  account_id integer references account (id),
  -- ISO 3166-1 alpha-2. Null: every country.
  countries text[],
  created_at timestamptz not null default jokko_now(),
  ended_at timestamptz,
  check ((side = 'developer') = (account_id is not null)),
  check (role in ('owner', 'admin', 'developer', 'finance', 'viewer') and side = 'developer'
    or role in ('admin', 'finance', 'support', 'viewer') and side = 'operator')
);
create unique index membership_once on membership (person_id, coalesce(account_id, 0)) where ended_at is null;
create index membership_account on membership (coalesce(account_id, 0), id) where ended_at is null;

-- Invitations, the first operator's link, links for a new password. Only a hash of the token is kept.
create table one_time_link (
  id integer generated always as identity primary key,
  token_hash bytea not null unique,
  kind text not null check (kind in ('invitation', 'first-operator', 'reset')),
  email text,
  email_key text,
  person_id integer references person (id),
  side text,
  role text,
  account_id integer references account (id),
  countries text[],
  -- Whether the reset takes the second factors away, too.
  second_factors boolean not null default false,
  made_by integer references person (id),
  created_at timestamptz not null default jokko_now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index one_time_link_account on one_time_link (coalesce(account_id, 0), id) where used_at is null;
create index one_time_link_expires on one_time_link (expires_at);

create table portal_session (
  id bigint generated always as identity primary key,
  -- SHA-256 of the cookie's 256 bits.
  token_hash bytea not null unique,
  person_id integer not null references person (id),
  membership_id integer references membership (id),
  -- How far the sign-in has come.
  stage text not null check (stage in ('second-factor', 'set-up-second-factor', 'done')),
  -- Whether a second factor was used in it.
  second_factor boolean not null default false,
  -- The last proof of who this is.
  proved_at timestamptz not null default jokko_now(),
  started_at timestamptz not null default jokko_now(),
  seen_at timestamptz not null default jokko_now(),
  -- Operators' sessions are shorter: fixed when the session begins.
  idle_until timestamptz not null,
  idle interval not null,
  ends_at timestamptz not null,
  ended_at timestamptz,
  address text,
  agent text not null
) with (fillfactor = 80);
create index portal_session_person on portal_session (person_id, id) where ended_at is null;
create index portal_session_ends on portal_session (ends_at);

create table recovery_code (
  person_id integer not null references person (id),
  code_hash bytea not null,
  used_at timestamptz,
  primary key (person_id, code_hash)
);

create table passkey (
  id integer generated always as identity primary key,
  person_id integer not null references person (id),
  -- base64url
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null default jokko_now(),
  used_at timestamptz
);
create index passkey_person on passkey (person_id, id);

-- What a browser was asked to sign; each is answered once.
create table passkey_challenge (
  challenge text primary key,
  purpose text not null check (purpose in ('sign-in', 'step-up', 'add')),
  -- Null: whoever the passkey belongs to.
  person_id integer,
  expires_at timestamptz not null
);
create index passkey_challenge_expires on passkey_challenge (expires_at);

-- Tries that could be guesses, by person (known or not) and by address. Counted before the secret is looked at.
create table guess (
  key text primary key,
  tries integer not null,
  last_at timestamptz not null,
  locked_until timestamptz
) with (fillfactor = 70);
create index guess_last on guess (last_at);

-- Append-only, each entry bound to the one before: hash = SHA-256(previous_hash || body). The columns are made of the body, so that they
-- cannot say anything else. The head tells when the last entries are missing.
create table audit_entry (
  number bigint primary key,
  previous_hash bytea not null,
  hash bytea not null,
  -- Canonical JSON.
  body text not null,
  at text not null generated always as (body::jsonb ->> 'at') stored,
  action text not null generated always as (body::jsonb ->> 'action') stored,
  person_id integer generated always as ((body::jsonb -> 'who' ->> 'personId')::integer) stored,
  account_id integer generated always as ((body::jsonb ->> 'accountId')::integer) stored,
  subject text generated always as (body::jsonb ->> 'subject') stored
);
create index audit_entry_action on audit_entry (action, number);
create index audit_entry_person on audit_entry (person_id, number);
create index audit_entry_account on audit_entry (account_id, number);
create index audit_entry_subject on audit_entry (subject, number);
create trigger audit_entry_append_only before update or delete or truncate on audit_entry execute function refuse_change();

create table audit_head (
  one boolean primary key default true check (one),
  number bigint not null,
  hash bytea not null
);
insert into audit_head (number, hash) values (0, decode(repeat('00', 32), 'hex'));

-- What one person wants and another one must approve.
create table wish (
  id integer generated always as identity primary key,
  kind text not null,
  account_id integer references account (id),
  parameters json not null,
  reason text not null,
  state text not null default 'open' check (state in ('open', 'approved', 'done', 'failed', 'refused', 'withdrawn')),
  asked_by integer not null references person (id),
  asked_at timestamptz not null default jokko_now(),
  expires_at timestamptz not null,
  decided_by integer references person (id),
  decided_at timestamptz,
  note text,
  -- Approved and being carried out by somebody until then (real time).
  held_until timestamptz,
  tries integer not null default 0,
  result json,
  closed_at timestamptz,
  check (state not in ('approved', 'done', 'failed') or (decided_by is not null and decided_by <> asked_by))
);
create index wish_open on wish (expires_at) where state = 'open';
create index wish_account on wish (coalesce(account_id, 0), id);
create index wish_state on wish (state, id);
create index wish_approved on wish (id) where state = 'approved';
