-- Back office: batches of payouts that a key makes by API, and what a key may pay without approval.

-- Null: what a key of this mode begins with.
alter table api_key add column payout_limit bigint check (payout_limit >= 0);

alter table payout_batch
  alter column made_by drop not null,
  -- The key that made it by API, and the merchant's own id of it.
  add column key_id integer,
  add column external_id text,
  add column callback_url text,
  -- The limit of its key, where that let it go without approval.
  add column key_limit bigint,
  -- Of the callback that reports its end, and when it was written.
  add column callback_id bigint,
  add column reported_at timestamp with time zone,
  add constraint payout_batch_maker check ((made_by is null) = (key_id is not null)),
  add constraint payout_batch_external check ((key_id is null) = (external_id is null));
create unique index payout_batch_external_id on payout_batch (account_id, external_id) where external_id is not null;
create index payout_batch_callback on payout_batch (callback_id) where callback_id is not null;

alter table payout_line add column data json;

-- A batch that a key made is asked for by nobody: one user approves what the key sent.
alter table approval_request alter column asked_by drop not null;
