-- The own price of a service that an account had, and has no more: it comes back with the service, as two persons agreed on it.
create table kept_price (
  account_id integer not null references account (id),
  code_service text not null,
  -- Null: the catalogue's counted.
  price json,
  primary key (account_id, code_service)
);
