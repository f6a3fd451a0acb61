-- Payments: hosted checkouts, and the attempts to pay them. The status of a checkout is not stored:
-- it follows from its attempts' operations and from the clock (decisions/0172-hosted-checkout.md).

create table checkout (
  account_id integer not null references account (id),
  -- The merchant's own.
  id text not null,
  checkout_id text not null,
  -- Unguessable part of the page's address.
  token text not null unique,
  -- Of the body that made it.
  fingerprint bytea not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  description text not null,
  -- Null: all services of the account that collect in the currency.
  services text[],
  -- The customer's, E.164.
  phone text,
  success_url text not null,
  error_url text not null,
  language text,
  callback_url text,
  -- Stands for the API key in the hash of the callbacks (rule C2): a hash of id and key.
  callback_key text not null,
  client_data json,
  created_at timestamptz not null default jokko_now(),
  expires_at timestamptz not null,
  canceled_at timestamptz,
  primary key (account_id, id)
);
create index checkout_created on checkout (created_at);

-- Written before its operation is initiated under the external id `<checkout>~<number>`.
create table checkout_attempt (
  account_id integer not null,
  checkout_id text not null,
  number integer not null check (number > 0),
  code_service text not null,
  -- E.164; null once its operation has it.
  phone text,
  begun_at timestamptz not null,
  -- Why nothing was executed.
  refusal text,
  primary key (account_id, checkout_id, number),
  foreign key (account_id, checkout_id) references checkout (account_id, id)
);
