-- The file of a chat message, up to 12 MiB: in a row of its own, since an operation is read often
-- and its file only to be sent. Rows are written with their operation and removed at its end.

create table operation_media (
  operation_id bigint not null,
  account_id integer not null,
  content bytea not null,
  primary key (operation_id, account_id)
);
-- Pictures and documents are compressed already.
alter table operation_media alter column content set storage external;
