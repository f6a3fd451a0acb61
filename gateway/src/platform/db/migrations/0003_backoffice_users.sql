-- Backoffice, users: users of the portal, their memberships, sign-in and second factors, and
-- requests that two users must agree on. API keys are no users.

-- ── Users ───────────────────────────────────────────────────────────────────────────────────────

-- Who may sign in to the portal.
create table portal_user (
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
  -- Set up and not confirmed yet.
  totp_pending_sealed bytea,
  -- The last 30 s step whose code was used: no code counts twice.
  totp_step bigint not null default 0,
  disabled_at timestamptz,
  created_at timestamptz not null default jokko_now(),
  -- Of what e-mail tells them, what they want in the portal alone. Notices of security are no choice.
  mail_off text[] not null default '{}' check (mail_off <@ array['approvals', 'claims', 'balance'])
);

-- What a user may do: a role on one account, or on the operator's side.
create table membership (
  id integer generated always as identity primary key,
  user_id integer not null references portal_user (id),
  side text not null check (side in ('developer', 'operator')),
  role text not null,
  account_id integer references account (id),
  -- ISO 3166-1 alpha-2. Null: every country.
  countries text[],
  created_at timestamptz not null default jokko_now(),
  ended_at timestamptz,
  -- Who gave it: nobody approves requests of the user who brought them in. Null: the command line,
  -- or the user who registered the account.
  given_by integer references portal_user (id),
  -- Everybody who has changed it since. Never overwritten; emptied only when the administrator of
  -- the server attests the user's independence.
  changed_by integer[] not null default '{}',
  -- Null: never.
  changed_at timestamptz,
  -- From when on the user counts as the second person of an approval: later than the beginning for
  -- whom somebody brought in, sooner where another owner attests that they are somebody else.
  counts_at timestamptz not null default jokko_now(),
  -- The last notice that the user has read here: a number of the audit log.
  notices_read bigint not null default 0,
  check ((side = 'developer') = (account_id is not null)),
  check (role in ('owner', 'admin', 'developer', 'finance', 'viewer') and side = 'developer'
    or role in ('admin', 'finance', 'support', 'viewer', 'auditor') and side = 'operator')
);
-- One membership of a user on each account, and one on the operator's side.
create unique index membership_once on membership (user_id, coalesce(account_id, 0))
  where ended_at is null;
create index membership_account on membership (coalesce(account_id, 0), id) where ended_at is null;
create index membership_of_user on membership (user_id, id);

-- ── Approval requests ───────────────────────────────────────────────────────────────────────────

-- What one user wants and another one must approve.
create table approval_request (
  id integer generated always as identity primary key,
  kind text not null,
  account_id integer references account (id),
  parameters json not null,
  reason text not null,
  state text not null default 'open'
    check (state in ('open', 'approved', 'done', 'failed', 'refused', 'withdrawn')),
  asked_by integer not null references portal_user (id),
  asked_at timestamptz not null default jokko_now(),
  expires_at timestamptz not null,
  decided_by integer references portal_user (id),
  decided_at timestamptz,
  note text,
  -- Approved and being executed by a node until then (real time).
  held_until timestamptz,
  tries integer not null default 0,
  result json,
  closed_at timestamptz,
  -- Some belong to an account: its users decide, and the operator's do not see them.
  side text not null default 'operator' check (side in ('operator', 'account')),
  -- Made by the browser, once for each form, so that a request whose answer was lost is found again
  -- instead of being made twice. Null: made by something that cannot repeat it.
  ask_key text,
  check (state not in ('approved', 'done', 'failed')
    or (decided_by is not null and decided_by <> asked_by))
);
create index approval_request_open on approval_request (expires_at) where state = 'open';
create index approval_request_account on approval_request (coalesce(account_id, 0), id);
create index approval_request_state on approval_request (state, id);
create index approval_request_approved on approval_request (id) where state = 'approved';
create index approval_request_operator on approval_request (id) where side = 'operator';
create index approval_request_operator_state on approval_request (state, id) where side = 'operator';
create unique index approval_request_asked_once on approval_request (asked_by, ask_key) where ask_key is not null;

-- ── Sign-in ─────────────────────────────────────────────────────────────────────────────────────

-- Invitations, the first operator's link, links for a new password. Only a hash of the token is
-- kept.
create table one_time_link (
  id integer generated always as identity primary key,
  token_hash bytea not null unique,
  kind text not null check (kind in ('invitation', 'first-operator', 'reset')),
  email text,
  email_key text,
  user_id integer references portal_user (id),
  side text,
  role text,
  account_id integer references account (id),
  countries text[],
  -- Whether the reset removes the second factors, too.
  second_factors boolean not null default false,
  made_by integer references portal_user (id),
  created_at timestamptz not null default jokko_now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  -- The link works once another user has approved this. Null: at once.
  approval_request_id integer references approval_request (id)
);
create index one_time_link_account on one_time_link (coalesce(account_id, 0), id)
  where used_at is null;
create index one_time_link_expires on one_time_link (expires_at);
create index one_time_link_approval_request on one_time_link (approval_request_id) where approval_request_id is not null;
create index one_time_link_made_by on one_time_link (made_by) where used_at is null;

-- Sessions in browsers, from the password to the end.
create table portal_session (
  id bigint generated always as identity primary key,
  -- SHA-256 of the cookie's 256 bits.
  token_hash bytea not null unique,
  user_id integer not null references portal_user (id),
  membership_id integer references membership (id),
  -- How far the sign-in has come.
  stage text not null check (stage in ('second-factor', 'set-up-second-factor', 'done')),
  -- Whether a second factor was used in it.
  second_factor boolean not null default false,
  -- The last proof of who this is.
  proved_at timestamptz not null default jokko_now(),
  -- Whether that proof was asked for after the sign-in, or the password had just been set: only
  -- such a proof adds a second factor.
  proof_asked boolean not null default false,
  started_at timestamptz not null default jokko_now(),
  seen_at timestamptz not null default jokko_now(),
  -- Operators' sessions are shorter: fixed when the session begins.
  idle_until timestamptz not null,
  idle interval not null,
  ends_at timestamptz not null,
  ended_at timestamptz,
  address text,
  agent text not null,
  -- An operator views a developer's portal: read-only, as that account, until then.
  view_account_id integer references account (id),
  view_until timestamptz,
  constraint portal_session_view check ((view_account_id is null) = (view_until is null))
) with (fillfactor = 80);
create index portal_session_user on portal_session (user_id, id) where ended_at is null;
create index portal_session_ends on portal_session (ends_at);
-- Where a user has signed in from, however long ago those sessions ended.
create index portal_session_of_user on portal_session (user_id, id);

-- Codes for a user whose second factor is lost; each works once.
create table recovery_code (
  user_id integer not null references portal_user (id),
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- Passkeys (WebAuthn credentials) of users.
create table passkey (
  id integer generated always as identity primary key,
  user_id integer not null references portal_user (id),
  -- base64url
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null default jokko_now(),
  used_at timestamptz
);
create index passkey_user on passkey (user_id, id);

-- Filters of lists that members have saved for themselves; `search` as in the list's address.
create table saved_filter (
  id integer generated always as identity primary key,
  membership_id integer not null references membership (id),
  list text not null,
  name text not null,
  search text not null,
  created_at timestamptz not null default jokko_now(),
  unique (membership_id, list, name)
);

-- What a browser was asked to sign; each is answered once.
create table passkey_challenge (
  challenge text primary key,
  purpose text not null check (purpose in ('sign-in', 'step-up', 'add')),
  -- Null: whoever the passkey belongs to.
  user_id integer,
  expires_at timestamptz not null,
  -- Network of the browser that asked without being signed in. Null: a user who is signed in.
  address_group text
);
create index passkey_challenge_expires on passkey_challenge (expires_at);
create index passkey_challenge_address on passkey_challenge (address_group, expires_at)
  where address_group is not null;

-- Sign-in attempts by user (known or not) and by address. Counted before the secret is checked.
create table login_attempt (
  key text primary key,
  tries integer not null,
  last_at timestamptz not null,
  locked_until timestamptz
) with (fillfactor = 70);
create index login_attempt_last on login_attempt (last_at);
