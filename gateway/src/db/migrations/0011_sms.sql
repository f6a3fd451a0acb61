-- SMS: applications, batches, one row per recipient, the operators' ids of parts, binds, opt-outs, inbound messages, routing.
-- Why it is shaped like this: decisions/0017-sms.md.

create table sms_app (
  id integer generated always as identity primary key,
  account_id integer not null references account (id),
  name text not null,
  -- HMAC-SHA256(pepper, app key), as API keys.
  key_hash bytea not null unique,
  last_four text not null,
  -- Sandbox installations only, so that the key can be shown again.
  key_sealed bytea,
  -- The key before the last rotation, while both are valid.
  old_key_hash bytea unique,
  old_key_until timestamptz,
  transliterate boolean not null default true,
  parts_max smallint not null default 10 check (parts_max between 1 and 255),
  validity interval not null default interval '48 hours' check (validity between interval '1 minute' and interval '7 days'),
  -- Equal sender, text and number within this time are refused; null: not looked at.
  duplicate_window interval,
  -- Local time of the recipient's country in which nothing is sent; both null: none. May pass midnight.
  quiet_from time,
  quiet_until time,
  -- Where inbound messages go; null: kept only.
  inbound_url text,
  created_at timestamptz not null default jokko_now(),
  revoked_at timestamptz,
  check ((quiet_from is null) = (quiet_until is null))
);
create index sms_app_account on sms_app (account_id);

create sequence sms_batch_block_seq;

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
  -- Of all prices: a request reaches countries of one currency.
  currency text not null,
  -- Sum over the recipients, taken when it was accepted.
  charged bigint not null check (charged >= 0),
  idempotency_key text,
  -- Of the request, so that a key used for another request is noticed.
  fingerprint bytea,
  created_at timestamptz not null,
  valid_until timestamptz not null,
  -- When recipients without a receipt become UNKNOWN; null once that was done or all are final.
  settle_at timestamptz,
  primary key (id, account_id)
);
create unique index sms_batch_idempotency on sms_batch (app_id, idempotency_key) where idempotency_key is not null;
create index sms_batch_settle on sms_batch (settle_at) where settle_at is not null;
-- What can be forgotten: settled, and still with its text; settled.
create index sms_batch_text on sms_batch (created_at) where settle_at is null and content is not null;
create index sms_batch_old on sms_batch (created_at) where settle_at is null;
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
  -- Link it is queued on, or was sent over.
  link text not null,
  -- Price of all its parts, in the batch's currency.
  price bigint not null check (price >= 0),
  refunded boolean not null default false,
  -- Final states that give the price back, by the policy when it was accepted (domain/sms-routing/refund-states.ts).
  refund_states smallint not null,
  -- ACCEPTED waits; SENDING was committed before the first byte left; SENT: the operator took every part.
  state text not null
    check (state in ('ACCEPTED', 'SENDING', 'SENT', 'DELIVERED', 'UNDELIVERABLE', 'EXPIRED', 'REJECTED', 'UNKNOWN')),
  -- From a closed list (domain/sms-delivery/reasons.ts); null while all is well.
  reason text,
  -- When it may be sent; null as soon as it is being sent. Nothing that changes later is indexed, so that these changes stay in the row's page.
  due_at timestamptz,
  -- The claim under which a node is sending it (sms_claim).
  claim_id bigint,
  attempts smallint not null default 0,
  -- Ids that the operator gave the parts, in order; an element is null until it did.
  part_ids text[],
  parts_delivered smallint not null default 0,
  sent_at timestamptz,
  updated_at timestamptz not null,
  primary key (batch_id, position, account_id)
) with (fillfactor = 70);
-- Queues: by account within a link, so that senders take turns over the accounts.
create index sms_message_due on sms_message (link, account_id, due_at, batch_id, position) where due_at is not null;

-- What a node is sending: one row for all messages that it took in one statement, gone when the last of them has its outcome. What a node was
-- sending when it died is found here, so that no index of messages has to change with every claim and every answer.
create sequence sms_claim_seq;
create table sms_claim (
  id bigint primary key,
  lease_owner integer not null,
  batch_ids bigint[] not null,
  positions integer[] not null,
  -- Real time, as leases.
  created_at timestamptz not null default now()
);
alter table sms_claim alter column batch_ids set storage plain, alter column positions set storage plain;

-- A part by the operator's id: written with the answer to its submission, or by a receipt that was earlier than the answer. Whichever comes
-- second finds the first by the primary key, on any node.
create table sms_part (
  link text not null,
  -- Normal form (domain/sms-delivery/part-id.ts).
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
  primary key (link, provider_id)
) with (fillfactor = 80);
create index sms_part_parked on sms_part (created_at) where batch_id is null;
create index sms_part_created on sms_part (created_at) where batch_id is not null;

-- Who holds which bind of a link.
create table sms_bind (
  link text not null,
  slot smallint not null,
  lease_owner integer,
  state text not null default 'closed',
  detail text,
  updated_at timestamptz not null default now(),
  primary key (link, slot)
);

-- For writers that read rows without locking them and write them only if nobody has changed them since: fewer rows than expected make the
-- transaction begin again.
create function expect_rows(written bigint, expected bigint) returns void language plpgsql as
$$ begin
  if written <> expected then
    raise exception '% of % rows have changed meanwhile', expected - written, expected using errcode = 'serialization_failure';
  end if;
end $$;

-- What people wrote to us.
create table sms_inbound (
  -- Of the same kind as an operation's id, and never equal to one: its callback stands among theirs.
  id bigint primary key,
  link text not null,
  -- As the operator's protocol gives it, to notice a repetition; null where it gives nothing.
  dedupe_key text,
  -- Digits of who wrote, or a name; number or short code that was written to.
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
create unique index sms_inbound_dedupe on sms_inbound (link, dedupe_key) where dedupe_key is not null;
create index sms_inbound_app on sms_inbound (app_id, received_at);
create index sms_inbound_received on sms_inbound (received_at);
create index sms_inbound_text on sms_inbound (received_at) where content is not null;

-- Parts of long inbound messages: waiting for the others, and for a day after they were joined, to notice a repetition.
create table sms_inbound_part (
  link text not null,
  sender text not null,
  recipient text not null,
  reference integer not null,
  total smallint not null,
  number smallint not null,
  content text not null,
  joined boolean not null default false,
  received_at timestamptz not null,
  primary key (link, sender, recipient, reference, total, number)
);
create index sms_inbound_part_received on sms_inbound_part (received_at);

create table sms_opt_out (
  app_id integer not null references sms_app (id),
  msisdn bigint not null,
  source text not null check (source in ('inbound', 'api', 'operator')),
  created_at timestamptz not null default jokko_now(),
  primary key (app_id, msisdn)
);

-- What was accepted for apps that refuse equal messages (duplicate_window), until that time is over.
create table sms_recent (
  app_id integer not null,
  -- SHA-256 of sender and text.
  text_hash bytea not null,
  msisdn bigint not null,
  until timestamptz not null,
  primary key (app_id, text_hash, msisdn)
);
create index sms_recent_until on sms_recent (until);

-- Numbers whose operator is not the one of their prefix.
create table sms_ported (
  msisdn bigint primary key,
  operator text not null,
  updated_at timestamptz not null default jokko_now()
);

-- The newest row is in force.
create table sms_routing (
  version integer generated always as identity primary key,
  document json not null,
  created_at timestamptz not null default now()
);

-- Numbers without plus are taken as if they had one (rule X3).
alter table account add column sms_accept_without_plus boolean not null default false;

-- Batches that were charged until then may be gone, with their messages; what they cost stays in the transfers.
alter table installation add column sms_removed_until timestamptz;

alter table transfer add column sms_batch_id bigint;
alter table transfer drop constraint transfer_verb_check, add check (verb in ('hold', 'post', 'void', 'credit', 'reverse', 'fund', 'charge'));
create index transfer_sms_batch on transfer (sms_batch_id) where sms_batch_id is not null;

-- Several writers of a node leave marks now.
alter table writer_commit add column writer text not null default 'operations';
alter table writer_commit drop constraint writer_commit_pkey, add primary key (incarnation, writer);
alter table writer_commit alter column writer drop default;
