-- Backoffice, cases: what the operator decides for developers: uncertain outcomes, claims, and
-- services that accounts ask for.

-- ── Cases ───────────────────────────────────────────────────────────────────────────────────────

-- A provider event that contradicts a final state, or an outcome still unknown after the last
-- status query: two users decide, or the provider's late answer settles it.
create table operation_case (
  account_id integer not null,
  id bigint generated always as identity,
  operation_id bigint not null,
  kind text not null,
  evidence text not null,
  created_at timestamptz not null default jokko_now(),
  resolved_at timestamptz,
  resolution text
    check (resolution in ('executed', 'not_executed', 'booked', 'explained', 'settled')),
  note text,
  -- No foreign key: the writer of operations sets it; `jokko doctor` checks it.
  approval_request_id integer,
  check ((resolved_at is null) = (resolution is null)),
  primary key (account_id, id)
);
create unique index operation_case_open on operation_case (account_id, operation_id, kind)
  where resolved_at is null;
-- The queue and what was closed, in the order of time.
create index operation_case_waiting on operation_case (created_at, account_id, id)
  where resolved_at is null;
create index operation_case_closed on operation_case (resolved_at, account_id, id)
  where resolved_at is not null;

-- ── Claims ──────────────────────────────────────────────────────────────────────────────────────

-- A developer's complaint about an operation.
create table claim (
  account_id integer not null references account (id),
  id integer generated always as identity,
  operation_id bigint not null,
  reference text not null unique,
  subject text not null,
  message text not null,
  -- Told of each change of status; null: nobody is.
  callback_url text,
  status text not null
    check (status in ('OPENED', 'IN_PROGRESS', 'RESOLVED', 'REJECTED', 'CLOSED')),
  comment text,
  opened_at timestamptz not null default jokko_now(),
  updated_at timestamptz,
  closed_at timestamptz,
  -- Since when it waits for the operator. Null: no answer is due. An objection to an answer makes
  -- it wait again, whatever its status.
  waits_since timestamptz default jokko_now(),
  -- When it was first answered.
  answered_at timestamptz,
  primary key (account_id, id)
);
create unique index claim_open on claim (account_id, operation_id) where status <> 'CLOSED';
create index claim_status on claim (status, id);
create index claim_account_status on claim (account_id, status, id);
create index claim_operation on claim (operation_id, account_id);
-- The operator's queue goes by id, which is the order of opening.
create index claim_awaited on claim (id) where waits_since is not null;

-- Append-only: what was said and done about a claim. The opening is the claim's own row.
create table claim_event (
  account_id integer not null,
  claim_id integer not null,
  id bigint generated always as identity,
  at timestamptz not null default jokko_now(),
  side text not null check (side in ('developer', 'operator')),
  user_id integer not null references portal_user (id),
  -- Null: a message that changes no status.
  to_status text check (to_status in ('IN_PROGRESS', 'RESOLVED', 'REJECTED', 'CLOSED')),
  message text,
  -- The callback that tells of the change (`callback.operation_id`); null: nobody is told.
  callback_id bigint,
  check (to_status is not null or message is not null),
  primary key (account_id, claim_id, id)
);
create trigger claim_event_append_only before update or delete or truncate on claim_event
  execute function refuse_change();

-- ── Notes ───────────────────────────────────────────────────────────────────────────────────────

-- What the operator's users write down about an operation for each other.
create table operation_note (
  id bigint generated always as identity,
  account_id integer not null,
  operation_id bigint not null,
  author integer not null references portal_user (id),
  text text not null,
  created_at timestamptz not null default jokko_now(),
  primary key (operation_id, account_id, id)
);
create trigger operation_note_append_only before update or delete or truncate
  on operation_note execute function refuse_change();

-- The same about a developer.
create table account_note (
  account_id integer not null references account (id),
  id bigint generated always as identity,
  author integer not null references portal_user (id),
  text text not null,
  created_at timestamptz not null default jokko_now(),
  primary key (account_id, id)
);
create trigger account_note_append_only before update or delete or truncate
  on account_note execute function refuse_change();

-- ── Service requests ────────────────────────────────────────────────────────────────────────────

-- Services that an account has asked for; the operator decides.
create table service_request (
  id integer generated always as identity primary key,
  account_id integer not null references account (id),
  code_service text not null,
  note text not null,
  asked_by integer not null references portal_user (id),
  asked_at timestamptz not null default jokko_now(),
  state text not null default 'open' check (state in ('open', 'activated', 'refused')),
  decided_by integer references portal_user (id),
  decided_at timestamptz,
  -- The operator's answer.
  answer text
);
create unique index service_request_open on service_request (account_id, code_service)
  where state = 'open';
create index service_request_account on service_request (account_id, id);
create index service_request_state on service_request (state, id);

-- ── Price plans ─────────────────────────────────────────────────────────────────────────────────

-- Services with their prices under one name, to be given to accounts.
create table price_plan (
  id integer generated always as identity primary key,
  name text not null,
  -- Grows with each change: an account has the plan as it was in one of them.
  version integer not null default 1,
  -- A list of {code, price}; price null: the catalogue's.
  services json not null,
  -- Calls a second of an account; null: the plan leaves it as it is.
  rate_limit integer check (rate_limit >= 0),
  changed_by integer not null references portal_user (id),
  changed_at timestamptz not null default jokko_now()
);
create unique index price_plan_name on price_plan (lower(name));

-- The plan that an account got last.
create table account_price_plan (
  account_id integer primary key references account (id),
  plan_id integer not null references price_plan (id),
  version integer not null,
  applied_at timestamptz not null default jokko_now()
);
create index account_price_plan_plan on account_price_plan (plan_id, account_id);

-- ── Personal data ───────────────────────────────────────────────────────────────────────────────

-- Up to which operation, in the order of time, numbers and names were removed (backoffice/privacy).
create table personal_data_progress (
  one boolean primary key default true check (one),
  done_at timestamptz not null,
  done_id bigint not null
);
insert into personal_data_progress (done_at, done_id) values (now(), 0);

-- Operations that were not finished with when their turn came; they are looked at again.
create table personal_data_kept (
  account_id integer not null,
  operation_id bigint not null,
  looked_at timestamptz not null default now(),
  primary key (account_id, operation_id)
);
create index personal_data_kept_looked_at on personal_data_kept (looked_at);
