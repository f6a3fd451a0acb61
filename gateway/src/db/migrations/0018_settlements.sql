-- A developer's money is paid out to a bank account or wallet (settlements), and ours moves between our own bank and the providers.

-- Where an account may be paid to. Never changed: another number is another destination, which rests before it is used.
create table payout_destination (
  id integer generated always as identity primary key,
  account_id integer not null references account (id),
  kind text not null check (kind in ('bank', 'wallet')),
  holder text not null,
  -- The bank, or the wallet's operator.
  institution text not null,
  -- ISO 3166-1 alpha-2.
  country text not null,
  scheme text not null check (scheme in ('iban', 'rib', 'phone')),
  -- IBAN or RIB in capitals without spaces, or E.164 with plus.
  number text not null,
  added_by integer not null references person (id),
  added_at timestamptz not null default jokko_now(),
  confirmed_by integer references person (id),
  confirmed_at timestamptz,
  -- When it has rested.
  usable_from timestamptz,
  removed_at timestamptz,
  check (confirmed_by is null or confirmed_by <> added_by),
  check ((confirmed_by is null) = (confirmed_at is null) and (confirmed_by is null) = (usable_from is null)),
  check ((kind = 'wallet') = (scheme = 'phone'))
);
create index payout_destination_account on payout_destination (account_id, id);
create unique index payout_destination_number on payout_destination (account_id, number) where removed_at is null;
create index payout_destination_waiting on payout_destination (id) where confirmed_at is null and removed_at is null;

-- What the operator asks of settlements in a currency. A currency without a row has no limits and no fee.
create table settlement_terms (
  currency text primary key,
  -- Ten-thousandths.
  minimum bigint not null default 0 check (minimum >= 0),
  maximum bigint check (maximum >= minimum and maximum > 0),
  fee bigint not null default 0 check (fee >= 0),
  -- Ten-thousandths of the amount.
  fee_share integer not null default 0 check (fee_share between 0 and 1000)
);

create table settlement (
  id integer generated always as identity primary key,
  account_id integer not null references account (id),
  -- The caller's, so that a repeated call asks for the same; of a schedule its period.
  key text not null,
  destination_id integer not null references payout_destination (id),
  currency text not null,
  -- What arrives; the fee is held and taken beside it.
  amount bigint not null check (amount > 0),
  fee bigint not null check (fee >= 0),
  state text not null default 'REQUESTED' check (state in ('REQUESTED', 'APPROVED', 'PAID', 'REFUSED', 'WITHDRAWN', 'RETURNED')),
  -- Null: the schedule.
  asked_by integer references person (id),
  requested_at timestamptz not null default jokko_now(),
  -- What two persons of the operator agreed on.
  approved_wish integer unique references wish (id),
  approved_at timestamptz,
  -- The payment file in which the bank was told.
  file integer,
  -- The bank's.
  reference text,
  value_date date,
  paid_at timestamptz,
  -- Refused, withdrawn or returned.
  ended_at timestamptz,
  reason text,
  unique (account_id, key),
  check (state not in ('APPROVED', 'PAID', 'RETURNED') or approved_wish is not null),
  check ((paid_at is null) = (reference is null) and (paid_at is null) = (value_date is null)),
  check (state <> 'PAID' or paid_at is not null),
  check (file is null or approved_wish is not null),
  check ((state in ('REFUSED', 'WITHDRAWN', 'RETURNED')) = (ended_at is not null))
);
create index settlement_account on settlement (account_id, id);
create index settlement_state on settlement (state, id);
create index settlement_file on settlement (file, id) where file is not null;
create index settlement_not_filed on settlement (id) where state = 'APPROVED' and file is null;
create sequence settlement_file_seq;

-- At most one for each balance. `next_at` moves on in the transaction that makes the request.
create table settlement_schedule (
  account_id integer not null references account (id),
  currency text not null,
  destination_id integer not null references payout_destination (id),
  every text not null check (every in ('day', 'week', 'month')),
  -- 1 is Monday; of a month, the last day where it has fewer.
  day integer not null check (day between 1 and 31 and (every = 'month' or day <= 7)),
  -- Less is not paid out; and what stays on the account. Ten-thousandths.
  minimum bigint not null check (minimum >= 0),
  keep bigint not null check (keep >= 0),
  next_at timestamptz not null,
  -- What came of the last time.
  last_at timestamptz,
  last_outcome text,
  primary key (account_id, currency)
);
create index settlement_schedule_due on settlement_schedule (next_at);

-- Each top-up and withdrawal of a float; the amount is below zero for what came back to our bank.
create table float_move (
  id integer generated always as identity primary key,
  wish_id integer not null unique references wish (id),
  transfer_id bigint not null unique,
  route text not null,
  currency text not null,
  amount bigint not null check (amount <> 0),
  reference text not null,
  value_date date not null,
  made_at timestamptz not null default jokko_now()
);

-- The operator's own money in a bank is `treasury`. Entries between it and a provider belong to no developer: their account is 0.
alter table transfer add column settlement_id integer;
alter table transfer drop constraint transfer_verb_check,
  add check (verb in ('hold', 'post', 'void', 'credit', 'reverse', 'fund', 'charge', 'adjust', 'settle'));
-- Of settlements alone: no payment has an entry in it.
create index transfer_settlement on transfer (settlement_id) where settlement_id is not null;
