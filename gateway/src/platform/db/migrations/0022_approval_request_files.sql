-- Files that prove what a request for approval says, such as a bank's advice: attached by who asks,
-- before another user decides.

create table approval_request_file (
  request_id integer not null references approval_request (id),
  number smallint not null check (number between 1 and 3),
  -- Without characters that are not seen; its ending is that of the type.
  name text not null,
  -- By its first bytes.
  type text not null check (type in ('pdf', 'png', 'jpeg')),
  bytes bytea not null,
  -- SHA-256.
  hash bytea not null,
  attached_at timestamptz not null default jokko_now(),
  primary key (request_id, number),
  unique (request_id, hash)
);
create trigger approval_request_file_append_only before update or delete or truncate on approval_request_file
  execute function refuse_change();
