-- Messaging: SMS applications, batches with one row per recipient, the operators' ids of parts,
-- binds, inbound messages, opt-outs and routing. Why it is shaped like this: decisions/0017-sms.md.

-- ── Applications ────────────────────────────────────────────────────────────────────────────────

-- An application of an account with its own key and rules of sending.
create table sms_app (
  id integer generated always as identity (maxvalue 9999999) primary key,
  account_id integer not null references account (id),
  name text not null,
  -- HMAC-SHA256(pepper, app key), as API keys.
  key_hash bytea not null unique,
  last_four text not null,
  -- Sandbox only, so that the key can be shown again.
  key_sealed bytea,
  -- The key before the last rotation, while both are valid.
  old_key_hash bytea unique,
  old_key_until timestamptz,
  transliterate boolean not null default true,
  parts_max smallint not null default 10 check (parts_max between 1 and 255),
  validity interval not null default interval '48 hours'
    check (validity between interval '1 minute' and interval '7 days'),
  -- Equal sender, text and number within this time are refused; null: not checked.
  duplicate_window interval,
  -- Local time of the recipient's country in which nothing is sent; both null: none. May pass
  -- midnight.
  quiet_from time,
  quiet_until time,
  -- Where inbound messages go; null: kept only.
  inbound_url text,
  -- Where delivery reports go unless a request names another address; null: none are pushed.
  report_url text,
  created_at timestamptz not null default jokko_now(),
  revoked_at timestamptz,
  check ((quiet_from is null) = (quiet_until is null))
);
create index sms_app_account on sms_app (account_id);

-- ── Outbound ────────────────────────────────────────────────────────────────────────────────────

-- One request. The text is stored here, once.
create table sms_batch (
  account_id integer not null,
  id bigint not null,
  app_id integer not null,
  sender text not null,
  -- Null: forgotten, some time after the last of its messages had ended.
  content text,
  encoding text not null check (encoding in ('gsm7', 'ucs2')),
  parts smallint not null check (parts > 0),
  recipients integer not null check (recipients > 0),
  -- Currencies of the recipients' prices, and for each the sum that was taken when it was accepted.
  currencies text[] not null check (cardinality(currencies) > 0),
  charged bigint[] not null
    check (cardinality(charged) = cardinality(currencies) and 0 <= all (charged)),
  -- Where its delivery reports are pushed; null: nowhere.
  report_url text,
  idempotency_key text,
  -- Of the request, so that a key used for another request is noticed.
  fingerprint bytea,
  created_at timestamptz not null,
  -- When it begins to be sent; null: when it was accepted.
  scheduled_at timestamptz check (scheduled_at > created_at),
  -- Before its time, on request: nothing of it was sent.
  cancelled_at timestamptz check (cancelled_at < scheduled_at),
  valid_until timestamptz not null,
  -- When recipients without a receipt become UNKNOWN; null once that was done or all are final.
  finalise_at timestamptz,
  primary key (id, account_id)
);
create unique index sms_batch_idempotency on sms_batch (app_id, idempotency_key)
  where idempotency_key is not null;
create index sms_batch_finalise on sms_batch (finalise_at) where finalise_at is not null;
-- What can be forgotten: final, and still with its text.
create index sms_batch_text on sms_batch (created_at)
  where finalise_at is null and content is not null;
create index sms_batch_created on sms_batch (created_at, id);
create index sms_batch_account on sms_batch (account_id, created_at);

-- One recipient of a batch.
create table sms_message (
  account_id integer not null,
  batch_id bigint not null,
  position integer not null,
  msisdn bigint not null,
  -- ISO 3166 code and operator name, by which it was routed.
  country text not null,
  operator text not null,
  -- Carrier connection it is queued on, or was sent over.
  connection text not null,
  -- Price of all its parts, in its country's currency.
  price bigint not null check (price >= 0),
  currency text not null,
  refunded boolean not null default false,
  -- Final states that give the price back, by the policy when it was accepted.
  refund_states smallint not null,
  -- ACCEPTED waits; SENDING was committed before the first byte left; SENT: the operator took every
  -- part.
  state text not null check (state in
    ('ACCEPTED', 'SENDING', 'SENT', 'DELIVERED', 'UNDELIVERABLE', 'EXPIRED', 'REJECTED',
      'UNKNOWN')),
  -- From a closed list of reasons; null while all is well.
  reason text,
  -- When it may be sent; null as soon as it is being sent. Nothing that changes later is indexed,
  -- so that these changes stay in the row's page.
  due_at timestamptz,
  -- The operator stumbled over it: it is sent again behind those that were not tried yet.
  deferred boolean not null default false,
  -- Its batch has an address for reports.
  reports boolean not null default false,
  -- The lease under which a node is sending it (sms_claim).
  lease_id bigint,
  attempts smallint not null default 0,
  -- Ids that the operator gave the parts, in order; an element is null until it did.
  part_ids text[],
  parts_delivered smallint not null default 0,
  sent_at timestamptz,
  updated_at timestamptz not null,
  primary key (batch_id, position, account_id)
) with (fillfactor = 70);
-- Queues: by account within a connection, so that senders take turns over the accounts; fresh
-- messages stand before repeated ones.
create index sms_message_due
  on sms_message (connection, account_id, deferred, due_at, batch_id, position)
  where due_at is not null;
-- What somebody got, for who asks with a number; it never changes while a message lives.
create index sms_message_number on sms_message (msisdn, batch_id);

create sequence sms_lease_seq;

-- What a node is sending: one row for all messages that it took in one statement, gone when the
-- last of them has its outcome. What a node was sending when it died is found here, so that no
-- index of messages has to change with every lease and every answer.
create table sms_lease (
  id bigint primary key,
  lease_owner integer not null,
  -- Stored plain: neither compressed nor moved out of the row.
  batch_ids bigint[] not null,
  positions integer[] not null,
  -- Real time, as leases.
  created_at timestamptz not null default now()
);
alter table sms_lease
  alter column batch_ids set storage plain,
  alter column positions set storage plain;

-- A part by the operator's id: written with the answer to its submission, or by a receipt that was
-- earlier than the answer. Whichever comes second finds the first by the primary key, on any node.
create table sms_part (
  connection text not null,
  -- Normal form.
  provider_id text not null,
  account_id integer,
  -- Null: a receipt that waits for its submission's answer.
  batch_id bigint,
  position integer,
  part smallint,
  -- What the last receipt said; null: none yet.
  receipt text,
  error_code text,
  -- Digits the receipt came for, to tell apart ids that were given twice.
  msisdn bigint,
  created_at timestamptz not null,
  received_at timestamptz,
  primary key (connection, provider_id)
) with (fillfactor = 80);
create index sms_part_parked on sms_part (created_at) where batch_id is null;
create index sms_part_created on sms_part (created_at) where batch_id is not null;
-- Receipts that wait, by the last digits of their number: carriers write it with and without the
-- country.
create index sms_part_parked_number on sms_part (connection, (msisdn % 10000000))
  where batch_id is null;

-- Messages of which the carrier perhaps took parts whose ids we never learned. A receipt for the
-- same number that names no known part may be theirs (lost-answers.ts). Few, and gone once their
-- message is resolved: an index of messages by number would cost every message.
create table sms_lost_answer (
  account_id integer not null,
  batch_id bigint not null,
  position integer not null,
  connection text not null,
  msisdn bigint not null,
  -- When the message was leased to be sent: an earlier receipt is not about it.
  sent_after timestamptz not null,
  primary key (batch_id, position, account_id)
);

-- Final states to be pushed to the sender's server, in their order. Gone with the callback that
-- tells them; one that is UNKNOWN, or SENT without receipts, stays until its callback is closed, as
-- another may follow.
create table sms_report (
  id bigint generated always as identity primary key,
  account_id integer not null,
  batch_id bigint not null,
  position integer not null,
  state text not null,
  reason text,
  changed_at timestamptz not null,
  callback_id bigint
);
create index sms_report_pending on sms_report (id) where callback_id is null;
create index sms_report_told on sms_report (batch_id, position) where callback_id is not null;

-- Which node holds which bind of a carrier connection.
create table sms_bind (
  connection text not null,
  slot smallint not null,
  lease_owner integer,
  state text not null default 'closed',
  detail text,
  updated_at timestamptz not null default now(),
  -- Since when it has been bound, or has not.
  since timestamptz not null default now(),
  -- What last went wrong; kept while it is bound.
  last_error text,
  last_error_at timestamptz,
  -- When the carrier took a message last, to within ten seconds.
  last_taken_at timestamptz,
  primary key (connection, slot)
);

-- What was accepted for apps that refuse equal messages (duplicate_window), until that time is
-- over.
create table sms_recent (
  app_id integer not null,
  -- SHA-256 of sender and text.
  text_hash bytea not null,
  msisdn bigint not null,
  until timestamptz not null,
  primary key (app_id, text_hash, msisdn)
);
create index sms_recent_until on sms_recent (until);

-- ── Inbound ─────────────────────────────────────────────────────────────────────────────────────

-- Messages that phones sent to us.
create table sms_inbound (
  -- Of the same kind as an operation's id, and never equal to one: its callback stands among
  -- theirs.
  id bigint primary key,
  connection text not null,
  -- As the operator's protocol gives it, to notice a repetition; null where it gives nothing.
  dedupe_key text,
  -- Digits of the sender, or a name; number or short code that was written to.
  sender text not null,
  recipient text not null,
  -- Null: forgotten, with its callback.
  content text,
  -- False: parts of it were still missing after 24 hours.
  complete boolean not null default true,
  -- Null: no app of the routing document is meant.
  app_id integer,
  account_id integer,
  consent text check (consent in ('stop', 'start')),
  received_at timestamptz not null
);
create unique index sms_inbound_dedupe on sms_inbound (connection, dedupe_key)
  where dedupe_key is not null;
create index sms_inbound_app on sms_inbound (app_id, received_at);
create index sms_inbound_received on sms_inbound (received_at);
create index sms_inbound_text on sms_inbound (received_at) where content is not null;

-- Parts of long inbound messages: waiting for the others, and for a day after they were joined, to
-- notice a repetition.
create table sms_inbound_part (
  connection text not null,
  sender text not null,
  recipient text not null,
  reference integer not null,
  total smallint not null,
  number smallint not null,
  content text not null,
  joined boolean not null default false,
  received_at timestamptz not null,
  primary key (connection, sender, recipient, reference, total, number)
);
create index sms_inbound_part_received on sms_inbound_part (received_at);

-- Numbers that want no messages of an application.
create table sms_opt_out (
  app_id integer not null references sms_app (id),
  msisdn bigint not null,
  source text not null check (source in ('inbound', 'api', 'operator')),
  created_at timestamptz not null default jokko_now(),
  primary key (app_id, msisdn)
);

-- ── Routing ─────────────────────────────────────────────────────────────────────────────────────

-- Documents of routes and prices with their authors; the newest row is in force.
create table sms_routing (
  version integer generated always as identity primary key,
  document json not null,
  created_at timestamptz not null default now(),
  -- Null where a command put it in force.
  made_by integer references portal_user (id),
  approved_by integer references portal_user (id),
  approval_request_id integer unique references approval_request (id),
  reason text
);

-- Next versions of the routing that somebody works on, shaped as those of the catalogue.
create table sms_routing_draft (like catalogue_draft including all);
alter table sms_routing_draft
  add foreign key (made_by) references portal_user (id),
  add foreign key (changed_by) references portal_user (id),
  add foreign key (approval_request_id) references approval_request (id);

-- Numbers whose operator is not the one of their prefix.
create table sms_ported (
  msisdn bigint primary key,
  operator text not null,
  updated_at timestamptz not null default jokko_now()
);
