-- Payments: payment links. Each payer of a link pays on a checkout of his own; whether a link for one
-- payment is used up follows from its checkouts (decisions/0175-payment-links.md).

create table payment_link (
  account_id integer not null references account (id),
  -- The merchant's own.
  id text not null,
  link_id text not null,
  -- Unguessable part of its address.
  token text not null unique,
  -- Of the body that made it.
  fingerprint bytea not null,
  -- At most one payment succeeds.
  single_use boolean not null,
  -- Null: the payer chooses, from minimum to maximum.
  amount bigint check (amount > 0),
  minimum bigint check (minimum > 0),
  maximum bigint,
  currency text not null,
  description text not null,
  -- Null: all services of the account that collect in the currency.
  services text[],
  success_url text,
  error_url text,
  language text,
  callback_url text,
  -- Stands for the API key in the hash of the callbacks (rule C2): a hash of id and key.
  callback_key text not null,
  client_data json,
  created_at timestamptz not null default jokko_now(),
  expires_at timestamptz,
  paused_at timestamptz,
  primary key (account_id, id),
  constraint payment_link_amount check (
    (amount is null) = (minimum is not null) and (minimum is null) = (maximum is null) and minimum <= maximum)
);
create index payment_link_created on payment_link (account_id, created_at, id);
create index payment_link_ended on payment_link (expires_at) where description <> '';

alter table checkout
  alter column success_url drop not null,
  alter column error_url drop not null,
  -- The payment link that opened it.
  add column link_id text,
  add constraint checkout_payment_link foreign key (account_id, link_id) references payment_link (account_id, id);
create index checkout_of_link on checkout (account_id, link_id, created_at) where link_id is not null;

-- An earlier try of the number has not told how it ended.
alter table checkout_attempt add column lost boolean not null default false;
