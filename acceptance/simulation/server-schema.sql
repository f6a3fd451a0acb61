-- What the simulation adds to a migrated database: a clock that the scheduler sets, and copies of
-- all rows, to begin each seed anew and to restore a "backup" during a run.

create schema sim;

-- Found before pg_catalog's by the search_path of the simulation's connections.
create function sim.now() returns timestamptz language sql stable as
  $$ select current_setting('sim.now')::timestamptz $$;

-- Defaults name their function by its identity, whatever the search_path.
do $$
declare
  found record;
begin
  for found in
    select d.adrelid::regclass as of_table, a.attname, pg_get_expr(d.adbin, d.adrelid) as expression
    from pg_attrdef d join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
    where a.attgenerated = '' and pg_get_expr(d.adbin, d.adrelid) ~ '\mnow\(\)'
  loop
    execute format('alter table %s alter column %I set default %s', found.of_table, found.attname,
      regexp_replace(found.expression, '\mnow\(\)', 'sim.now()'));
  end loop;
end
$$;

create table sim.sequence_value (copy text, name text, last_value bigint, is_called boolean);

create function sim.tables() returns setof text language sql stable as $$
  select relname::text from pg_class
  where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname
$$;

create function sim.is_empty(name text) returns boolean language plpgsql as $$
declare
  answer boolean;
begin
  execute format('select not exists (select from public.%I)', name) into answer;
  return answer;
end
$$;

-- Copies all rows and the places of all sequences.
create function sim.save(copy_name text) returns void language plpgsql as $$
declare
  name text;
begin
  execute format('drop schema if exists %I cascade', 'sim_' || copy_name);
  execute format('create schema %I', 'sim_' || copy_name);
  for name in select sim.tables() loop
    if not sim.is_empty(name) then
      execute format('create unlogged table %I.%I as table public.%I', 'sim_' || copy_name, name, name);
    end if;
  end loop;
  delete from sim.sequence_value where copy = copy_name;
  insert into sim.sequence_value
    select copy_name, sequencename, coalesce(last_value, start_value), last_value is not null
    from pg_sequences where schemaname = 'public';
end
$$;

-- Puts all rows back as they were. Rows of the same copy have the same places on the disk each time, so that
-- statements without an order answer in the same order.
create function sim.restore(copy_name text) returns void language plpgsql as $$
declare
  filled text;
  name text;
  columns text;
begin
  set local session_replication_role = replica;
  select string_agg(format('public.%I', t), ', ') into filled
  from sim.tables() t where not sim.is_empty(t);
  if filled is not null then
    execute format('truncate %s cascade', filled);
  end if;
  for name in select relname from pg_class
    where relnamespace = ('sim_' || copy_name)::regnamespace and relkind = 'r' order by relname
  loop
    select string_agg(format('%I', attname), ', ' order by attnum) into columns
    from pg_attribute
    where attrelid = format('public.%I', name)::regclass and attnum > 0 and not attisdropped
      and attgenerated = '';
    execute format('insert into public.%I (%s) overriding system value select %s from %I.%I',
      name, columns, columns, 'sim_' || copy_name, name);
  end loop;
  perform setval(format('public.%I', s.name)::regclass, s.last_value, s.is_called)
  from sim.sequence_value s where copy = copy_name;
end
$$;
