-- What a human decides about outcomes, refunds and callbacks, and what the operator sees of the gateway's own health.

-- How a discrepancy was closed: decided by two persons (`wish_id`), or settled by the provider's late word.
alter table discrepancy
  add column resolution text check (resolution in ('executed', 'not_executed', 'booked', 'explained', 'settled')),
  add column note text,
  -- No foreign key: the writer of operations sets it (see the head of 0001); `jokko doctor` looks.
  add column wish_id integer,
  add check ((resolved_at is null) = (resolution is null));
-- The queue and what was closed, in the order of time. Few rows: one for each thing that a human had to see.
create index discrepancy_waiting on discrepancy (created_at, account_id, id) where resolved_at is null;
create index discrepancy_closed on discrepancy (resolved_at, account_id, id) where resolved_at is not null;

-- Refunds above this need two persons, in ten-thousandths of the account's currency unit; an account's own counts before the installation's.
-- Null: no limit. Calls of the interface are the caller's own decision.
alter table installation add column refund_limit bigint check (refund_limit >= 0);
alter table account add column refund_limit bigint check (refund_limit >= 0);

-- Why a person gave a callback up; null: nobody did.
alter table callback add column given_up text;

-- The last round of each task on each node, written from memory from time to time.
create table task_run (
  node_id text not null,
  task text not null,
  every_ms integer not null,
  -- Real time, as all that is about nodes.
  started_at timestamptz not null,
  duration_ms integer not null,
  rounds bigint not null,
  failures bigint not null,
  failed_at timestamptz,
  error text,
  noted_at timestamptz not null default now(),
  primary key (node_id, task)
) with (fillfactor = 50);
