-- Backoffice, reconciliation: the statement files of providers, line by line, matched with our
-- operations and float moves. Each difference is a discrepancy that a user explains.

-- How the columns of a provider's files are read; by route.
create table reconciliation_mapping (
  route text primary key,
  mapping json not null,
  updated_at timestamptz not null default jokko_now()
);

-- A statement file and how far it has been read and matched.
create table reconciliation_file (
  id integer generated always as identity primary key,
  -- The route whose statement it is, and all routes that share its account at the provider.
  route text not null,
  routes text[] not null,
  name text not null,
  -- Of all bytes; null while they come.
  hash bytea,
  bytes integer not null default 0,
  state text not null default 'uploading' check (state in
    ('uploading', 'reading', 'matching', 'searching', 'done', 'failed', 'withdrawn')),
  mapping json,
  period_from timestamptz,
  period_until timestamptz,
  -- Which of our movements this file must name: the period without its last minutes (the grace),
  -- which the next file must name.
  judged_from timestamptz,
  judged_until timestamptz,
  -- Number of the last row that was read, then of the last that was matched.
  position integer not null default 0,
  searched_until timestamptz,
  problem text,
  uploaded_by integer references portal_user (id),
  uploaded_at timestamptz not null default jokko_now(),
  done_at timestamptz,
  -- Dated lines outside of the stated period: a user chose it.
  lines_outside integer not null default 0,
  -- Steps in a row that took too long: the next one takes fewer rows; after many the file fails.
  slow_steps integer not null default 0,
  check (period_from < period_until)
);
-- The same file is not taken twice.
create unique index reconciliation_file_hash on reconciliation_file (hash)
  where state not in ('uploading', 'failed', 'withdrawn');
create index reconciliation_file_busy on reconciliation_file (id)
  where state in ('reading', 'matching', 'searching');
create index reconciliation_file_uploading on reconciliation_file (uploaded_at)
  where state = 'uploading';
create index reconciliation_file_route on reconciliation_file (route, judged_until);

-- The bytes of a file, until they are read.
create table reconciliation_piece (
  file_id integer not null references reconciliation_file (id) on delete cascade,
  number integer not null,
  bytes bytea not null,
  primary key (file_id, number)
);

-- A row of a statement: what it says, and what it was found to be.
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
  -- What it was compared with: what the provider told with the payment, else the agreed fee.
  fee_expected bigint,
  currency text,
  at timestamptz,
  status text check (status in ('success', 'failed', 'pending', 'reversed')),
  -- What could not be read.
  problem text,
  -- What our reference says, before anything is matched.
  said_operation bigint,
  said_attempt integer,
  -- What it was found to be.
  account_id integer,
  operation_id bigint,
  attempt integer,
  movement text check (movement in ('execution', 'refund')),
  class text,
  float_move_id integer references float_move (id),
  primary key (file_id, number)
);
-- Thousands of rows may say the same: those of one file, or before one of its rows, are a range.
create index reconciliation_line_operation
  on reconciliation_line (operation_id, account_id, file_id, number)
  where operation_id is not null;
create index reconciliation_line_theirs
  on reconciliation_line (provider_reference, amount, operation_id, file_id, number)
  where provider_reference is not null;
create index reconciliation_line_float on reconciliation_line (float_move_id)
  where float_move_id is not null;

-- Sums of a file, counted while it is read, apart from what matching makes of its lines. Amounts
-- are signed: `in` above zero.
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

-- Sums of a file by class, counted when everything is matched.
create table reconciliation_sum (
  file_id integer not null,
  currency text not null,
  class text not null,
  lines integer not null,
  theirs bigint not null,
  ours bigint not null,
  fees bigint not null,
  -- Rows whose fee is not checked count as stated.
  fees_expected bigint not null default 0,
  primary key (file_id, currency, class)
);

-- A difference between a statement and our books.
create table reconciliation_discrepancy (
  id integer generated always as identity primary key,
  file_id integer not null references reconciliation_file (id),
  class text not null check (class in
    ('missing_here', 'missing_there', 'late', 'amount', 'fee', 'duplicate', 'status',
      'unreadable')),
  -- Null: they do not have it.
  line integer,
  account_id integer,
  operation_id bigint,
  attempt integer,
  movement text,
  currency text,
  -- Signed; 0 where that side moved nothing.
  theirs bigint not null,
  ours bigint not null,
  -- Of both sides, as they were when the difference was found.
  evidence json not null,
  state text not null default 'open' check (state in ('open', 'explained', 'resolved')),
  found_at timestamptz not null default jokko_now(),
  changed_at timestamptz,
  float_move_id integer references float_move (id)
);
-- One for each line, each movement and each float move of a file.
create unique index reconciliation_discrepancy_line on reconciliation_discrepancy (file_id, line)
  where line is not null;
create unique index reconciliation_discrepancy_missing
  on reconciliation_discrepancy (operation_id, account_id, movement, file_id) where line is null;
create unique index reconciliation_discrepancy_float on reconciliation_discrepancy (float_move_id, file_id)
  where line is null and float_move_id is not null;
-- Which other statement may complete it.
create index reconciliation_discrepancy_status
  on reconciliation_discrepancy (operation_id, account_id, movement)
  where class = 'status' and line is not null;
create index reconciliation_discrepancy_file on reconciliation_discrepancy (file_id, id);
create index reconciliation_discrepancy_class on reconciliation_discrepancy (file_id, class, id);
create index reconciliation_discrepancy_state on reconciliation_discrepancy (file_id, state, id);

-- Append-only: what was said about a difference.
create table reconciliation_note (
  discrepancy_id integer not null references reconciliation_discrepancy (id),
  id integer generated always as identity,
  -- Null: the system or the command line.
  user_id integer references portal_user (id),
  to_state text not null check (to_state in ('open', 'explained', 'resolved')),
  note text not null,
  -- The adjustment by two users that corrected it.
  approval_request_id integer references approval_request (id),
  created_at timestamptz not null default jokko_now(),
  primary key (discrepancy_id, id)
);
create trigger reconciliation_note_append_only before update or delete or truncate
  on reconciliation_note execute function refuse_change();

-- A fee that a provider takes. A difference that is exactly this fee is explained by the rule; it
-- books nothing.
create table reconciliation_rule (
  id integer generated always as identity primary key,
  -- Of the statements.
  route text not null,
  direction text not null check (direction in ('in', 'out')),
  -- As a user writes it: percent of the amount, and units of the currency.
  percent text not null,
  fixed text not null,
  note text not null,
  -- Discrepancies up to this one were compared with it; null: all that were there.
  position integer default 0,
  explained integer not null default 0,
  created_by integer references portal_user (id),
  created_at timestamptz not null default jokko_now(),
  -- From here on it explains nothing more; what it has explained stays so.
  ended_by integer references portal_user (id),
  ended_at timestamptz
);
create index reconciliation_rule_route on reconciliation_rule (route);
create unique index reconciliation_rule_active
  on reconciliation_rule (route, direction, percent, fixed) where ended_at is null;

-- When the balances of an account at a provider are read next. The account is named by the first
-- of its routes.
create table provider_balance_reading (
  route text primary key,
  next_at timestamptz not null
);

-- What a provider said last that we have there, and what our books said then. In ten-thousandths.
create table provider_balance (
  route text not null,
  -- All routes that lead to the account.
  routes text[] not null,
  currency text not null,
  available bigint not null,
  booked bigint not null,
  read_at timestamptz not null default jokko_now(),
  primary key (route, currency)
);

-- Statements that are pulled from providers, by account and day (UTC).
create table statement_pull (
  route text not null,
  day date not null,
  state text not null default 'pulling' check (state in ('pulling', 'pulled', 'failed')),
  lines integer not null default 0,
  file_id integer references reconciliation_file (id) on delete set null,
  problem text,
  tries integer not null default 1,
  next_at timestamptz not null,
  primary key (route, day)
);
