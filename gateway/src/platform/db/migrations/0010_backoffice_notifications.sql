-- Backoffice, notifications: what people are told outside the portal, and what the operator is
-- alerted of.

-- ── Outbox ──────────────────────────────────────────────────────────────────────────────────────

-- Written in the commit of what it tells, delivered by one node after it.
create table notification (
  -- Also the message's own id (Message-ID), so that a mailbox sees that it got one twice.
  id uuid primary key,
  kind text not null,
  channel text not null check (channel in ('email', 'sms', 'webhook')),
  -- Null: somebody who is no user (yet), or a place.
  user_id integer references portal_user (id),
  -- Where it goes; null: to the user's own address, as it is when it is sent. Emptied with it.
  address text,
  -- Null: the user's own.
  language text check (language in ('fr', 'en')),
  -- What its text is made of.
  parameters json not null,
  -- The token of a one-time link. Removed as soon as it is delivered or abandoned.
  token_sealed bytea,
  -- What tells twice the same is told once. Null: nothing is the same.
  dedup_key text unique,
  -- Nothing leaves before this is approved and executed. Null: at once.
  approval_request_id integer references approval_request (id),
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'abandoned')),
  created_at timestamptz not null default jokko_now(),
  -- Of the next attempt (real time).
  due_at timestamptz not null default now(),
  -- Of no use to anybody afterwards (real time).
  expires_at timestamptz not null,
  -- A node is sending it until then (real time).
  leased_until timestamptz,
  attempts integer not null default 0,
  -- What came of the last attempt that failed.
  last_error text,
  ended_at timestamptz,
  check (user_id is not null or address is not null or state <> 'waiting'),
  check (token_sealed is null or state = 'waiting')
);
create index notification_due on notification ((kind = 'incident'), due_at) where state = 'waiting';
create index notification_ended on notification (ended_at) where state <> 'waiting';
create index notification_user on notification (user_id) where user_id is not null;
create index notification_approval_request on notification (approval_request_id) where approval_request_id is not null;

-- How far the audit log has been told to the people whom it concerns. Moved in the commit that
-- writes the messages, so that each entry is told once.
create table notice_mail (
  one boolean primary key default true check (one),
  number bigint not null default 0
);
insert into notice_mail default values;

-- Below which balance the people of an account are told.
create table balance_limit (
  account_id integer not null references account (id),
  currency text not null,
  -- In ten-thousandths.
  minimum bigint not null check (minimum > 0),
  -- They have been told of this fall. Off again a tenth above the minimum.
  told boolean not null default false,
  primary key (account_id, currency)
);

-- ── Alerts ──────────────────────────────────────────────────────────────────────────────────────

-- Something that is wrong, or was: one row for each time from its beginning to its end.
create table alert (
  id integer generated always as identity primary key,
  rule text not null,
  -- What it is about: a route, a node, a carrier connection.
  subject text not null,
  severity text not null check (severity in ('critical', 'warning')),
  -- How much, in the unit of the rule.
  value double precision,
  raised_at timestamptz not null default jokko_now(),
  -- When it was last found wrong.
  seen_at timestamptz not null default jokko_now(),
  -- How often it came back shortly after its end.
  times integer not null default 1,
  -- People were told then. Null: not yet.
  told_at timestamptz,
  escalated_at timestamptz,
  acknowledged_at timestamptz,
  acknowledged_by integer references portal_user (id),
  resolved_at timestamptz,
  -- Whether its end needs no message any more.
  end_told boolean not null default false
);
create unique index alert_open on alert (rule, subject) where resolved_at is null;
create index alert_end on alert (resolved_at) where not end_told;

-- Rules, people and quiet hours; the newest version counts.
create table alert_settings (
  version integer generated always as identity primary key,
  document json not null,
  -- Null: the command line.
  made_by integer references portal_user (id),
  made_at timestamptz not null default jokko_now()
);

-- Where alerts are posted, with the secret that signs them.
create table alert_webhook (
  name text primary key check (name = 'operator'),
  url text not null,
  secret_sealed bytea
);

-- Of all nodes one looks at a time.
create table alert_watch (
  one boolean primary key default true check (one),
  checked_at timestamptz not null default '-infinity',
  -- The last message about what was raised.
  told_at timestamptz not null default '-infinity'
);
insert into alert_watch default values;

-- ── Incidents ───────────────────────────────────────────────────────────────────────────────────

-- A disruption that the operator tells developers and the public of, from its beginning to its end.
create table incident (
  id integer generated always as identity primary key,
  title_fr text not null,
  title_en text not null,
  -- The route whose switch or breaker it is about. Null: none in particular.
  route text,
  -- Whom it concerns, as the catalogue was when it was opened: codes of services, names of their
  -- providers, their countries.
  services text[] not null,
  providers text[] not null,
  countries text[] not null,
  -- Whether it concerns those who send SMS.
  sms boolean not null default false,
  started_at timestamptz not null default jokko_now(),
  -- Of the newest text.
  updated_at timestamptz not null default jokko_now(),
  resolved_at timestamptz
);
create index incident_present on incident (id) where resolved_at is null;
create index incident_resolved on incident (resolved_at);

-- What was said of it, the first text included.
create table incident_update (
  id integer generated always as identity primary key,
  incident_id integer not null references incident (id),
  text_fr text not null,
  text_en text not null,
  -- Whether it is the last one, which tells the end.
  resolves boolean not null,
  -- Null: the command line.
  made_by integer references portal_user (id),
  made_at timestamptz not null default jokko_now()
);
create index incident_update_incident on incident_update (incident_id, id);
create trigger incident_update_append_only before update or delete or truncate
  on incident_update execute function refuse_change();

-- Users who have put its banner away.
create table incident_dismissal (
  incident_id integer not null references incident (id) on delete cascade,
  user_id integer not null references portal_user (id) on delete cascade,
  primary key (incident_id, user_id)
);
create index incident_dismissal_user on incident_dismissal (user_id);

-- Who is told of incidents by e-mail: whoever has asked for it and followed the link that was sent.
-- Unsubscribing removes the row.
create table incident_subscription (
  id integer generated always as identity primary key,
  address text not null,
  -- The same address in other letters is the same.
  address_key text not null unique,
  language text not null check (language in ('fr', 'en')),
  -- In every link that is sent to the address. It lets its bearer confirm or end this subscription
  -- and nothing else, and stands in each e-mail, so it is not sealed.
  key uuid not null unique,
  created_at timestamptz not null default jokko_now(),
  -- Null: the link was not followed yet. Removed a week after it was made.
  confirmed_at timestamptz
);
create index incident_subscription_unconfirmed on incident_subscription (created_at) where confirmed_at is null;

-- ── Morning proof ───────────────────────────────────────────────────────────────────────────────

-- Whether books, providers and bank agree about a day that is over. Written once, in the morning
-- after it; a user signs it later, with what the bank says.
create table morning_proof (
  -- UTC.
  day date primary key,
  made_at timestamptz not null default jokko_now(),
  -- What was found, as canonical JSON.
  body text not null,
  -- Keyed hash of the body, by the key of the audit log: nobody writes one with the database alone.
  seal bytea not null,
  agrees boolean not null,
  signed_by integer references portal_user (id),
  signed_at timestamptz,
  -- What the bank held at the end of the day, as the signer read it there, by currency.
  bank json,
  note text,
  check ((signed_by is null) = (signed_at is null) and (signed_by is null) = (bank is null))
);

-- Which node makes the next one; another one after the lease (real time).
create table morning_proof_turn (
  one boolean primary key default true check (one),
  leased_until timestamptz not null default '-infinity'
);
insert into morning_proof_turn default values;

-- ── Reports by e-mail ───────────────────────────────────────────────────────────────────────────

-- What is sent to an address on a schedule. `next_at` moves on in the commit that writes the
-- message, so that each period is sent once.
create table report_schedule (
  id integer generated always as identity primary key,
  report text not null check (report in ('morningProof', 'revenue', 'settlements')),
  -- Of revenue: what it is summed by.
  by text check (by in ('service', 'route', 'developer', 'day')),
  form text not null check (form in ('pdf', 'xlsx', 'excel', 'plain')),
  every text not null check (every in ('day', 'week', 'month')),
  address text not null,
  language text not null check (language in ('fr', 'en')),
  time_zone text not null,
  -- In every message. It lets its bearer end this schedule and nothing else, so it is not sealed.
  key uuid not null unique,
  made_by integer not null references portal_user (id),
  made_at timestamptz not null default jokko_now(),
  next_at timestamptz not null,
  -- Ended by the reader's link, or by a user.
  ended_at timestamptz,
  check ((report = 'revenue') = (by is not null))
);
create index report_schedule_next on report_schedule (next_at) where ended_at is null;
-- What came of a schedule's last messages.
create index notification_report on notification ((parameters ->> 'schedule'), created_at) where kind = 'report';
