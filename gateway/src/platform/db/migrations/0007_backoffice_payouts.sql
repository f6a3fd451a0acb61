-- Backoffice, money out: bulk payouts to recipients, settlements of developers' balances to a bank
-- or wallet, and the operator's own money between a bank and the providers.

-- ── Payouts ─────────────────────────────────────────────────────────────────────────────────────

-- A file of payments. Nothing is sent before a second user of the account has approved it.
create table payout_batch (
  id integer generated always as identity primary key,
  account_id integer not null references account (id),
  name text not null,
  file_name text not null,
  -- For lines that name none.
  code_service text,
  -- Of all lines; null while none can be read.
  currency text,
  -- Of its services, '*' for what belongs to none: users limited to countries see batches within
  -- them.
  countries text[] not null default '{}',
  state text not null default 'draft' check (state in
    ('draft', 'awaiting_approval', 'running', 'paused', 'waiting_for_funds', 'canceling', 'done',
      'canceled', 'refused')),
  made_by integer not null references portal_user (id),
  -- Who asked for the approval, and the request.
  submitted_by integer references portal_user (id),
  approval_request_id integer references approval_request (id),
  -- How many lines are in each state, kept by the statements that move them (I-42).
  draft integer not null default 0,
  waiting integer not null default 0,
  sending integer not null default 0,
  sent integer not null default 0,
  succeeded integer not null default 0,
  failed integer not null default 0,
  canceled integer not null default 0,
  -- Lines of a draft that cannot be sent as they are, and lines with a duplicate warning.
  wrong integer not null default 0,
  duplicated integer not null default 0,
  amount bigint not null default 0,
  fees bigint not null default 0,
  -- When its next lines may go out: bounds the rate on all nodes together.
  next_at timestamptz not null default jokko_now(),
  created_at timestamptz not null default jokko_now(),
  changed_at timestamptz not null default jokko_now(),
  -- SHA-256 of the file's bytes: uploading the same file twice is reported. Null: not kept.
  file_hash bytea,
  -- Of a workbook: the sheet that was read, and how many of its rows are hidden there.
  sheet text,
  hidden_rows integer not null default 0,
  -- The amounts of its lines that succeeded, without fees (I-42).
  paid bigint not null default 0
) with (fillfactor = 70);
create index payout_batch_account on payout_batch (account_id, id);
create index payout_batch_changed on payout_batch (account_id, changed_at);
create index payout_batch_due on payout_batch (next_at)
  where state in ('running', 'waiting_for_funds');
create index payout_batch_draft on payout_batch (changed_at) where state = 'draft';
create index payout_batch_approval_request on payout_batch (approval_request_id);
create index payout_batch_open on payout_batch (id)
  where state in ('running', 'paused', 'waiting_for_funds', 'canceling');
create index payout_batch_file on payout_batch (account_id, file_hash, id)
  where file_hash is not null;

-- One payment of a file: sent as an operation under its own external id.
create table payout_line (
  batch_id integer not null references payout_batch (id),
  number integer not null,
  account_id integer not null,
  -- Where it stands in the file.
  file_line integer not null,
  -- As the file has them.
  phone_given text not null,
  amount_given text not null,
  service_given text not null,
  external_given text not null,
  name text not null,
  note text not null,
  -- As they are read; null where they cannot be.
  phone text,
  amount bigint,
  code_service text,
  fee bigint,
  -- The fee that a second user has approved; the line is not sent at a higher one.
  approved_fee bigint,
  -- Of this attempt; a retry has one of its own.
  external_id text not null,
  attempt integer not null default 1,
  state text not null default 'draft' check (state in
    ('draft', 'waiting', 'sending', 'sent', 'succeeded', 'failed', 'canceled')),
  -- What is wrong with it, by column; null: nothing.
  problems json,
  -- Duplicate warnings: another line, or a payment of the past, looks the same.
  duplicates json,
  -- Sent as.
  operation_id bigint,
  -- Why it failed without an operation: {"problem": …} as in `problems`.
  failure json,
  -- Leased to a node until then (real time); afterwards another one goes on with the same external
  -- id.
  held_until timestamptz,
  changed_at timestamptz not null default jokko_now(),
  -- The approval request to send this line again: lines that fail while it is open are not meant.
  asked_in integer,
  primary key (batch_id, number),
  check (state in ('draft', 'canceled') or (phone is not null and amount > 0
    and code_service is not null and fee >= 0 and approved_fee >= 0)),
  check (state not in ('sent', 'succeeded') or operation_id is not null)
) with (fillfactor = 70);
create index payout_line_state on payout_line (batch_id, state, number);
create index payout_line_sending on payout_line (held_until) where state = 'sending';
create index payout_line_sent on payout_line (batch_id, number) where state = 'sent';
-- One line for each external id of an account, and one for each operation: no other batch can take
-- it for its own.
create unique index payout_line_external on payout_line (account_id, external_id)
  where state not in ('draft', 'canceled');
create unique index payout_line_operation on payout_line (account_id, operation_id)
  where operation_id is not null;
-- What is on its way to the same recipient.
create index payout_line_phone on payout_line (account_id, phone)
  where state in ('waiting', 'sending');
-- Whether the same payment waits for approval in another batch.
create index payout_line_draft on payout_line (account_id, phone) where state = 'draft';

-- ── Settlements ─────────────────────────────────────────────────────────────────────────────────

-- Where an account may be paid to. Never changed: another number is another destination, which
-- waits before it may be used.
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
  added_by integer not null references portal_user (id),
  added_at timestamptz not null default jokko_now(),
  confirmed_by integer references portal_user (id),
  confirmed_at timestamptz,
  -- When the waiting time ends.
  usable_from timestamptz,
  removed_at timestamptz,
  check (confirmed_by is null or confirmed_by <> added_by),
  check ((confirmed_by is null) = (confirmed_at is null)
    and (confirmed_by is null) = (usable_from is null)),
  check ((kind = 'wallet') = (scheme = 'phone'))
);
create index payout_destination_account on payout_destination (account_id, id);
create unique index payout_destination_number on payout_destination (account_id, number)
  where removed_at is null;
create index payout_destination_waiting on payout_destination (id)
  where confirmed_at is null and removed_at is null;

-- Limits and fee of settlements in a currency; without a row there are none.
create table settlement_terms (
  currency text primary key,
  -- Ten-thousandths.
  minimum bigint not null default 0 check (minimum >= 0),
  maximum bigint check (maximum >= minimum and maximum > 0),
  fee bigint not null default 0 check (fee >= 0),
  -- Ten-thousandths of the amount.
  fee_share integer not null default 0 check (fee_share between 0 and 1000)
);

create sequence settlement_file_seq;

-- A developer's available balance paid out to a bank account or wallet of theirs.
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
  state text not null default 'REQUESTED'
    check (state in ('REQUESTED', 'APPROVED', 'PAID', 'REFUSED', 'WITHDRAWN', 'RETURNED')),
  -- Null: the schedule.
  asked_by integer references portal_user (id),
  requested_at timestamptz not null default jokko_now(),
  -- What two users of the operator agreed on.
  approved_approval_request integer unique references approval_request (id),
  approved_at timestamptz,
  -- The payment file that went to the bank.
  file integer,
  -- The bank's.
  reference text,
  value_date date,
  paid_at timestamptz,
  -- Refused, withdrawn or returned.
  ended_at timestamptz,
  reason text,
  -- Who set the schedule that asked for it; null: a user asked.
  scheduled_by integer references portal_user (id),
  unique (account_id, key),
  check (state not in ('APPROVED', 'PAID', 'RETURNED') or approved_approval_request is not null),
  check ((paid_at is null) = (reference is null) and (paid_at is null) = (value_date is null)),
  check (state <> 'PAID' or paid_at is not null),
  check (file is null or approved_approval_request is not null),
  check ((state in ('REFUSED', 'WITHDRAWN', 'RETURNED')) = (ended_at is not null))
);
create index settlement_account on settlement (account_id, id);
create index settlement_state on settlement (state, id);
create index settlement_file on settlement (file, id) where file is not null;
create index settlement_not_filed on settlement (id) where state = 'APPROVED' and file is null;

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
  -- Who set it, and so stands behind what it asks for. Null: unknown.
  set_by integer references portal_user (id),
  primary key (account_id, currency)
);
create index settlement_schedule_due on settlement_schedule (next_at);

-- ── Floats ──────────────────────────────────────────────────────────────────────────────────────

-- Each top-up and withdrawal of a float; the amount is below zero for what came back to our bank.
create table float_move (
  id integer generated always as identity primary key,
  approval_request_id integer not null unique references approval_request (id),
  transfer_id bigint not null unique,
  route text not null,
  currency text not null,
  amount bigint not null check (amount <> 0),
  reference text not null,
  value_date date not null,
  made_at timestamptz not null default jokko_now()
);
-- Whether a transfer of the bank was booked before.
create index float_move_reference on float_move (reference, id);
create index float_move_made on float_move (made_at);

-- ── Going live ──────────────────────────────────────────────────────────────────────────────────

-- What users have confirmed of a route before it carries real money, by who is asked there: with
-- another address or account it has to be confirmed anew. The audit log has all of it.
create table golive_confirmation (
  route text not null,
  counterparty text not null,
  item text not null,
  confirmed_by text not null,
  word text not null,
  at timestamptz not null default jokko_now(),
  primary key (route, counterparty, item)
);
