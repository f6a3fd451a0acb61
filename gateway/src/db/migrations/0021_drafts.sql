-- Documents of the operator with their authors, and drafts of the next ones.

-- Empty where a command or a release before put it in force.
alter table catalogue
  add column made_by integer references person (id),
  add column approved_by integer references person (id),
  add column wish_id integer unique references wish (id),
  add column reason text;
alter table sms_routing
  add column made_by integer references person (id),
  add column approved_by integer references person (id),
  add column wish_id integer unique references wish (id),
  add column reason text;

create table catalogue_draft (
  id integer generated always as identity primary key,
  title text not null,
  -- As the document in force is kept: secrets sealed.
  document json not null,
  -- The version that was in force when it was begun, or that it was last brought up to; 0: none was.
  base integer not null,
  -- Each change counts, so that nobody writes over what another person has just written.
  revision integer not null default 1,
  made_by integer not null references person (id),
  made_at timestamptz not null default jokko_now(),
  changed_by integer not null references person (id),
  changed_at timestamptz not null default jokko_now(),
  -- The last wish to publish it, and the revision that was meant.
  wish_id integer references wish (id),
  wished_revision integer,
  -- The version that it became.
  published integer,
  dropped_at timestamptz,
  check (published is null or dropped_at is null)
);
create index catalogue_draft_open on catalogue_draft (id) where published is null and dropped_at is null;

create table sms_routing_draft (like catalogue_draft including all);
alter table sms_routing_draft
  add foreign key (made_by) references person (id),
  add foreign key (changed_by) references person (id),
  add foreign key (wish_id) references wish (id);
