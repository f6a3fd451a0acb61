-- Signatures in both directions: HMAC secrets of accounts, webhook secrets during a rotation, and the signatures that were accepted.

-- Whether POST requests of the account must be signed, and its callbacks are (rules M1, C5).
alter table account
  add column hmac boolean not null default false,
  -- The webhook secret before the present one, which signs besides it until then.
  add column webhook_secret_previous_sealed bytea,
  add column webhook_secret_previous_until timestamptz,
  add check ((webhook_secret_previous_sealed is null) = (webhook_secret_previous_until is null));
create index account_webhook_secret_previous on account (webhook_secret_previous_until) where webhook_secret_previous_until is not null;

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

-- Signatures of requests that were accepted, kept for as long as they could be accepted again (rule M2).
create table signed_request (
  account_id integer not null,
  -- SHA-256 of the signature: what is stored cannot be sent.
  signature_hash bytea not null,
  -- The signed text does not name the path, so the first use does.
  path text not null,
  -- Incarnation of the node that answers it. Null when nobody does: then the same request may be tried again on the same path.
  owner integer,
  answer text,
  -- From the time-stamp that was signed.
  expires_at timestamptz not null,
  primary key (signature_hash, account_id)
) with (fillfactor = 85);
create index signed_request_expires on signed_request (expires_at);
