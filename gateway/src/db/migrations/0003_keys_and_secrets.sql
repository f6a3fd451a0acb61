-- Secrets of the installation itself, sealed: 'pepper', the key under which API keys are hashed. Until now it was derived from the
-- key-encryption key, so that no key-encryption key could ever be changed; a node that finds no row here stores the derived one.
create table installation_secret (
  name text primary key,
  value_sealed bytea not null
);

-- Ids of the key-encryption keys a node was started with, the one it seals with first: what is sealed is sealed again under a new key only
-- when all living nodes have it.
alter table node add column secret_key_ids text[] not null default '{}';

alter table api_key
  add column name text not null default '',
  -- What may be done with the key: everything; everything but refunds; reading only.
  add column scope text not null default 'full' check (scope in ('full', 'no-refunds', 'read-only')),
  -- Null: every service of the account.
  add column services text[],
  -- Addresses and CIDR ranges it may be used from. Null: anywhere.
  add column allow_from text[],
  -- Written at most once a minute by each node.
  add column last_used_at timestamptz,
  -- Set when it was ended at once, so that its holder can be told why; `expires_at` says when any key ends.
  add column revoked_at timestamptz,
  -- The key that took its place, while it goes on for the overlap and after.
  add column replaced_by integer;
