-- Bulk payouts: what was paid of a batch, which file it came from, and which lines a person has asked to send again.

alter table payout_batch
  -- SHA-256 of the file's bytes: the same file twice is told. Null: made before it was kept.
  add column file_hash bytea,
  -- Of a workbook: the sheet that was read, and how many of its rows are hidden there.
  add column sheet text,
  add column hidden_rows integer not null default 0,
  -- The amounts of its lines that succeeded, without fees; kept by the statements that move them (I-42).
  add column paid bigint not null default 0;
update payout_batch b set paid = coalesce((select sum(amount) from payout_line where batch_id = b.id and state = 'succeeded'), 0);
create index payout_batch_file on payout_batch (account_id, file_hash, id) where file_hash is not null;

-- The wish by which it was asked to send this line again: what fails while somebody thinks about it is not meant.
alter table payout_line add column asked_in integer;
-- Whether the same payment waits for somebody's approval in another batch.
create index payout_line_draft on payout_line (account_id, phone) where state = 'draft';
