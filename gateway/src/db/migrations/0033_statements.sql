-- Statements against the ledger itself: our own money on its way to a provider, rows that two statements have, and lines outside of a period.

alter table reconciliation_line add column float_move_id integer references float_move (id);
alter table reconciliation_gap add column float_move_id integer references float_move (id);
-- Dated lines that a stated period does not hold: a person chose it.
alter table reconciliation_file add column lines_outside integer not null default 0;

create index reconciliation_line_float on reconciliation_line (float_move_id) where float_move_id is not null;
create unique index reconciliation_gap_float on reconciliation_gap (float_move_id, file_id) where line is null and float_move_id is not null;
create index float_move_made on float_move (made_at);

-- What was compared with states is compared with the ledger now.
update reconciliation_file set state = 'matching', position = 0
  where state = 'done' and judged_until > jokko_now() - interval '30 days';
