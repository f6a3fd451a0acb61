-- Payments, operations: the catalogue of services, the ledger, operations with their attempts,
-- bills and remittance.

-- ── Catalogue ───────────────────────────────────────────────────────────────────────────────────

-- Documents of services and prices with their authors; the newest row is in force.
create table catalogue (
  version integer generated always as identity primary key,
  document json not null,
  created_at timestamptz not null default now(),
  -- Null where a command put it in force.
  made_by integer references portal_user (id),
  approved_by integer references portal_user (id),
  approval_request_id integer unique references approval_request (id),
  reason text
);

-- Next versions of the catalogue that somebody works on.
create table catalogue_draft (
  id integer generated always as identity primary key,
  title text not null,
  -- As the document in force is kept: secrets sealed.
  document json not null,
  -- The version that was in force when it was begun, or that it was last brought up to; 0: none.
  base integer not null,
  -- Each change counts, so that nobody overwrites what another user has just written.
  revision integer not null default 1,
  made_by integer not null references portal_user (id),
  made_at timestamptz not null default jokko_now(),
  changed_by integer not null references portal_user (id),
  changed_at timestamptz not null default jokko_now(),
  -- The last request to publish it, and the revision that was meant.
  approval_request_id integer references approval_request (id),
  requested_revision integer,
  -- The version that it became.
  published integer,
  dropped_at timestamptz,
  check (published is null or dropped_at is null)
);
create index catalogue_draft_open on catalogue_draft (id)
  where published is null and dropped_at is null;

-- Which services an account may use, and its own price where it has one.
create table account_service (
  account_id integer not null references account (id),
  code_service text not null,
  price json,
  primary key (account_id, code_service)
);

-- The own price of a service that was taken from an account: it comes back with the service, as two
-- users agreed on it.
create table kept_price (
  account_id integer not null references account (id),
  code_service text not null,
  -- Null: the catalogue's counted.
  price json,
  primary key (account_id, code_service)
);

-- ── Ledger ──────────────────────────────────────────────────────────────────────────────────────

-- The only stored sums; all others are derived from transfers.
create table balance (
  account_id integer not null references account (id),
  currency text not null,
  available bigint not null default 0 check (available >= 0),
  held bigint not null default 0 check (held >= 0),
  -- The number of the transfer that changed it last; the account's newest is the highest of all its
  -- balances.
  last_transfer bigint not null default 0,
  primary key (account_id, currency)
) with (fillfactor = 50);

-- Append-only. Each transfer debits one ledger account and credits another with the same amount, so
-- the books balance by construction. Ledger accounts: 'available' and 'held' of the developer
-- account in account_id, 'fees', 'funding', 'suspense', 'treasury' (the operator's money in a bank)
-- and 'provider:<route>'. Entries between treasury and a provider, and what a provider keeps of our
-- money for an operation ('provider_fee'), belong to account 0.
create table transfer (
  account_id integer not null,
  -- Counts the account's transfers, taken under its lock (`balance.last_transfer`), so that their
  -- order outlives a move to another server. Of account 0, whose order nothing depends on, from
  -- own_transfer_seq.
  id bigint not null,
  operation_id bigint,
  verb text not null check (verb in
    ('hold', 'post', 'void', 'credit', 'reverse', 'fund', 'charge', 'adjust', 'settle',
      'provider_fee')),
  debit text not null,
  credit text not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  -- The available balance after this transfer, in the order they were made under the account lock.
  available_after bigint not null check (available_after >= 0),
  note text,
  created_at timestamptz not null default jokko_now(),
  sms_batch_id bigint,
  settlement_id integer,
  check (debit <> credit),
  primary key (account_id, id)
) with (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 1000000,
  autovacuum_analyze_scale_factor = 0.05);
create sequence own_transfer_seq;
create index transfer_operation on transfer (operation_id, account_id);
create index transfer_sms_batch on transfer (sms_batch_id) where sms_batch_id is not null;
-- Of settlements alone: payments have no entry in it.
create index transfer_settlement on transfer (settlement_id) where settlement_id is not null;
-- Rows come in the order of their times, so that a summary of each block finds an hour and costs
-- the money path next to nothing.
create index transfer_created on transfer using brin (created_at) with (autosummarize = on);
create trigger transfer_append_only before update or delete or truncate on transfer
  execute function refuse_change();

-- Floats at providers: the sums of all transfers before a moment. The rest is added when read.
create table provider_float (
  route text not null,
  currency text not null,
  amount bigint not null,
  primary key (route, currency)
);

-- That moment.
create table provider_float_until (
  one boolean primary key default true check (one),
  until timestamptz not null,
  -- Of the sandbox's clock, when `until` was set.
  clock_offset interval not null
);
insert into provider_float_until (until, clock_offset) values ('-infinity', '0');

-- What operations took from each float in each hour, less what they brought; below zero: they
-- brought more. Without what was moved between it and our bank. For the forecast.
create table float_hour (
  route text not null,
  currency text not null,
  hour timestamptz not null,
  spent bigint not null,
  primary key (route, currency, hour)
);

-- ── Operations ──────────────────────────────────────────────────────────────────────────────────

-- One payment: the terms of its request, which never change, and its state, which only the writer
-- of operations changes. What never changes comes first, numbers before texts: an update then logs
-- only the part of the row that follows, and nothing is lost to alignment.
create table operation (
  id bigint not null,
  amount bigint not null check (amount >= 0),
  commission bigint not null check (commission >= 0),
  balance_before bigint not null,
  balance_after bigint not null,
  created_at timestamptz not null,
  account_id integer not null,
  -- Whether duplicate windows or ceilings apply, so that only such rows are indexed for them.
  ruled boolean not null default false,
  external_id text not null,
  fingerprint bytea not null,
  code_service text not null,
  direction text not null check (direction in ('DEBIT', 'CREDIT')),
  route text not null,
  phone_given text not null,
  phone text not null,
  currency text not null,
  -- What the connector needs beside the columns (connector kit `Extra`) and the redirect URLs;
  -- never card data.
  details json not null,
  -- The client's own object, returned in the callback with its members in the order they came.
  client_data json,
  callback_url text,
  -- Composed at initiation from the key presented then (rule C2). A secret until the callback is
  -- delivered.
  callback_hash bytea,
  payment_page_token text,
  state text not null,
  -- What the provider said it waits for, while ACCEPTED.
  stage text check (stage in ('payer', 'provider')),
  challenge json,
  error_id integer,
  error_message text,
  -- Why a final state is certain: invariant I-15.
  proof text,
  provider_reference text,
  -- The code that was bought (contract `Voucher`); in the callback as data and in its text.
  voucher json,
  attempts integer not null default 0,
  cancel_requested boolean not null default false,
  updated_at timestamptz not null,
  -- When a node must look at this row again; null when nothing is to be done.
  next_step_at timestamptz,
  lease_owner integer,
  primary key (id, account_id),
  unique (external_id, account_id)
) with (fillfactor = 85,
  autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);
-- Status queries of pending operations are claimed apart: however many wait for their payers, what
-- must be sent or resolved is not behind them. Not by `state = 'ACCEPTED'`: the planner turns a
-- comparison of it with false into `<>`, finds that in no index, and reads the backlog for each
-- sweep.
create index operation_due on operation
  (route, (case state when 'ACCEPTED' then 1 else 0 end), next_step_at)
  where next_step_at is not null;
-- What waits for a user, the oldest first.
create index operation_unknown on operation (created_at, account_id, id)
  where state = 'UNKNOWN';
-- What waits for its route, the oldest first.
create index operation_parked on operation (route, created_at, id) where state = 'PARKED';
create index operation_ruled on operation (account_id, code_service, phone, created_at) where ruled;
-- The lists that people read. On expressions, since plain indexes look as good as the key to the
-- planner while a table has no statistics, and the money path then read all rows of an account
-- (decisions/0007): only statements with the same expression find these.
create index operation_of_account on operation ((account_id + 0), created_at, id);
create index operation_of_phone on operation ((phone || ''));
create index operation_provider_reference on operation (provider_reference)
  where provider_reference is not null;
-- As transfer_created.
create index operation_created on operation using brin (created_at) with (autosummarize = on);

-- Append-only: every change of state after the opening. In partitions by the periods of ids
-- (id_period).
create table operation_transition (
  id bigint generated always as identity,
  operation_id bigint not null,
  created_at timestamptz not null default jokko_now(),
  account_id integer not null,
  from_state text not null,
  to_state text not null,
  reason text not null,
  primary key (operation_id, account_id, id)
) partition by range (operation_id);
create table operation_transition_p1 partition of operation_transition
  for values from (minvalue) to (9796093022208)
  with (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 1000000,
  autovacuum_analyze_scale_factor = 0.05);
-- The event feed: ends of operations, by account in the order in which they were recorded.
create index operation_transition_event on operation_transition (account_id, id)
  where to_state in ('SUCCESS', 'FAILED', 'CANCELED', 'REFUNDED')
    and (from_state <> 'REFUNDING' or to_state = 'REFUNDED');
-- As transfer_created: what the doctor reads of a period.
create index operation_transition_created on operation_transition
  using brin (created_at) with (autosummarize = on);
create trigger operation_transition_append_only before update or delete or truncate
  on operation_transition execute function refuse_change();
-- A trigger for statements stands on the table that they name: each partition has one, too.
create trigger operation_transition_append_only before update or delete or truncate
  on operation_transition_p1 execute function refuse_change();

-- ── Breakers ────────────────────────────────────────────────────────────────────────────────────

-- Routes whose breaker is not closed, or was not of late: nothing is sent on an open one, and a few
-- operations on a half-open one. The same for all nodes.
create table route_breaker (
  route text primary key,
  state text not null check (state in ('closed', 'open', 'half_open')),
  -- Opened by a user, or by its health: the latter heals by itself.
  by_hand boolean not null default false,
  reason text not null,
  -- Real time.
  since timestamptz not null default now(),
  -- How many times in a row it has opened again, so that it is tried more and more rarely.
  failures integer not null default 0,
  -- How those fared that were let through since it is half open, or closed again.
  answered integer not null default 0,
  lost integer not null default 0,
  -- When the next of those that wait for it may leave.
  next_resume_at timestamptz not null default now()
);

-- Append-only: every change of a breaker.
create table route_breaker_event (
  id bigint generated always as identity primary key,
  route text not null,
  state text not null check (state in ('closed', 'open', 'half_open')),
  by_hand boolean not null,
  -- Null: the gateway itself.
  who text,
  reason text not null,
  created_at timestamptz not null default now()
);
create index route_breaker_event_route on route_breaker_event (route, id);
create trigger route_breaker_event_append_only before update or delete or truncate
  on route_breaker_event execute function refuse_change();

-- ── Proofs of closed periods ────────────────────────────────────────────────────────────────────

-- Days that are over, and of which the doctor has found every invariant to hold: it need not read
-- them each time (decisions/0089).
create table proven_period (
  from_time timestamptz not null,
  until_time timestamptz primary key,
  operations bigint not null,
  transitions bigint not null,
  -- Sum of the hashes of the changes of state that were recorded in it.
  transitions_digest numeric not null,
  -- SHA-256 of this row and of its balances, so that a change of them is seen at once.
  seal bytea not null,
  -- Real time: when all of its rows were read and compared last.
  read_at timestamptz not null default now()
);

-- What was proven of an account in such a period. Its balances at the end are where the next one
-- begins.
create table proven_balance (
  account_id integer not null,
  currency text not null,
  until_time timestamptz not null references proven_period on delete cascade,
  -- The last transfer that counts for the period; and how many there are, with the sum of their
  -- hashes.
  last_transfer bigint not null,
  transfers bigint not null,
  transfers_digest numeric not null,
  -- Of the terms of the operations that were created in it.
  operations bigint not null,
  operations_digest numeric not null,
  available bigint not null,
  held bigint not null,
  primary key (account_id, currency, until_time)
);
create index proven_balance_period on proven_balance (until_time);

-- An attempt that a send journal knows, that a restore made the database forget, and that cannot be
-- made again as things stand: the account is unknown, or its balance too low, or what a refund gives
-- back has no success yet. Tried again until it can; until then its external id opens nothing.
create table forgotten_attempt (
  account_id integer not null,
  operation_id bigint not null,
  number integer not null,
  external_id text not null,
  purpose text not null check (purpose in ('execute', 'refund')),
  -- The journal's entry, without what stood sealed in it.
  entry json not null,
  -- Why it cannot be made again, in a sentence.
  reason text not null,
  noted_at timestamptz not null default jokko_now(),
  resolved_at timestamptz,
  -- 'restored', or what an operator wrote who dismissed it.
  resolution text,
  check ((resolved_at is null) = (resolution is null)),
  primary key (operation_id, number, account_id)
);
create index forgotten_attempt_open on forgotten_attempt (account_id, external_id)
  where resolved_at is null;

-- One exchange with a provider, written before its first byte leaves. Our reference is not stored:
-- it is made of the primary key, so that a notice finds its row without an index. No index has a
-- column that changes, and half of each page is left for the next versions: an update touches the
-- row alone (93 % of them; at 80 % full 45 %). In partitions, as operation_transition.
create table attempt (
  operation_id bigint not null,
  account_id integer not null,
  number integer not null,
  created_at timestamptz not null,
  sent_at timestamptz not null,
  purpose text not null check (purpose in ('execute', 'refund')),
  route text not null,
  state text not null
    check (state in
      ('SENDING', 'ACCEPTED', 'UNKNOWN', 'SUCCEEDED', 'FAILED', 'NOT_SENT', 'CONTINUED')),
  refs json not null,
  cause text,
  -- Absence is believed when seen twice after the quiescence time.
  absences smallint not null default 0,
  queries smallint not null default 0,
  -- What the provider kept for itself, where it told it: ten-thousandths of the operation's currency.
  fee bigint check (fee >= 0),
  updated_at timestamptz not null,
  primary key (operation_id, account_id, number)
) partition by range (operation_id);
create table attempt_p1 partition of attempt
  for values from (minvalue) to (9796093022208)
  with (fillfactor = 50,
  autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);

-- What an attempt sends, apart from what changes. In partitions, as operation_transition.
create table attempt_request (
  operation_id bigint not null,
  account_id integer not null,
  number integer not null,
  -- Exact request and references (connector kit `Prepared`).
  prepared json not null,
  primary key (operation_id, account_id, number)
) partition by range (operation_id);
create table attempt_request_p1 partition of attempt_request
  for values from (minvalue) to (9796093022208)
  with (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 1000000,
  autovacuum_analyze_scale_factor = 0.05);
create trigger attempt_request_frozen before update on attempt_request
  execute function refuse_change();
create trigger attempt_request_frozen before update on attempt_request_p1
  execute function refuse_change();

-- At most one attempt of an operation is live, on whichever route (decisions/0087). A first attempt
-- has none before it, and its key keeps it from being made twice: only a further one, or one that
-- comes to life again, is looked after. Who does the same at the same time waits for the operation.
create function refuse_second_live_attempt() returns trigger language plpgsql as $$
declare
  live bigint;
begin
  perform from operation where id = new.operation_id and account_id = new.account_id
    for no key update;
  select count(*) into live from attempt
    where operation_id = new.operation_id and account_id = new.account_id
      and state in ('SENDING', 'ACCEPTED', 'UNKNOWN');
  if live > 1 then
    raise unique_violation using table = 'attempt', constraint = 'attempt_one_live',
      message = format('operation %s has a live attempt beside %s', new.operation_id, new.number);
  end if;
  return null;
end $$;
create trigger attempt_one_live after insert on attempt for each row
  when (new.number > 1 and new.state in ('SENDING', 'ACCEPTED', 'UNKNOWN'))
  execute function refuse_second_live_attempt();
create trigger attempt_one_alive_again after update on attempt for each row
  when (new.state in ('SENDING', 'ACCEPTED', 'UNKNOWN')
    and old.state not in ('SENDING', 'ACCEPTED', 'UNKNOWN'))
  execute function refuse_second_live_attempt();

-- ── Files to and from providers ─────────────────────────────────────────────────────────────────

-- Which node makes, sends and collects the files of a route. It stays so while that node lives.
-- Whoever stores a file holds this row's lock, so that a node that was replaced stores none.
create table provider_file_lease (
  route text primary key,
  lease_owner integer not null
);

-- A file of orders that leaves for a provider. Its bytes are stored before the first of them leaves,
-- and what may have left is only ever put again as it is, under the same name.
create table provider_batch (
  reference text primary key,
  route text not null,
  -- Whom it was made for, as `attempt_request.prepared` names it.
  counterparty text not null,
  name text not null,
  bytes bytea not null,
  -- The attempts in it, in the order of the file.
  operation_ids bigint[] not null,
  attempt_numbers integer[] not null,
  -- UNKNOWN: it may have left.
  state text not null default 'SENDING' check (state in ('SENDING', 'UNKNOWN', 'SENT')),
  -- Why it has not left for certain.
  cause text,
  tries integer not null default 0,
  -- Real time.
  next_try_at timestamptz not null default now(),
  made_at timestamptz not null default jokko_now(),
  sent_at timestamptz,
  check (cardinality(operation_ids) = cardinality(attempt_numbers)),
  check ((state = 'SENT') = (sent_at is not null))
);
create index provider_batch_open on provider_batch (route, made_at) where state <> 'SENT';
create index provider_batch_made on provider_batch (route, made_at);

-- A file that a provider has put, kept as evidence. One that comes again changes nothing.
create table provider_file (
  route text not null,
  -- SHA-256 of its bytes.
  digest bytea not null,
  name text not null,
  bytes bytea not null,
  -- In the protocol's own words; null where it could not be read.
  type text,
  -- Why it was refused, or what in it proved nothing.
  reason text,
  received_at timestamptz not null default jokko_now(),
  primary key (route, digest)
);
create index provider_file_received on provider_file (route, received_at);

-- ── Provider inbox ──────────────────────────────────────────────────────────────────────────────

-- A genuine notice that led to no attempt when it came, or that could not be applied yet. It is
-- tried again until it leads to one, a user says why it needs nothing, or seven days have passed.
create table provider_inbox (
  id bigint generated always as identity primary key,
  route text not null,
  -- SHA-256 of what it says: a repeat adds nothing.
  payload_hash bytea not null,
  our_reference text,
  provider_reference text,
  -- What it claims, for users; the outcome only where it proves its sender. Neither its body nor
  -- what was bought is kept.
  outcome text,
  amount bigint,
  currency text,
  received_at timestamptz not null default jokko_now(),
  repeats integer not null default 0,
  tries integer not null default 0,
  -- Real time.
  next_try_at timestamptz not null default now(),
  state text not null default 'waiting' check (state in ('waiting', 'matched', 'ignored')),
  -- Of what it was matched to.
  account_id integer,
  operation_id bigint,
  reason text,
  decided_at timestamptz,
  unique (route, payload_hash)
);
create index provider_inbox_waiting on provider_inbox (next_try_at) where state = 'waiting';
create index provider_inbox_decided on provider_inbox (decided_at) where state <> 'waiting';

-- ── Bills and remittance ────────────────────────────────────────────────────────────────────────

-- A bill as last listed by an account.
create table bill (
  account_id integer not null references account (id),
  code_service text not null,
  account_number text not null,
  reference text not null,
  amount bigint not null,
  listed_at timestamptz not null,
  primary key (account_id, code_service, account_number, reference)
);

-- A bill is paid once, whichever account pays it: the row stands while an operation pays it and is
-- removed when that operation ends without success.
create table bill_payment (
  code_service text not null,
  account_number text not null,
  reference text not null,
  account_id integer not null,
  operation_id bigint not null,
  primary key (code_service, account_number, reference)
);

-- Quotes and inquiries; an operation may refer to them for 30 minutes (rule O7).
create table remittance (
  account_id integer not null references account (id),
  id bigint generated always as identity,
  code_service text not null,
  kind text not null check (kind in ('quote', 'lookup')),
  amount bigint,
  reference text,
  send_data json,
  -- Of a quote: countries, currencies and way of delivery, which its price holds for.
  corridor text,
  -- Of a quote: amount, fees and taxes, which an operation is charged.
  total bigint check (total >= amount),
  -- Of a quote: the provider's session, where it has one.
  session text,
  created_at timestamptz not null default jokko_now(),
  primary key (account_id, id),
  check ((kind = 'quote') = (total is not null)),
  check ((kind = 'quote') = (corridor is not null))
);
create index remittance_recent on remittance (account_id, code_service, created_at);
-- What is personal and not yet removed.
create index remittance_personal on remittance (created_at) where send_data is not null;

-- That a provider's notices reach a route, by who is asked there: `jokko golive` asks for it.
create table route_notice (
  route text not null,
  counterparty text not null,
  first_at timestamptz not null default jokko_now(),
  primary key (route, counterparty)
);

-- ── Health of routes, carrier connections and receivers ─────────────────────────────────────────

-- What a node has counted since its last round, of whom it exchanged anything with: the sliding five
-- minutes that health is judged by. Unlogged: a crash of the database forgets minutes of counting.
create unlogged table health_count (
  at timestamptz not null,
  kind text not null check (kind in ('route', 'sms-link', 'receiver')),
  -- Of a receiver: account id and scheme://host:port.
  name text not null,
  succeeded integer not null,
  accepted integer not null,
  refused integer not null,
  faulted integer not null,
  unknown integer not null,
  unsent integer not null,
  -- Durations by classes that double, from 25 ms.
  call_ms integer[] not null,
  result_ms integer[] not null
);
create index health_count_at on health_count (at);

-- The same by the minute and node, for days: what is usual at an hour, charts, and simulations of
-- other thresholds. Without receivers.
create table health_minute (
  at timestamptz not null,
  kind text not null check (kind in ('route', 'sms-link', 'receiver')),
  name text not null,
  succeeded integer not null,
  accepted integer not null,
  refused integer not null,
  faulted integer not null,
  unknown integer not null,
  unsent integer not null,
  call_ms integer[] not null,
  result_ms integer[] not null
);
create index health_minute_at on health_minute (at);

-- The judgement in force. Unlogged, since every round writes it anew.
create unlogged table health_state (
  kind text not null,
  name text not null,
  state text not null check (state in ('healthy', 'degraded', 'down')),
  since timestamptz not null,
  reasons text[] not null,
  figures json not null,
  -- Since when the evidence speaks for a better state without a break; null: it does not.
  better_since timestamptz,
  read_at timestamptz not null,
  primary key (kind, name)
) with (fillfactor = 50);

-- Every change of it.
create table health_change (
  id bigint generated always as identity primary key,
  kind text not null,
  name text not null,
  from_state text not null,
  state text not null check (state in ('healthy', 'degraded', 'down')),
  reasons text[] not null,
  figures json not null,
  at timestamptz not null
);
create index health_change_subject on health_change (kind, name, id);

-- The worst state of each route on each day (UTC) on which there was traffic or trouble: a day
-- without a row is one of which nothing is known.
create table health_day (
  name text not null,
  day date not null,
  state text not null check (state in ('healthy', 'degraded', 'down')),
  primary key (name, day)
);

-- When the last judgement began, real time: one node at a time makes it.
create table health_round (
  one boolean primary key default true check (one),
  judged_at timestamptz not null
);
insert into health_round (judged_at) values ('-infinity');
