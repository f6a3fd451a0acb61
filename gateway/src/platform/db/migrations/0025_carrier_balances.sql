-- What our account at the carrier of an SMS connection holds, as it was read last.

create table carrier_balance (
  connection text primary key,
  -- Null: it was never read. Ten-thousandths, which may be below zero.
  currency text,
  available bigint,
  read_at timestamptz,
  -- Why it has not been read since, and since when; null: the newest reading succeeded.
  failure text check (failure in ('no answer', 'unknown us', 'strange')),
  said text,
  failing_since timestamptz,
  -- Whose turn the next reading is, by PostgreSQL's own clock.
  next_at timestamptz not null,
  check ((currency is null) = (available is null) and (currency is null) = (read_at is null)),
  check ((failure is null) = (said is null) and (failure is null) = (failing_since is null))
);

-- The minimum that a float or a balance is below, in units of its currency; null: the rule has none.
alter table alert add column threshold double precision;
