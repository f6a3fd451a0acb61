-- Backoffice: the operator's own accounts at banks, what we booked that went through them, and
-- their statements, which are compared as those of providers are.

-- Never changed: with another number it is another account. Closed instead of deleted.
create table bank_account (
  id integer generated always as identity primary key,
  -- As people and reports call it.
  name text not null,
  bank text not null,
  -- As the bank's statements name it (IBAN, RIB or its own number), in capitals without spaces.
  number text not null,
  currency text not null,
  opened_by integer references portal_user (id),
  opened_at timestamptz not null default jokko_now(),
  closed_by integer references portal_user (id),
  closed_at timestamptz
);
create unique index bank_account_number on bank_account (number, currency) where closed_at is null;
create unique index bank_account_name on bank_account (name) where closed_at is null;

-- A float move, a settlement that was paid or came back, or a deposit by two users, written with it
-- where it went through one of our bank accounts. The amount is above zero for what came to it.
create table bank_movement (
  id integer generated always as identity primary key,
  bank_account_id integer not null references bank_account (id),
  float_move_id integer unique references float_move (id),
  settlement_id integer references settlement (id),
  -- Of a deposit.
  approval_request_id integer unique references approval_request (id),
  currency text not null,
  amount bigint not null check (amount <> 0),
  -- The bank's; null: nobody knows it.
  reference text,
  -- The one that our payment file gives the bank.
  our_reference text,
  value_date date not null,
  made_at timestamptz not null default jokko_now(),
  check (num_nonnulls(float_move_id, settlement_id, approval_request_id) = 1)
);
-- A settlement leaves once, and comes back once.
create unique index bank_movement_settlement on bank_movement (settlement_id, (amount > 0))
  where settlement_id is not null;
create index bank_movement_day on bank_movement (bank_account_id, value_date);
create index bank_movement_reference on bank_movement (bank_account_id, upper(reference));
create index bank_movement_our_reference on bank_movement (bank_account_id, upper(our_reference));

-- A statement is of a route or of a bank account: its party.
alter table reconciliation_file alter column route drop not null,
  add column bank_account_id integer references bank_account (id),
  add column party text not null
    generated always as (coalesce(route, 'bank/' || bank_account_id::text)) stored,
  add constraint reconciliation_file_one_party check ((route is null) <> (bank_account_id is null));
create index reconciliation_file_party on reconciliation_file (party, judged_until);
drop index reconciliation_file_route;

alter table reconciliation_line
  add column bank_movement_id integer references bank_movement (id);
create index reconciliation_line_bank on reconciliation_line (bank_movement_id)
  where bank_movement_id is not null;

alter table reconciliation_discrepancy
  add column bank_movement_id integer references bank_movement (id);
create unique index reconciliation_discrepancy_bank
  on reconciliation_discrepancy (bank_movement_id, file_id)
  where line is null and bank_movement_id is not null;
