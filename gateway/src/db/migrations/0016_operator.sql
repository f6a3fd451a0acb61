-- What the operator's pages read and do: figures by time, floats of providers, adjustments of balances.

-- Rows come in the order of their times, so that a summary of each block finds an hour, and costs the money path next to nothing.
create index operation_created on operation using brin (created_at) with (autosummarize = on);
create index transfer_created on transfer using brin (created_at) with (autosummarize = on);

alter table transfer drop constraint transfer_verb_check,
  add check (verb in ('hold', 'post', 'void', 'credit', 'reverse', 'fund', 'charge', 'adjust'));

-- Floats are derived from transfers: the sums of all those before a moment (domain/ledger/floats.ts). The rest is added when they are read.
create table provider_float (
  route text not null,
  currency text not null,
  amount bigint not null,
  primary key (route, currency)
);
create table provider_float_until (
  one boolean primary key default true check (one),
  until timestamptz not null,
  -- Of the sandbox's clock, when `until` was set.
  clock_offset interval not null
);
insert into provider_float_until (until, clock_offset) values (coalesce((select min(created_at) from transfer), '-infinity'), '0');
