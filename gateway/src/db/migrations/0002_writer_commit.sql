-- The newest transaction of each node's writer. A commit whose acknowledgement got lost is found again by its mark, never by its
-- transaction number: PostgreSQL uses a number again when a crash took it before anything of it was on disk, and would then report
-- another transaction's fate.
create table writer_commit (
  incarnation integer primary key,
  mark uuid
) with (fillfactor = 50);
