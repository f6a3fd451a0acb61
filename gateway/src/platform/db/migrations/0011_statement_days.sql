-- Statements are read again when a file for their day arrives, and asked for by people.

-- `days`: of whose movements the file says anything; `covered`: those that it is a statement of. Null:
-- it came before this was kept.
alter table provider_file add column days date[], add column covered date[];
create index provider_file_days on provider_file using gin (days);

-- `files`: how many of the account's files said anything of the day when it was read last.
-- `wanted_at`: since when it is tried; after some days it is given up. `asked`: by a person.
alter table statement_pull add column files integer not null default 0,
  add column wanted_at timestamptz not null default jokko_now(),
  drop constraint statement_pull_state_check,
  add constraint statement_pull_state_check check (state in ('asked', 'pulling', 'pulled', 'failed'));
