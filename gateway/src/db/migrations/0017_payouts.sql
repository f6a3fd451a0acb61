-- Bulk payouts: a batch is a file of lines; nothing is sent before a second person of the account has approved it.

-- Some wishes are an account's own: its persons decide on them, and the operator's do not see them among theirs.
alter table wish add column side text not null default 'operator' check (side in ('operator', 'account'));
create index wish_operator on wish (id) where side = 'operator';
create index wish_operator_state on wish (state, id) where side = 'operator';

create table payout_batch (
  id integer generated always as identity primary key,
  account_id integer not null references account (id),
  name text not null,
  file_name text not null,
  -- For lines that name none.
  code_service text,
  -- Of all lines; null while none can be read.
  currency text,
  -- Of its services, '*' for what belongs to none: who is limited to countries sees batches within them.
  countries text[] not null default '{}',
  state text not null default 'draft' check
    (state in ('draft', 'awaiting_approval', 'running', 'paused', 'waiting_for_funds', 'canceling', 'done', 'canceled', 'refused')),
  made_by integer not null references person (id),
  -- Who asked for the approval, and the wish.
  submitted_by integer references person (id),
  wish_id integer references wish (id),
  -- How many lines there are in each state, kept by the statements that move them (I-42).
  draft integer not null default 0,
  waiting integer not null default 0,
  sending integer not null default 0,
  sent integer not null default 0,
  succeeded integer not null default 0,
  failed integer not null default 0,
  canceled integer not null default 0,
  -- Lines of a draft that cannot be sent as they are, and lines that look like others.
  wrong integer not null default 0,
  doubtful integer not null default 0,
  amount bigint not null default 0,
  fees bigint not null default 0,
  -- When its next lines may go out: what bounds the rate on all nodes together.
  next_at timestamptz not null default jokko_now(),
  created_at timestamptz not null default jokko_now(),
  changed_at timestamptz not null default jokko_now()
) with (fillfactor = 70);
create index payout_batch_account on payout_batch (account_id, id);
create index payout_batch_changed on payout_batch (account_id, changed_at);
create index payout_batch_due on payout_batch (next_at) where state in ('running', 'waiting_for_funds');
create index payout_batch_draft on payout_batch (changed_at) where state = 'draft';
create index payout_batch_wish on payout_batch (wish_id);
create index payout_batch_open on payout_batch (id) where state in ('running', 'paused', 'waiting_for_funds', 'canceling');

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
  -- The fee that a second person has approved; the line is not sent at a higher one.
  approved_fee bigint,
  -- Of this attempt; a retry has one of its own.
  external_id text not null,
  attempt integer not null default 1,
  state text not null default 'draft' check (state in ('draft', 'waiting', 'sending', 'sent', 'succeeded', 'failed', 'canceled')),
  -- What is wrong with it, by column; null: nothing.
  problems json,
  -- What makes one doubt it: looks like another line, or like a payment of the past.
  doubts json,
  -- Sent as.
  operation_id bigint,
  -- Why it failed without an operation: {"problem": …} as in `problems`.
  failure json,
  -- In the hands of a node until then (real time); afterwards another one goes on with the same external id.
  held_until timestamptz,
  changed_at timestamptz not null default jokko_now(),
  primary key (batch_id, number),
  check (state in ('draft', 'canceled') or (phone is not null and amount > 0 and code_service is not null and fee >= 0 and approved_fee >= 0)),
  check (state not in ('sent', 'succeeded') or operation_id is not null)
) with (fillfactor = 70);
create index payout_line_state on payout_line (batch_id, state, number);
create index payout_line_sending on payout_line (held_until) where state = 'sending';
create index payout_line_sent on payout_line (batch_id, number) where state = 'sent';
-- One line for each id of an account, and one for each transaction: no other batch can take it for its own.
create unique index payout_line_external on payout_line (account_id, external_id) where state not in ('draft', 'canceled');
create unique index payout_line_operation on payout_line (account_id, operation_id) where operation_id is not null;
-- What is on its way to the same recipient.
create index payout_line_phone on payout_line (account_id, phone) where state in ('waiting', 'sending');
