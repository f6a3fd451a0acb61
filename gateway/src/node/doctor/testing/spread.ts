// Gives the operations of a database that was filled at once a time each, as those that the gateway
// writes have, so that the doctor reads them in different parts.

import type { TestDatabase } from './postgres.ts';

/** In the order of the ledger, a millisecond apart, the last one where it was. */
export const spreadTimes = (db: TestDatabase): Promise<unknown> =>
  db.sql(`
    set session_replication_role = replica;
    create temporary table later as
      select o.id, (row_number() over (order by coalesce((select min(t.id) from transfer t
        where t.operation_id = o.id), 0) desc, o.id)) * interval '1 ms' as by
      from operation o;
    update operation r set created_at = created_at - by from later l where l.id = r.id;
    update operation_transition r set created_at = created_at - by from later l
      where l.id = r.operation_id;
    update callback r set created_at = created_at - by from later l where l.id = r.operation_id;
    update transfer r set created_at = created_at - by from later l where l.id = r.operation_id;
    drop table later;
    set session_replication_role = origin`);
