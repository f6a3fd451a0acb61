-- Certificate pins of callback receivers (rule C6), and what their certificates were when they were last seen.

-- `host` is a name or address as URLs write it, with `:port` where the pin is for one port only.
create table callback_pin (
  account_id integer not null references account (id),
  host text not null,
  -- SHA-256 of the SubjectPublicKeyInfo.
  pin bytea not null check (octet_length(pin) = 32),
  label text,
  added_at timestamptz not null default jokko_now(),
  primary key (account_id, host, pin)
);

-- One row for each key that a receiver has shown, at most a few a host. `host` always with its port.
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
  primary key (account_id, host, pin)
);
create index callback_certificate_expiry on callback_certificate (expires_at);
create index callback_certificate_seen on callback_certificate (seen_at);
