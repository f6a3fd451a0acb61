-- What providers say they executed: their statement files, line by line, matched with our operations. Each difference is a gap that a
-- person explains.

-- How the columns of a provider's files are read; by route.
create table reconciliation_mapping (
  route text primary key,
  mapping json not null,
  updated_at timestamptz not null default jokko_now()
);

create table reconciliation_file (
  id integer generated always as identity primary key,
  -- The route whose statement it is, and all routes that share its account at the provider.
  route text not null,
  routes text[] not null,
  name text not null,
  -- Of all bytes; null while they come.
  hash bytea,
  bytes integer not null default 0,
  state text not null default 'uploading' check (state in ('uploading', 'reading', 'matching', 'searching', 'done', 'failed', 'withdrawn')),
  mapping json,
  period_from timestamptz,
  period_until timestamptz,
  -- Which of our movements this file must name: the period without its last minutes (the grace), which the next file must name.
  judged_from timestamptz,
  judged_until timestamptz,
  -- Number of the last row that was read, then of the last that was matched.
  position integer not null default 0,
  searched_until timestamptz,
  problem text,
  uploaded_by integer references person (id),
  uploaded_at timestamptz not null default jokko_now(),
  done_at timestamptz,
  check (period_from < period_until)
);
-- The same file is not taken twice.
create unique index reconciliation_file_hash on reconciliation_file (hash) where state not in ('uploading', 'failed', 'withdrawn');
create index reconciliation_file_busy on reconciliation_file (id) where state in ('reading', 'matching', 'searching');
create index reconciliation_file_uploading on reconciliation_file (uploaded_at) where state = 'uploading';
create index reconciliation_file_route on reconciliation_file (route, judged_until);

-- The bytes, until they are read.
create table reconciliation_piece (
  file_id integer not null references reconciliation_file (id) on delete cascade,
  number integer not null,
  bytes bytea not null,
  primary key (file_id, number)
);

create table reconciliation_line (
  file_id integer not null,
  -- Of the row, as a program that opens the file shows it.
  number integer not null,
  our_reference text,
  provider_reference text,
  -- Seen from us: `in` came to us.
  direction text check (direction in ('in', 'out')),
  amount bigint check (amount >= 0),
  fee bigint,
  -- By the agreement with the provider; null: not checked.
  fee_agreed bigint,
  currency text,
  at timestamptz,
  status text check (status in ('success', 'failed', 'pending', 'reversed')),
  -- What could not be read.
  problem text,
  -- What our reference says, before anybody has looked.
  said_account integer,
  said_operation bigint,
  said_attempt smallint,
  -- What it was found to be.
  account_id integer,
  operation_id bigint,
  attempt smallint,
  movement text check (movement in ('execution', 'refund')),
  class text,
  primary key (file_id, number)
);
create index reconciliation_line_operation on reconciliation_line (operation_id, account_id) where operation_id is not null;
create index reconciliation_line_theirs on reconciliation_line (provider_reference) where provider_reference is not null;

-- Counted while the file is read, apart from what matching makes of its lines. Amounts are signed: `in` above zero.
create table reconciliation_total (
  file_id integer not null,
  currency text not null,
  lines integer not null,
  amount bigint not null,
  fees bigint not null,
  -- Balances as the statement gives them.
  opening bigint,
  closing bigint,
  primary key (file_id, currency)
);

-- By class, counted when everything is matched.
create table reconciliation_sum (
  file_id integer not null,
  currency text not null,
  class text not null,
  lines integer not null,
  theirs bigint not null,
  ours bigint not null,
  fees bigint not null,
  primary key (file_id, currency, class)
);

create table reconciliation_gap (
  id integer generated always as identity primary key,
  file_id integer not null references reconciliation_file (id),
  class text not null check (class in ('missing_here', 'missing_there', 'late', 'amount', 'fee', 'duplicate', 'status', 'unreadable')),
  -- Null: they do not have it.
  line integer,
  account_id integer,
  operation_id bigint,
  attempt smallint,
  movement text,
  currency text,
  -- Signed; 0 where that side moved nothing.
  theirs bigint not null,
  ours bigint not null,
  -- Of both sides, as they were when the gap was found.
  evidence json not null,
  state text not null default 'open' check (state in ('open', 'explained', 'resolved')),
  found_at timestamptz not null default jokko_now(),
  changed_at timestamptz
);
create unique index reconciliation_gap_line on reconciliation_gap (file_id, line) where line is not null;
create unique index reconciliation_gap_missing on reconciliation_gap (operation_id, account_id, movement, file_id) where line is null;
create index reconciliation_gap_file on reconciliation_gap (file_id, id);
create index reconciliation_gap_class on reconciliation_gap (file_id, class, id);
create index reconciliation_gap_state on reconciliation_gap (file_id, state, id);

-- Append-only: what was said about a gap.
create table reconciliation_note (
  gap_id integer not null references reconciliation_gap (id),
  id integer generated always as identity,
  -- Null: the system or the command line.
  person_id integer references person (id),
  to_state text not null check (to_state in ('open', 'explained', 'resolved')),
  note text not null,
  -- The adjustment by two persons that mended it.
  wish_id integer references wish (id),
  created_at timestamptz not null default jokko_now(),
  primary key (gap_id, id)
);
create trigger reconciliation_note_append_only before update or delete or truncate on reconciliation_note execute function refuse_change();
