-- A statement file is read outside of a transaction, by one node at a time: a file that ends each
-- node that reads it is failed instead of being handed from one to the next.

-- Readings in a row that began and have stored nothing: more than two are never tried.
alter table reconciliation_file add column readings_begun smallint not null default 0;
-- Until then a node reads on; null: none does.
alter table reconciliation_file add column reading_until timestamptz;
